import AlertJSON
import AlertSDK
import Testing

@testable import alert_sdk_demo

@Suite struct OutcomeTests {
  static let question = AlertContent(
    title: "t", actions: [AlertAction(id: "yes", title: "Yes"), AlertAction(id: "no", title: "No", role: .cancel)],
    fields: [AlertField(id: "b", label: "B"), AlertField(id: "a", label: "A", isSecure: true)])
  static let notice = AlertContent(title: "t")

  @Test(
    "The exit status of show",
    arguments: [
      (.chose(AlertChoice("yes")), question, .success), (.chose(AlertChoice("no")), question, .declined), (.dismissed, question, .declined),
      (.timedOut, question, .timedOut), (.dropped(.stale), question, .couldNotAsk), (.failed(.unsupported("x")), question, .couldNotAsk),
      (.withdrawn, question, .couldNotAsk), (.dismissed, notice, .success), (.timedOut, notice, .success), (.delivered, notice, .success),
      (.dropped(.queueFull), notice, .couldNotAsk), (.failed(.unavailable("x")), notice, .couldNotAsk),
    ] as [(AlertOutcome, AlertContent, ExitCode)])
  func status(outcome: AlertOutcome, content: AlertContent, status: ExitCode) {
    #expect(ExitCode(outcome, of: content) == status)
  }

  @Test("Whoever could not be asked has a reason, and nobody else") func complaints() {
    #expect(AlertOutcome.failed(.unsupported("no terminal")).complaint == "no terminal")
    #expect(AlertOutcome.dropped(.stale).complaint == "the alert was dropped (stale)")
    #expect([AlertOutcome.chose(AlertChoice("a")), .dismissed, .timedOut, .delivered].allSatisfy { $0.complaint == nil })
  }

  @Test("Answers: the action, then every field in its order") func answers() {
    let values = ["a": "x\ty\\", "b": "1\n2\r\n3"]
    #expect(ShowAnswer.lines(for: .chose(AlertChoice("yes", values: values)), to: Self.question) == ["yes", "b\t1 2 3", "a\tx\ty\\"])
    #expect(ShowAnswer.lines(for: .chose(AlertChoice("yes")), to: Self.question) == ["yes", "b\t", "a\t"])
    #expect(ShowAnswer.lines(for: .chose(AlertChoice("no", values: values)), to: Self.question) == ["no"])
    #expect(ShowAnswer.lines(for: .dismissed, to: Self.question) == [])
    #expect(ShowAnswer.lines(for: .delivered, to: Self.notice) == [])
  }

  @Test(
    "Outcome lines",
    arguments: [
      (
        .chose(AlertChoice("yes", values: ["b": "2", "a": "1"])), #"{"id":"i","outcome":"chose","action":"yes","values":{"a":"1","b":"2"},"#
      ),
      (.chose(AlertChoice("yes")), #"{"id":"i","outcome":"chose","action":"yes","values":{},"#),
      (.dismissed, #"{"id":"i","outcome":"dismissed","#),
      (.timedOut, #"{"id":"i","outcome":"timedOut","#), (.delivered, #"{"id":"i","outcome":"delivered","#),
      (.withdrawn, #"{"id":"i","outcome":"withdrawn","#), (.dropped(.shutDown), #"{"id":"i","outcome":"dropped","reason":"shutDown","#),
      (.failed(.lost("it\u{1B}is gone")), #"{"id":"i","outcome":"failed","reason":"it\u001bis gone","#),
    ] as [(AlertOutcome, String)])
  func lines(outcome: AlertOutcome, text: String) {
    let line = OutcomeLine(id: "i", outcome: outcome, shownAt: .milliseconds(1500), endedAt: .seconds(2) + .microseconds(1234))
    #expect(line.json.text == text + #""shownAt":1.5,"endedAt":2.001}"#)
  }

  @Test("An alert that never was on screen has no shownAt") func neverShown() {
    let line = OutcomeLine(id: "", outcome: .dismissed, endedAt: .zero)
    #expect(line.json.text == #"{"id":"","outcome":"dismissed","endedAt":0.0}"#)
  }
}
