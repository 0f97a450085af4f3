import AlertJSON
import Testing

/// Whatever the bytes: a value or an error, never a trap; the seeds are fixed, so that a failure comes again.
@Suite struct JSONFuzzTests {
  @Test("What is written is read back as it was", arguments: 0..<200) func roundTrip(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let value = JSONValue.random(using: &random, depth: 4)
    let back = try JSONParser.value(in: value.bytes)
    #expect(back == value, "seed \(seed)")
    #expect(back.bytes == value.bytes, "seed \(seed)")
  }

  @Test("R12: damaged text never traps", arguments: 0..<200) func survivesDamage(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = JSONValue.random(using: &random, depth: 4).bytes
    for _ in 0..<4 where !bytes.isEmpty { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random) }
    try check(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
  }

  @Test("R12: nor do parts of JSON in any order", arguments: 0..<100) func survivesSoup(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let parts = [
      "{", "}", "[", "]", "\"", ",", ":", "\\", "\\u", "d83d", "\\ude00", "0", "1e", "-", ".5", "true", "null", " ", "é", "\"a\":", "\u{1}",
    ]
    for _ in 0..<40 {
      var bytes = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in Array(parts.randomElement(using: &random)!.utf8) }
      if Int.random(in: 0..<8, using: &random) == 0 { bytes.append(0xFF) }
      try check(bytes)
    }
  }

  /// A value is no larger than its text allows and comes back from what is written; an error points into the text.
  private func check(_ bytes: [UInt8]) throws {
    let value: JSONValue
    do { value = try JSONParser.value(in: bytes) } catch {
      #expect((0...bytes.count).contains(error.position), "\(bytes)")
      return
    }
    let written = value.bytes
    #expect(written.count <= 6 * bytes.count + 24, "\(bytes)")  // \u and four digits for a byte; 24: the longest Double
    #expect(try JSONParser.value(in: written).bytes == written, "\(bytes)")
  }
}

/// Random numbers that come again with their seed (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension JSONValue {
  fileprivate static func random(using random: inout SeededGenerator, depth: Int) -> JSONValue {
    func text() -> String {
      let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x1_FFFF), using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2, 3: return .integer(Int(truncatingIfNeeded: random.next()))
    case 4: return .number(Double.random(in: -1e6...1e6, using: &random) + 0.1)
    case 5: return .string(text())
    case 6: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in .random(using: &random, depth: depth - 1) })
    default:
      return .object(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in Member(key: text(), value: .random(using: &random, depth: depth - 1)) })
    }
  }
}
