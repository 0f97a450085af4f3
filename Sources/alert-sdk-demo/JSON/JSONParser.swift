/// Reads one JSON value (RFC 8259) out of UTF-8 text.
///
/// Half a surrogate pair in an escape becomes U+FFFD, since JSON allows it and Swift's strings do not.
struct JSONParser {
  /// Arrays and objects may lie this deep in each other; deeper ones are refused before they fill the stack.
  static let depthLimit = 128

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// The value in the text, with white space around it.
  ///
  /// - Throws: what is wrong, and at which byte of the line.
  static func value(in bytes: [UInt8]) throws(Reason) -> JSONValue {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Reason("invalid UTF-8") }
    var parser = JSONParser(bytes: bytes)
    let value = try parser.value()
    parser.skipWhitespace()
    if parser.next != nil { throw parser.unexpected("the end") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipWhitespace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private func unexpected(_ wanted: String) -> Reason {
    Reason(next == nil ? "not JSON: it ends where \(wanted) should be" : "not JSON: expected \(wanted) at byte \(position + 1)")
  }

  private mutating func value() throws(Reason) -> JSONValue {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "{"): return try nested { parser throws(Reason) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(Reason) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func nested(_ body: (inout Self) throws(Reason) -> JSONValue) throws(Reason) -> JSONValue {
    guard depth < Self.depthLimit else { throw Reason("not read: nested more than \(Self.depthLimit) deep") }
    depth += 1
    position += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(Reason) -> JSONValue {
    var members: [JSONValue.Member] = []
    skipWhitespace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipWhitespace()
      guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let key = try string()
      skipWhitespace()
      guard take(UInt8(ascii: ":")) else { throw unexpected("':'") }
      members.append(JSONValue.Member(key: key, value: try value()))
      skipWhitespace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw unexpected("',' or '}'") }
    }
  }

  private mutating func array() throws(Reason) -> JSONValue {
    var values: [JSONValue] = []
    skipWhitespace()
    if take(UInt8(ascii: "]")) { return .array(values) }
    while true {
      values.append(try value())
      skipWhitespace()
      if take(UInt8(ascii: "]")) { return .array(values) }
      guard take(UInt8(ascii: ",")) else { throw unexpected("',' or ']'") }
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Reason) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { bytes[position..<min(end, bytes.count)].elementsEqual($0) }
    guard isThere else { throw unexpected("a value") }
    position = end
    return value
  }

  private mutating func digits() throws(Reason) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    if position == start { throw unexpected("a digit") }
  }

  private mutating func number() throws(Reason) -> JSONValue {
    let start = position
    var isInteger = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw Reason("not read: the number at byte \(start + 1) is too large") }
    return .number(value)
  }

  private mutating func string() throws(Reason) -> String {
    position += 1
    var decoded = ""
    var start = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        decoded += String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        return decoded
      case UInt8(ascii: "\\"):
        decoded += String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        decoded.unicodeScalars.append(try escape())
        start = position
      case 0..<0x20: throw Reason("not JSON: a bare control character at byte \(position + 1)")
      default: position += 1
      }
    }
    throw unexpected("'\"'")
  }

  /// The character an escape stands for; called after its backslash.
  private mutating func escape() throws(Reason) -> Unicode.Scalar {
    guard let byte = next else { throw unexpected("an escape") }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      position += 1
      return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      position += 1
      return try unicodeEscape()
    default:
      guard let scalar = Self.shortEscapes[byte] else { throw unexpected("an escape") }
      position += 1
      return scalar
    }
  }

  private static let shortEscapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func unicodeEscape() throws(Reason) -> Unicode.Scalar {
    let first = try hexadecimal()
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let beforePartner = position
    if take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let second = try hexadecimal()
      if UTF16.isTrailSurrogate(second) { return UTF16.decode(UTF16.EncodedScalar([first, second])) }
    }
    position = beforePartner  // whatever follows is a character of its own
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(Reason) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw unexpected("four hexadecimal digits") }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
