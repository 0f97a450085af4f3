extension JSONValue {
  /// The value as JSON on one line.
  ///
  /// Everything a terminal or a line reader might act on is escaped: C0, DEL, C1, line and paragraph separators, and the marks that
  /// change the direction of text. A number that JSON cannot hold becomes `null`.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isUnsafeOnScreen:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension Unicode.Scalar {
  /// Whether a terminal could act on it: a control character, a separator of lines, or a mark that turns the direction of text.
  var isUnsafeOnScreen: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text in quotes with everything escaped that could harm a terminal; for messages that quote what came from outside.
  var quoted: String { JSONValue.string(self).text }
  /// As ``quoted``, without the quotes.
  var printable: String { String(quoted.dropFirst().dropLast()) }
}
