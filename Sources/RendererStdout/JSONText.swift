/// Writes JSON of which no byte can harm a terminal or a log: everything invisible that steers is escaped.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// An object with what `body` puts into it.
  mutating func object(_ body: (inout JSONText) -> Void) { bracket("{", "}", body) }
  /// An array with what `body` puts into it.
  mutating func array(_ body: (inout JSONText) -> Void) { bracket("[", "]", body) }

  /// The name of the value that follows.
  mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func string(_ text: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
      case "\n": bytes += "\\n".utf8
      case "\t": bytes += "\\t".utf8
      case "\r": bytes += "\\r".utf8
      case _ where Self.isEscaped(scalar): for unit in UTF16.encode(scalar)! { escape(unit) }
      case _ where scalar.isASCII: bytes.append(UInt8(scalar.value))
      default: bytes += UTF8.encode(scalar)!
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A number; what JSON has no number for is null.
  mutating func number(_ value: Double) {
    comma()
    bytes += (value.isFinite ? value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)" : "null").utf8
  }

  mutating func bool(_ value: Bool) {
    comma()
    bytes += (value ? "true" : "false").utf8
  }

  /// C0, DEL, C1, line and paragraph separators, bidirectional controls, and the invisible format characters beside them.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = Array("0123456789abcdef".utf8)
    bytes += "\\u".utf8
    for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> shift) & 15]) }
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func bracket(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText) -> Void) {
    comma()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }
}
