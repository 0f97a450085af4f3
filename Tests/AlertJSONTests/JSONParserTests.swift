import AlertJSON
import Testing

@Suite struct JSONParserTests {
  @Test(
    "Valid texts are read",
    arguments: [
      ("null", .null), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12), ("1.5", 1.5), ("1e3", 1000.0),
      ("2E-2", 0.02), ("9223372036854775807", 9_223_372_036_854_775_807), ("9223372036854775808", 9_223_372_036_854_775_808.0),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9\ud83d\ude00""#, "é😀"), (#""日本""#, "日本"),
      (#""\ud800x""#, "\u{FFFD}x"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800\u0041""#, "\u{FFFD}A"), ("[]", []), ("{}", [:]),
      ("[1, [true, null]]", [1, [true, .null]]), ("{\"a\": {\"b\": [\"c\"]}}", ["a": ["b": ["c"]]]), ("1e-400", 0.0),
    ] as [(String, JSONValue)])
  func reads(text: String, value: JSONValue) throws {
    #expect(try JSONParser.value(in: Array(text.utf8)) == value)
  }

  @Test(
    "Everything else is refused with a position and a reason",
    arguments: [
      ("", 0, "not JSON: it ends where a value should be"), ("{", 1, "not JSON: it ends where a key in quotes should be"),
      ("{\"a\"}", 4, "not JSON: expected ':' at byte 5"), ("{\"a\":1,}", 7, "not JSON: expected a key in quotes at byte 8"),
      ("[1 2]", 3, "not JSON: expected ',' or ']' at byte 4"), ("[1,]", 3, "not JSON: expected a value at byte 4"),
      ("tru", 0, "not JSON: expected a value at byte 1"), ("nulls", 4, "not JSON: expected the end at byte 5"),
      ("01", 1, "not JSON: expected the end at byte 2"), ("1.", 2, "not JSON: it ends where a digit should be"),
      ("-", 1, "not JSON: it ends where a digit should be"), (".5", 0, "not JSON: expected a value at byte 1"),
      ("1e", 2, "not JSON: it ends where a digit should be"), ("[1e999]", 1, "not read: the number at byte 2 is too large"),
      ("\"a", 2, "not JSON: it ends where '\"' should be"), ("\"\\x\"", 2, "not JSON: expected an escape at byte 3"),
      ("\"\\u12G4\"", 5, "not JSON: expected four hexadecimal digits at byte 6"),
      ("\"a\tb\"", 2, "not JSON: a bare control character at byte 3"),
      ("'a'", 0, "not JSON: expected a value at byte 1"), ("NaN", 0, "not JSON: expected a value at byte 1"),
      (String(repeating: "[", count: 100_000), 128, "not read: nested more than 128 deep"),
      (String(repeating: "{\"\":", count: 100_000), 512, "not read: nested more than 128 deep"),
    ])
  func refuses(text: String, position: Int, reason: String) {
    let error = #expect(throws: JSONError.self) { try JSONParser.value(in: Array(text.utf8)) }
    #expect(error?.description == reason)
    #expect(error?.position == position)
  }

  @Test(
    "Invalid UTF-8 is refused, in a string or outside: stray, overlong, half a pair, cut off",
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], 2), ([0x22, 0xC3, 0x22], 1),
      ([0x20, 0x80], 1), ([0x5B, 0xFE, 0xFF, 0x5D], 1),
    ] as [([UInt8], Int)])
  func refusesInvalidUTF8(bytes: [UInt8], position: Int) {
    let error = #expect(throws: JSONError.self) { try JSONParser.value(in: bytes) }
    #expect(error?.description == "not JSON: invalid UTF-8 at byte \(position + 1)")
    #expect(error?.position == position)
  }

  @Test("Of equal keys the last counts, and the order is kept") func keys() throws {
    let value = try JSONParser.value(in: Array(#"{"b":1,"a":2,"b":3}"#.utf8))
    #expect(value["b"] == 3)
    #expect(value["c"] == nil)
    #expect(value.text == #"{"b":1,"a":2,"b":3}"#)
  }

  @Test("The depth that is allowed is read, one more is not", arguments: [1, 2, 32, 128]) func depth(limit: Int) throws {
    func nested(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
    #expect(try JSONParser.value(in: nested(limit), depthLimit: limit).bytes == nested(limit))
    #expect(throws: JSONError.self) { try JSONParser.value(in: nested(limit + 1), depthLimit: limit) }
    let side = Array("[\(Array(repeating: "[]", count: 3 * limit).joined(separator: ","))]".utf8)
    #expect(try JSONParser.value(in: side, depthLimit: max(limit, 2)).bytes == side, "only what is open counts")
  }

  @Test("Many escapes take no more than many characters: nothing is copied for each") func manyEscapes() throws {
    let count = 1 << 17
    let text = "\"" + String(repeating: "\\n", count: count) + "\""
    #expect(try JSONParser.value(in: Array(text.utf8)) == .string(String(repeating: "\n", count: count)))
  }
}
