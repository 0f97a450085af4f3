/// Reads one JSON value (RFC 8259) out of UTF-8 text, in time proportional to its length.
///
/// Strict where the RFC is: no byte order mark, no comments, no trailing commas. Where it leaves a choice: half a surrogate pair in an
/// escape becomes U+FFFD, as Swift's strings cannot hold it; of equal keys all are kept and the last counts; a number beyond `Double`
/// is refused, and one too close to zero is zero.
package struct JSONParser {
  private let bytes: [UInt8]
  private let depthLimit: Int
  private var position = 0
  private var depth = 0

  /// The value in the text, with white space around it.
  ///
  /// - Parameter depthLimit: How deep arrays and objects may lie in each other. Deeper ones are refused before they fill the stack, of
  ///   which a level takes less than half a KiB, or up to 3 KiB without optimisation.
  package static func value(in bytes: [UInt8], depthLimit: Int = 128) throws(JSONError) -> JSONValue {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      let valid = zip(bytes, String(decoding: bytes, as: UTF8.self).utf8).prefix { $0 == $1 }.count  // the repaired text differs from here
      throw JSONError(position: valid, description: "not JSON: invalid UTF-8 at byte \(valid + 1)")
    }
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit)
    let value = try parser.value()
    parser.skipWhitespace()
    if parser.next != nil { throw parser.unexpected("the end") }
    return value
  }

  private init(bytes: [UInt8], depthLimit: Int) { (self.bytes, self.depthLimit) = (bytes, depthLimit) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipWhitespace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private func unexpected(_ wanted: String) -> JSONError {
    let what = next == nil ? "it ends where \(wanted) should be" : "expected \(wanted) at byte \(position + 1)"
    return JSONError(position: position, description: "not JSON: \(what)")
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    try elements(until: "}") { parser throws(JSONError) in
      guard parser.next == UInt8(ascii: "\"") else { throw parser.unexpected("a key in quotes") }
      let key = try parser.string()
      parser.skipWhitespace()
      guard parser.take(UInt8(ascii: ":")) else { throw parser.unexpected("':'") }
      members.append(JSONValue.Member(key: key, value: try parser.value()))
    }
    return .object(members)
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var values: [JSONValue] = []
    try elements(until: "]") { parser throws(JSONError) in values.append(try parser.value()) }
    return .array(values)
  }

  private mutating func elements(
    until close: Unicode.Scalar, _ element: (inout Self) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard depth < depthLimit else { throw JSONError(position: position, description: "not read: nested more than \(depthLimit) deep") }
    depth += 1
    defer { depth -= 1 }
    position += 1
    skipWhitespace()
    if take(UInt8(ascii: close)) { return }
    while true {
      skipWhitespace()
      try element(&self)
      skipWhitespace()
      if take(UInt8(ascii: close)) { return }
      guard take(UInt8(ascii: ",")) else { throw unexpected("',' or '\(close)'") }
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { bytes[position..<min(end, bytes.count)].elementsEqual($0) }
    guard isThere else { throw unexpected("a value") }
    position = end
    return value
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    if position == start { throw unexpected("a digit") }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
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
    guard let value = Double(text), value.isFinite else {
      throw JSONError(position: start, description: "not read: the number at byte \(start + 1) is too large")
    }
    return .number(value)
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var decoded: [UInt8] = []  // stays empty while there is no escape: most strings are one slice of the line
    var start = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = bytes[start..<position]
        position += 1
        return decoded.isEmpty ? String(decoding: rest, as: UTF8.self) : String(decoding: decoded + rest, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded += bytes[start..<position]
        position += 1
        decoded += UTF8.encode(try escape())!  // every scalar has an encoding
        start = position
      case 0..<0x20: throw JSONError(position: position, description: "not JSON: a bare control character at byte \(position + 1)")
      default: position += 1
      }
    }
    throw unexpected("'\"'")
  }

  /// The character an escape stands for; called after its backslash.
  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let scalar: Unicode.Scalar
    switch next.map({ Unicode.Scalar($0) }) {
    case "\"": scalar = "\""
    case "\\": scalar = "\\"
    case "/": scalar = "/"
    case "b": scalar = "\u{8}"
    case "f": scalar = "\u{C}"
    case "n": scalar = "\n"
    case "r": scalar = "\r"
    case "t": scalar = "\t"
    case "u":
      position += 1
      return try unicodeEscape()
    default: throw unexpected("an escape")
    }
    position += 1
    return scalar
  }

  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
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

  private mutating func hexadecimal() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw unexpected("four hexadecimal digits") }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
