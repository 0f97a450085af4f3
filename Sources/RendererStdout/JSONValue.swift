/// JSON as far as answers need it; Foundation's parser would cost every process that links this renderer 5 ms of start-up.
enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  struct Malformed: Error, Hashable { var reason: String }

  /// One value with nothing but white space around it, nested at most 32 deep (RFC 8259).
  init(_ bytes: [UInt8]) throws(Malformed) {
    var scanner = JSONScanner(bytes)
    self = try scanner.value(depth: 0)
    guard scanner.isAtEnd else { throw Malformed(reason: "there is more than one value") }
  }
}

private struct JSONScanner {
  private static let deepest = 32
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return next == nil
    }
  }

  private mutating func skipSpace() { while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 } }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private func malformed(_ expected: String) -> JSONValue.Malformed { .init(reason: "\(expected) expected at byte \(position + 1)") }

  mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
    guard depth < Self.deepest else { throw .init(reason: "nested too deep") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      position += 1
      var members: [String: JSONValue] = [:]
      try elements(until: "}") { scanner throws(JSONValue.Malformed) in
        scanner.skipSpace()
        let name = try scanner.string()
        scanner.skipSpace()
        guard scanner.take(":") else { throw scanner.malformed("':'") }
        members[name] = try scanner.value(depth: depth + 1)
      }
      return .object(members)
    case UInt8(ascii: "["):
      position += 1
      var values: [JSONValue] = []
      try elements(until: "]") { scanner throws(JSONValue.Malformed) in values.append(try scanner.value(depth: depth + 1)) }
      return .array(values)
    case UInt8(ascii: "\""): return .string(try string())
    default:
      let word = String(decoding: bytes[position...].prefix { !",]} \t\r\n".utf8.contains($0) }, as: UTF8.self)
      defer { position += word.utf8.count }
      switch word {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      default:
        // Double takes more than JSON does ("inf", "0x1", "+1"), so the first and all other characters are looked at too.
        guard let first = word.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
          word.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }), let number = Double(word)
        else { throw malformed("a value") }
        return .number(number)
      }
    }
  }

  private mutating func elements(
    until close: Unicode.Scalar, _ element: (inout JSONScanner) throws(JSONValue.Malformed) -> Void
  ) throws(JSONValue.Malformed) {
    skipSpace()
    if take(close) { return }
    while true {
      try element(&self)
      skipSpace()
      if take(close) { return }
      guard take(",") else { throw malformed("',' or '\(close)'") }
    }
  }

  private mutating func string() throws(JSONValue.Malformed) -> String {
    guard take("\"") else { throw malformed("a string") }
    var units: [UInt16] = []
    while true {
      let start = position
      while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
      guard let run = String(validating: bytes[start..<position], as: UTF8.self) else { throw .init(reason: "not UTF-8") }
      units += run.utf16
      if take("\"") { return String(decoding: units, as: UTF16.self) }  // a lone surrogate becomes U+FFFD
      guard take("\\") else { throw malformed("the end of a string") }
      units.append(try escape())
    }
  }

  private mutating func escape() throws(JSONValue.Malformed) -> UInt16 {
    guard let kind = next else { throw malformed("the end of a string") }
    position += 1
    switch Unicode.Scalar(kind) {
    case "\"", "\\", "/": return UInt16(kind)
    case "b": return 8
    case "f": return 12
    case "n": return 10
    case "r": return 13
    case "t": return 9
    case "u":
      let digits = bytes[position...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw malformed("four hexadecimal digits") }
      position += 4
      return unit
    default: throw malformed("an escape sequence")
    }
  }
}
