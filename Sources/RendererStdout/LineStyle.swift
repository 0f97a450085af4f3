import AlertSDK
import AlertTerminal

/// How lines look in the modes for people and logs, and what an alert's text becomes in them; pure.
struct LineStyle: Sendable {
  /// What begins every line that goes to a log, so that text of an alert never does: services take some line starts for commands.
  static let prefix = "alert: "
  /// Narrower terminals wrap by themselves.
  static let narrowestWrap = 20

  let mode: StdoutRenderer.Mode
  /// Columns to wrap to; nil leaves long lines alone.
  let columns: Int?
  /// Whether only ASCII may be written: to a terminal of an 8-bit locale half of all other bytes are control codes.
  let isASCII: Bool

  init(mode: StdoutRenderer.Mode, columns: Int? = nil, isASCII: Bool = false) {
    self.mode = mode
    self.columns = mode == .prompt ? columns.flatMap { $0 >= Self.narrowestWrap ? $0 : nil } : nil
    self.isASCII = isASCII
  }

  var isLog: Bool { mode == .plain || mode == .ci }

  /// An alert that asks nothing.
  func notice(_ text: AlertText) -> [UInt8] {
    var writer = LineWriter(style: self)
    writeHead(text, to: &writer)
    return writer.bytes
  }

  /// Severity, title, body, choices, in the order a screen reader should say them; the question follows.
  func introduction(_ text: AlertText) -> [UInt8] {
    var writer = LineWriter(style: self)
    writeHead(text, to: &writer)
    writeChoices(text, to: &writer)
    return writer.bytes
  }

  /// What has changed while the question stands; nil where a person would see no difference.
  func change(from old: AlertText, to new: AlertText) -> [UInt8]? {
    var rest = old
    (rest.progress, rest.facts) = (new.progress, new.facts)
    guard rest == new else { return lines(["Updated:"]) + introduction(new) }
    var changes: [String] = []
    if old.facts.repeatCount != new.facts.repeatCount { changes.append("\(new.title) (\(new.facts.repeatCount) times)") }
    if let progress = new.progress, progress != old.progress { changes.append("Progress: \(progress) %") }
    return changes.isEmpty ? nil : lines(changes)
  }

  /// Whole lines.
  func lines(_ lines: [String]) -> [UInt8] {
    var writer = LineWriter(style: self)
    for line in lines { writer.line(line) }
    return writer.bytes
  }

  /// A question; the answer is typed behind it, but in a log nothing stands half a line.
  func question(_ question: String) -> [UInt8] {
    var writer = LineWriter(style: self)
    if isLog { writer.line(question) } else { writer.text(question + " ") }
    return writer.bytes
  }

  private var indent: String { isLog ? "  " : "" }

  private func writeHead(_ text: AlertText, to writer: inout LineWriter) {
    let tag =
      switch text.severity {
      case .info: isLog ? "[INFO] " : ""
      case .success: "[SUCCESS] "
      case .warning: "[WARNING] "
      case .error: "[ERROR] "
      }
    writer.line(text.title, before: tag, after: text.facts.repeatCount > 1 ? " (\(text.facts.repeatCount) times)" : "")
    for line in text.body { writer.line(line, before: indent) }
    if let progress = text.progress { writer.line("Progress: \(progress) %", before: indent) }
  }

  private func writeChoices(_ text: AlertText, to writer: inout LineWriter) {
    if text.facts.waitingCount > 0 { writer.line("\(text.facts.waitingCount) more waiting.", before: indent) }
    if let left = text.facts.timeLeft { writer.line("Answer within \(Self.seconds(left)) s.", before: indent) }
    let preset = text.defaultChoice
    for (index, choice) in text.choices.enumerated() {
      writer.line(choice.label, before: "\(indent)\(index + 1)) ", after: index == preset ? " (default)" : "")
    }
  }

  /// Whole seconds, rounded up: a person must not be told less than there is left, nor 0.
  private static func seconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return max(1, attoseconds > 0 ? seconds.addingReportingOverflow(1).partialValue : seconds)
  }
}
