import AlertSDK
import Testing

@testable import RendererStdout

@Suite struct JSONTests {
  func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
  func request(_ content: AlertContent, timeLimit: Duration? = nil) -> AlertRequest {
    AlertRequest(PlainAlert(content), content: content, timeLimit: timeLimit)
  }

  @Test("One object a line, and only what is there") func shown() {
    #expect(
      text(JSONLines.shown(JSONLines.Facts(request(AlertContent(title: "Hi"))), lines: nil))
        == ##"{"event":"shown","id":"#0","severity":"info","title":"Hi","repeatCount":1,"waitingCount":0}"## + "\n")
    let content = AlertContent(
      title: "T", message: "a\n\"b\"", actions: actions("No", roles: ["No": .cancel], preferred: "No"),
      fields: [
        AlertField(id: "u", label: "U", initialValue: "x"), AlertField(id: "p", label: "P", initialValue: "hunter2", isSecure: true),
      ],
      icon: "i", progress: 0.25)
    #expect(
      text(JSONLines.shown(JSONLines.Facts(request(content, timeLimit: .milliseconds(1500))), lines: ["l"], event: "updated"))
        == ##"{"event":"updated","id":"#0","severity":"info","title":"T","message":"a\n\"b\"","lines":["l"],"##
        + #""actions":[{"id":"no","title":"No","role":"cancel","preferred":true}],"#
        + #""fields":[{"id":"u","label":"U","secure":false,"value":"x"},{"id":"p","label":"P","secure":true}],"#
        + #""progress":0.25,"icon":"i","timeLimit":1.5,"repeatCount":1,"waitingCount":0}"# + "\n")
  }

  @Test("R13: no control, separator or bidirectional character leaves unescaped, and all text comes back as it was") func escaping() throws
  {
    var hostile = String.UnicodeScalarView()
    for value in UInt32(0)...0x2FF { hostile.append(Unicode.Scalar(value)!) }
    for value in UInt32(0x2000)...0x20FF { hostile.append(Unicode.Scalar(value)!) }
    hostile += "😀\u{E0001}\u{FEFF}".unicodeScalars
    let bytes = JSONLines.shown(JSONLines.Facts(request(AlertContent(title: String(hostile)))), lines: nil)
    for scalar in text(bytes.dropLast()).unicodeScalars {
      let bad = scalar.properties.generalCategory == .control || (0x2028...0x202E).contains(scalar.value) || scalar.value == 0xE0001
      #expect(!bad, "\(scalar.value)")
    }
    guard case .object(let object) = try JSONValue(bytes) else { return #expect(Bool(false)) }
    #expect(object["title"] == .string(String(hostile)))
  }

  @Test("R16: an answered line never holds what was typed") func answered() {
    #expect(
      text(JSONLines.answered(request(AlertContent(title: "")).id, .chose("ok", values: ["p": "hunter2"])))
        == ##"{"event":"answered","id":"#0","action":"ok"}"## + "\n")
  }

  @Test(
    "Values are read as RFC 8259 has them",
    arguments: [
      (
        #" {"a":[1,-2.5e3,true,false,null,"x"],"b":{}} "#,
        .object(["a": .array([.number(1), .number(-2500), .bool(true), .bool(false), .null, .string("x")]), "b": .object([:])])
      ),
      (#""\u00e9\ud83d\ude00\n\/\\\"""#, .string("é😀\n/\\\"")), (#""\ud800x""#, .string("\u{FFFD}x")), ("[]", .array([])),
    ] as [(String, JSONValue)])
  func parses(line: String, value: JSONValue) throws { #expect(try JSONValue(Array(line.utf8)) == value) }

  @Test(
    "What is no JSON is refused with a reason",
    arguments: ["", "{", "{\"a\"}", "[1,]", "inf", "0x1", "+1", "tru", "\"a", "\"\\x\"", "\"\\u12\"", "\"\u{1}\"", "1 2", "{a:1}", "[1}"])
  func refuses(line: String) { #expect(throws: JSONValue.Malformed.self) { try JSONValue(Array(line.utf8)) } }

  @Test("Neither depth nor bytes make the parser trap (R12)") func hostileInput() {
    #expect(throws: JSONValue.Malformed.self) { try JSONValue([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) }
    var random = SeededGenerator(state: 7)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in "{}[]\",:\\u01ae-.tfn\u{FF}".utf8.randomElement(using: &random)! }
      _ = try? JSONValue(bytes)
    }
  }

  @Test("Answers name an action and fields of the alert, or say that it was dismissed (R6)") func answers() throws {
    let content = AlertContent(title: "t", actions: actions("Yes"), fields: [AlertField(id: "f", label: "F", initialValue: "i")])
    let id = request(content).id
    func response(_ line: String) throws -> AlertResponse { try JSONAnswer.response(Array(line.utf8), to: content, id: id) }
    #expect(try response(#"{"action":"yes"}"#) == .chose("yes", values: ["f": "i"]))
    #expect(try response(##"{"id":"#0","action":"yes","values":{"f":"x"},"more":1}"##) == .chose("yes", values: ["f": "x"]))
    #expect(try response(#"{"response":"dismissed"}"#) == .dismissed)
    for bad in [
      "x", "[]", #"{"action":"no"}"#, #"{"action":1}"#, ##"{"id":"#7","action":"yes"}"##, #"{"action":"yes","values":{"g":""}}"#,
      #"{"action":"yes","values":{"f":1}}"#, #"{"action":"yes","values":[]}"#, "{}",
    ] { #expect(throws: JSONAnswer.Rejected.self, "\(bad)") { try response(bad) } }
  }
}

/// Splitmix64, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
