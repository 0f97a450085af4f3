import AlertSDK
import AlertTerminal

/// How an alert's text becomes bytes in the modes for people and logs; pure.
struct LineStyle: Sendable {
  /// What begins every line that goes to a log, so that text of an alert never does: services take some line starts for commands.
  static let prefix = "alert: "
  /// Narrower terminals wrap by themselves.
  static let narrowestWrap = 20

  var mode: StdoutRenderer.Mode
  /// Columns to wrap to; nil leaves long lines alone.
  var columns: Int?
  /// Whether bytes above 127 are safe: to a terminal of an 8-bit locale half of them are control codes.
  var isASCII: Bool

  init(mode: StdoutRenderer.Mode, columns: Int? = nil, isASCII: Bool = false) {
    (self.mode, self.columns, self.isASCII) = (mode, columns, isASCII)
  }

  init(mode: StdoutRenderer.Mode, terminal: TerminalInfo) {
    let wraps = mode == .prompt && terminal.isTerminal && !terminal.isSizeAssumed && terminal.size.columns >= Self.narrowestWrap
    self.init(mode: mode, columns: wraps ? terminal.size.columns : nil, isASCII: terminal.isTerminal && !terminal.isUTF8)
  }

  private var isLog: Bool { mode == .plain || mode == .ci }

  /// An alert that asks nothing.
  func notice(_ text: AlertText) -> [UInt8] { lines(head(text)) }

  /// Severity, title, body, choices, in the order a screen reader should say them; the question follows.
  func introduction(_ text: AlertText) -> [UInt8] { lines(head(text) + choices(text)) }

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
    var bytes: [UInt8] = []
    for line in lines {
      if isLog {
        append(Self.prefix, to: &bytes)
        append(line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      } else {
        for row in wrapped(line) {
          append(row, to: &bytes)
          bytes.append(UInt8(ascii: "\n"))
        }
      }
    }
    return bytes
  }

  /// A question; the answer is typed behind it, but in a log nothing stands half a line.
  func question(_ question: String) -> [UInt8] {
    if isLog { return lines([question]) }
    var bytes: [UInt8] = []
    append(question + " ", to: &bytes)
    return bytes
  }

  private func head(_ text: AlertText) -> [String] {
    var title = text.title
    if isLog || text.severity != .info { title = "[\(text.severity.rawValue.uppercased())] \(title)" }
    if text.facts.repeatCount > 1 { title += " (\(text.facts.repeatCount) times)" }
    var lines = [title]
    let indent = isLog ? "  " : ""
    for line in text.body { lines.append(indent + line) }
    if let progress = text.progress { lines.append("\(indent)Progress: \(progress) %") }
    return lines
  }

  private func choices(_ text: AlertText) -> [String] {
    var lines: [String] = []
    let indent = isLog ? "  " : ""
    if text.facts.waitingCount > 0 { lines.append("\(indent)\(text.facts.waitingCount) more waiting.") }
    if let left = text.facts.timeLeft { lines.append("\(indent)Answer within \(Self.seconds(left)) s.") }
    let preset = text.defaultChoice
    for (index, choice) in text.choices.enumerated() {
      lines.append("\(indent)\(index + 1)) \(choice.label)\(index == preset ? " (default)" : "")")
    }
    return lines
  }

  /// Whole seconds, rounded up: a person must not be told less than there is left, nor 0.
  private static func seconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return max(1, attoseconds > 0 ? seconds.addingReportingOverflow(1).partialValue : seconds)
  }

  private func wrapped(_ line: String) -> [String] {
    guard let columns, line.utf8.count > columns else { return [line] }
    return TextWrapping().lines(of: SafeText.body(line), columns: columns).map(\.text)
  }

  private func append(_ text: String, to bytes: inout [UInt8]) {
    if isASCII {
      for character in text { bytes.append(character.asciiValue ?? UInt8(ascii: "?")) }
    } else if mode == .ci && text.utf8.contains(UInt8(ascii: "#")) {
      // Azure Pipelines looks for `##vso[` and older GitHub runners for `##[` anywhere in a line.
      var last: UInt8 = 0
      for byte in text.utf8 {
        if byte == UInt8(ascii: "#") && last == byte { bytes.append(UInt8(ascii: " ")) }
        bytes.append(byte)
        last = byte
      }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }
}
