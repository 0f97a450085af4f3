import AlertSDK
import AlertWire
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
      icon: "i", progress: 0.25, attributes: ["a.b": "c"])
    #expect(
      text(JSONLines.shown(JSONLines.Facts(request(content, timeLimit: .milliseconds(1500))), lines: ["l"], event: "updated"))
        == ##"{"event":"updated","id":"#0","severity":"info","title":"T","message":"a\n\"b\"","##
        + #""actions":[{"id":"no","title":"No","role":"cancel","preferred":true}],"#
        + #""fields":[{"id":"u","label":"U","secure":false,"value":"x"},{"id":"p","label":"P","secure":true}],"#
        + #""icon":"i","progress":0.25,"attributes":{"a.b":"c"},"lines":["l"],"timeLimit":1.5,"repeatCount":1,"waitingCount":0}"# + "\n")
  }

  @Test("R13: nothing that a terminal acts on leaves unescaped") func escaping() {
    let bytes = JSONLines.shown(JSONLines.Facts(request(AlertContent(title: "\u{1B}[31m\u{9B}\u{202E}"))), lines: nil)
    #expect(text(bytes).contains(#""title":"\u001b[31m\u009b\u202e""#))
  }

  @Test("R16: an answered line never holds what was typed") func answered() {
    #expect(
      text(JSONLines.answered(request(AlertContent(title: "")).id, .chose("ok", values: ["p": "hunter2"])))
        == ##"{"event":"answered","id":"#0","action":"ok"}"## + "\n")
  }

  @Test("R12: the stack of the thread that reads has room for the deepest answer; a deeper one is refused") func depth() async throws {
    let alert = request(AlertContent(title: "t"))
    func answer(_ depth: Int) async throws -> AlertResponse {
      let nested = String(repeating: #"{"a":["#, count: depth / 2) + String(repeating: "]}", count: depth / 2)
      let line = Array(#"{"response":"dismissed","more":\#(nested)}"#.utf8)
      return try await IOThread.run { try JSONAnswer.response(line, to: alert.content, id: alert.id) }
    }
    #expect(try await answer(30) == .dismissed)
    await #expect(throws: JSONAnswer.Rejected(reason: "not read: nested more than 32 deep")) { try await answer(100_000) }
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
