import AlertJSON
import AlertSDK

/// One entry of the system journal as `journalctl -o json` writes it, turned into a notice.
struct JournalEntry: Equatable, Sendable {
  var message: String?
  /// The syslog level, 0 (emergency) to 7 (debug).
  var level: Int?
  /// Who the entry is about: the unit, or else the program.
  var source: String?
  /// The message was there but not exported: journalctl leaves out what is over 4096 bytes unless told `--all`.
  var isLeftOut = false

  /// Reads a line of the export.
  ///
  /// - Returns: Nil for a blank line and for the remarks that journalctl puts between entries (`-- Reboot --`).
  static func alert(_ line: [UInt8], number: Int) throws(Reason) -> AlertInput? {
    if line.isBlank || line.starts(with: "-- ".utf8) { return nil }
    return JournalEntry(try JSONObjectReader(line: line)).alert(id: String(number))
  }

  /// A field may hold text, bytes, or several of either; the first counts, but all of a message.
  init(_ reader: JSONObjectReader) {
    var reader = reader
    let message = reader.values("MESSAGE")
    self.message = message.isEmpty ? nil : message.joined(separator: "\n").withoutEscapeSequences
    isLeftOut = message.isEmpty && reader.isNull("MESSAGE")
    level = reader.values("PRIORITY").first.flatMap { Int($0) }
    source = ["UNIT", "_SYSTEMD_UNIT", "SYSLOG_IDENTIFIER", "_COMM"].lazy.compactMap { reader.values($0).first { !$0.isEmpty } }.first
  }

  /// The entry as an alert that asks nothing, goes by itself, and counts repetitions instead of queueing them.
  func alert(id: String) -> AlertInput {
    let severity: AlertSeverity =
      switch level {
      case .some(0...3): .error
      case .some(4): .warning
      default: .info
      }
    let priority: AlertPriority =
      switch level {
      case .some(0...2): .high
      case .some(7): .low
      default: .medium
      }
    let title = source ?? "journal"
    let text = message ?? (isLeftOut ? "(message left out of the export; journalctl --all includes it)" : "(no message)")
    return AlertInput(
      id: id, content: AlertContent(title: title, message: text, severity: severity),
      scheduling: AlertScheduling(
        priority: priority, timeLimit: .seconds(severity == .error ? 15 : 8), waitLimit: .seconds(600),
        key: "\(title)\n\(text.withDigitsFolded)", source: source))
  }
}

extension JSONObjectReader {
  /// The texts of a journal field, whichever way they were exported.
  fileprivate mutating func values(_ key: String) -> [String] { value(key)?.journalTexts ?? [] }
}

extension JSONValue {
  fileprivate var journalTexts: [String] {
    switch self {
    case .string(let text): return [text]
    case .integer(let value): return [String(value)]
    case .array(let values):
      if let bytes = bytes(values) { return [String(decoding: bytes, as: UTF8.self)] }
      return values.flatMap(\.journalTexts)
    default: return []
    }
  }

  /// The bytes of a text that is not text, exported as numbers; nil where the array is something else.
  private func bytes(_ values: [JSONValue]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for value in values {
      guard case .integer(let number) = value, let byte = UInt8(exactly: number) else { return nil }
      bytes.append(byte)
    }
    return values.isEmpty ? nil : bytes
  }
}

extension String {
  /// Without terminal escape sequences: programs colour what they log, and a notice should not show `[31m` for it.
  ///
  /// Takes CSI sequences (`ESC [ … letter`) out whole. Other control characters are left to the renderer, which shows none of them raw.
  var withoutEscapeSequences: String {
    guard unicodeScalars.contains("\u{1B}") else { return self }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", rest.first == "[" {
        let body = rest.dropFirst().drop { (0x20...0x3F).contains($0.value) }
        if let end = body.first, (0x40...0x7E).contains(end.value) {
          rest = body.dropFirst()
          continue
        }
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// Every run of digits as one `#`, so that messages that differ only in numbers are equal.
  var withDigitsFolded: String {
    var folded = String.UnicodeScalarView()
    var isInNumber = false
    for scalar in unicodeScalars {
      let isDigit = ("0"..."9").contains(scalar)
      if !isDigit { folded.append(scalar) } else if !isInNumber { folded.append("#") }
      isInNumber = isDigit
    }
    return String(folded)
  }
}
