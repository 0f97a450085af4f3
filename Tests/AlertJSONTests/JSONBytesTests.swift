import AlertJSON
import Testing

@Suite struct JSONBytesTests {
  @Test("R13: written text has nothing in it that a terminal acts on") func isPrintable() {
    let value = JSONValue.string("a\u{0}\u{1B}[31m\u{7F}\u{9B}\u{2028}\u{202E}\u{2066}\u{FEFF}\u{E0001}é\"\\\n\r\t")
    #expect(value.text == #""a\u0000\u001b[31m\u007f\u009b\u2028\u202e\u2066\ufeff\udb40\udc01é\"\\\n\r\t""#)
  }

  @Test("R13: no control, format or separating character leaves unescaped, and all text comes back as it was") func escaping() throws {
    let hostile = String(String.UnicodeScalarView((0...0x2FFFF).compactMap { Unicode.Scalar($0 as UInt32) })) + "\u{E0001}\u{E007F}"
    let value = JSONValue.string(hostile)
    for scalar in value.text.unicodeScalars {
      let properties = scalar.properties
      if [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) || properties.isBidiControl {
        Issue.record("U+\(String(scalar.value, radix: 16)) is not escaped")
      }
    }
    guard case .string(let back) = try JSONParser.value(in: value.bytes) else { return #expect(Bool(false), "no string") }
    #expect(back.unicodeScalars.elementsEqual(hostile.unicodeScalars))
  }

  @Test(
    "Numbers are written as JSON has them; what it has no number for is null",
    arguments: [
      (0, "0"), (.integer(.min), "-9223372036854775808"), (0.0, "0.0"), (-0.0, "-0.0"), (1e300, "1e+300"), (0.1, "0.1"),
      (.number(.leastNonzeroMagnitude), "5e-324"),
      (.number(.infinity), "null"), (.number(-.infinity), "null"), (.number(.nan), "null"),
    ] as [(JSONValue, String)])
  func numbers(value: JSONValue, text: String) { #expect(value.text == text) }

  @Test("A literal leaves out what is nil and keeps what is null") func literals() {
    let value: JSONValue = ["a": 1, "b": nil, "c": .null, "d": [true, "x", 1.5], "e": [:]]
    #expect(value.text == #"{"a":1,"c":null,"d":[true,"x",1.5],"e":{}}"#)
  }
}
