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
    var ids: Set<String> = []
    choices = content.actions.filter { ids.insert($0.id).inserted }.map {
      Choice(id: $0.id, label: SafeText.label($0.title).text, role: $0.role, isPreferred: $0.isPreferred)
    }
    ids.removeAll()
    fields = content.fields.filter { ids.insert($0.id).inserted }.map {
      Field(id: $0.id, label: SafeText.label($0.label).text, initialValue: $0.initialValue, isSecure: $0.isSecure)
    }
    progress = content.progress.flatMap { $0.isFinite ? Int((min(max($0, 0), 1) * 100).rounded()) : nil }
    self.facts = facts
  }

  private static func lines(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    let body = SafeText.body(text)
    // A tab is a control character too: to a log it must not come.
    if body.text.utf8.contains(UInt8(ascii: "\t")) { return TextWrapping().lines(of: body, columns: .max).map(\.text) }
    return body.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
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
