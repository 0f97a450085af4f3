import AlertSDK
import AlertTerminal

/// An alert as text that is safe to write; the one place where this module makes it so.
struct AlertText: Sendable, Hashable {
  struct Choice: Sendable, Hashable {
    var id: String
    var label: String
    var role: AlertAction.Role
    var isPreferred: Bool
  }
  struct Field: Sendable, Hashable {
    var id: String
    var label: String
    var initialValue: String
    var isSecure: Bool
  }
  /// What the request says beside the content.
  struct Facts: Sendable, Hashable {
    var timeLeft: Duration?
    var repeatCount = 1
    var waitingCount = 0
  }

  var severity: AlertSeverity
  var title: String
  var body: [String]
  var choices: [Choice]
  var fields: [Field]
  /// In percent.
  var progress: Int?
  var facts: Facts

  init(_ content: AlertContent, ownLines: [String]? = nil, facts: Facts = Facts()) {
    severity = content.severity
    let title = SafeText.title(content.title).text
    self.title = title.isEmpty ? "(no title)" : title
    body = ownLines.map { $0.flatMap(Self.lines) } ?? Self.lines(content.message)
    choices = Self.first(of: content.actions).map {
      Choice(id: $0.id, label: SafeText.label($0.title).text, role: $0.role, isPreferred: $0.isPreferred)
    }
    fields = Self.first(of: content.fields).map {
      Field(id: $0.id, label: SafeText.label($0.label).text, initialValue: $0.initialValue, isSecure: $0.isSecure)
    }
    progress = content.progress.flatMap { $0.isFinite ? Int((min(max($0, 0), 1) * 100).rounded()) : nil }
    self.facts = facts
  }

  /// The elements without those whose id has been there before.
  private static func first<Element: Identifiable>(of elements: [Element]) -> [Element] {
    guard elements.count > 1 else { return elements }
    var ids: Set<Element.ID> = []
    return elements.filter { ids.insert($0.id).inserted }
  }

  private static func lines(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    let body = SafeText.body(text)
    var hasLineEnd = false
    for byte in body.text.utf8 {
      // A tab is a control character too: to a log it must not come.
      if byte == UInt8(ascii: "\t") { return TextWrapping().lines(of: body, columns: .max).map(\.text) }
      hasLineEnd = hasLineEnd || byte == UInt8(ascii: "\n")
    }
    guard hasLineEnd else { return [body.text] }
    // By bytes: characters cost ten times as much, and safe text has no other line end.
    return body.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// What an empty answer chooses: the preferred action, else the way out, else the last; after fields, the first ordinary one.
  ///
  /// Never a destructive one (R15), whoever prefers it.
  var defaultChoice: Int? {
    let safe = choices.indices.filter { choices[$0].role != .destructive }
    return safe.first { choices[$0].isPreferred }
      ?? (fields.isEmpty ? nil : safe.first { choices[$0].role == .normal })
      ?? safe.first { choices[$0].role == .cancel } ?? safe.last
  }
}

extension AlertText.Facts {
  init(_ request: AlertRequest) {
    self.init(timeLeft: request.timeLimit, repeatCount: request.repeatCount, waitingCount: request.waitingCount)
  }
  init(_ update: AlertUpdate) {
    self.init(timeLeft: update.timeLeft, repeatCount: update.repeatCount, waitingCount: update.waitingCount)
  }
}
