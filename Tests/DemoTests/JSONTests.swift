import AlertTerminal
import Testing

@testable import alert_sdk_demo

@Suite struct JSONTests {
  @Test(
    "Valid texts are read",
    arguments: [
      ("null", nil), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12), ("1.5", 1.5), ("1e3", 1000.0),
      ("2E-2", 0.02), ("9223372036854775807", 9_223_372_036_854_775_807), ("9223372036854775808", 9_223_372_036_854_775_808.0),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9\ud83d\ude00""#, "é😀"), (#""日本""#, "日本"),
      (#""\ud800x""#, "\u{FFFD}x"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800\u0041""#, "\u{FFFD}A"), ("[]", []), ("{}", [:]),
      ("[1, [true, null]]", [1, [true, nil]]), ("{\"a\": {\"b\": [\"c\"]}}", ["a": ["b": ["c"]]]),
    ] as [(String, JSONValue)])
  func reads(text: String, value: JSONValue) throws {
    #expect(try JSONParser.value(in: Array(text.utf8)) == value)
  }

  @Test(
    "Everything else is refused with a reason",
    arguments: [
      ("", "not JSON: it ends where a value should be"), ("{", "not JSON: it ends where a key in quotes should be"),
      ("{\"a\"}", "not JSON: expected ':' at byte 5"), ("{\"a\":1,}", "not JSON: expected a key in quotes at byte 8"),
      ("[1 2]", "not JSON: expected ',' or ']' at byte 4"), ("[1,]", "not JSON: expected a value at byte 4"),
      ("tru", "not JSON: expected a value at byte 1"), ("nulls", "not JSON: expected the end at byte 5"),
      ("01", "not JSON: expected the end at byte 2"), ("1.", "not JSON: it ends where a digit should be"),
      ("-", "not JSON: it ends where a digit should be"), (".5", "not JSON: expected a value at byte 1"),
      ("1e", "not JSON: it ends where a digit should be"), ("1e999", "not read: the number at byte 1 is too large"),
      ("\"a", "not JSON: it ends where '\"' should be"), ("\"\\x\"", "not JSON: expected an escape at byte 3"),
      ("\"\\u12G4\"", "not JSON: expected four hexadecimal digits at byte 6"), ("\"a\tb\"", "not JSON: a bare control character at byte 3"),
      ("'a'", "not JSON: expected a value at byte 1"), ("NaN", "not JSON: expected a value at byte 1"),
      (String(repeating: "[", count: 100_000), "not read: nested more than 128 deep"),
    ])
  func refuses(text: String, reason: String) {
    #expect(throws: Reason(reason)) { try JSONParser.value(in: Array(text.utf8)) }
  }

  @Test(
    "Invalid UTF-8 is refused", arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]])
  func refusesInvalidUTF8(bytes: [UInt8]) {
    #expect(throws: Reason("invalid UTF-8")) { try JSONParser.value(in: bytes) }
  }

  @Test("Of equal keys the last counts, and the order is kept") func keys() throws {
    let value = try JSONParser.value(in: Array(#"{"b":1,"a":2,"b":3}"#.utf8))
    #expect(value["b"] == 3)
    #expect(value.text == #"{"b":1,"a":2,"b":3}"#)
  }

  @Test("Written text has nothing in it that a terminal acts on") func isPrintable() {
    let value = JSONValue.string("a\u{0}\u{1B}[31m\u{7F}\u{9B}\u{2028}\u{202E}\u{2066}\u{FEFF}é\"\\\n")
    #expect(value.text == #""a\u0000\u001b[31m\u007f\u009b\u2028\u202e\u2066"# + "\u{FEFF}" + #"é\"\\\n""#)
    #expect("a\u{1B}b".printable == #"a\u001bb"#)
  }

  @Test("A string of escapes costs by its length, not by the square of it") func escapes() throws {
    func cost(of count: Int) throws -> Duration {
      let text = Array("\"\(String(repeating: "\\n", count: count))\"".utf8)
      let begin = threadTime
      #expect(try JSONParser.value(in: text) == .string(String(repeating: "\n", count: count)))
      return threadTime - begin
    }
    let short = try cost(of: 20_000)
    let long = try cost(of: 320_000)
    // Sixteen times as long, far from 256 times the cost.
    #expect(long < short * 64, "\(short) for 20,000 escapes, \(long) for 320,000")
  }

  /// The processor time this thread has had, which other load does not change.
  private var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  @Test("What is written is read back as it was", arguments: 0..<200) func roundTrip(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let value = JSONValue.random(using: &random, depth: 4)
    #expect(try JSONParser.value(in: Array(value.text.utf8)) == value, "seed \(seed)")
  }

  @Test("Damaged text never traps", arguments: 0..<200) func survivesDamage(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = Array(JSONValue.random(using: &random, depth: 4).text.utf8)
    for _ in 0..<4 where !bytes.isEmpty { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random) }
    bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
    _ = try? JSONParser.value(in: bytes)
  }
}

struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension JSONValue {
  static func random(using random: inout SeededGenerator, depth: Int) -> JSONValue {
    func text() -> String {
      let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x1_FFFF), using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
    case 0: return nil
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
