import AlertJSON
import Testing

@testable import AlertSDK
@testable import alert_sdk_demo

@Suite struct EventLineTests {
  private static let id = AlertID(number: 7)

  @Test(
    "S32: every event as a line",
    arguments: [
      (.queued(id), ##""event":"queued","alert":"#7","id":"x""##),
      (.joined(id, host: AlertID(number: 3)), ##""event":"joined","alert":"#7","id":"x","host":"#3""##),
      (.updated(id), ##""event":"updated","alert":"#7","id":"x""##), (.presenting(id), ##""event":"presenting","alert":"#7","id":"x""##),
      (.appeared(id), ##""event":"appeared","alert":"#7","id":"x""##),
      (.interrupted(id), ##""event":"interrupted","alert":"#7","id":"x""##),
      (.moved(id), ##""event":"moved","alert":"#7","id":"x""##),
      (.failed(id, .lost("gone")), ##""event":"failed","alert":"#7","id":"x","reason":"gone""##),
      (.ended(id, .timedOut), ##""event":"ended","alert":"#7","id":"x","outcome":"timedOut""##),
      (.ended(id, .dropped(.stale)), ##""event":"ended","alert":"#7","id":"x","outcome":"dropped","reason":"stale""##),
      (.paused(below: nil), ##""event":"paused""##), (.paused(below: .high), ##""event":"paused","below":750"##),
      (.resumed, ##""event":"resumed""##), (.held, ##""event":"held""##), (.released, ##""event":"released""##),
      (.leaseEnded, ##""event":"leaseEnded""##), (.turnStarted(AlertID(number: 9)), ##""event":"turnStarted","alert":"#9""##),
      (.turnEnded(AlertID(number: 9)), ##""event":"turnEnded","alert":"#9""##),
      (.turnStalled(AlertID(number: 9)), ##""event":"turnStalled","alert":"#9""##),
      (.rendererAbandoned(id), ##""event":"rendererAbandoned","alert":"#7","id":"x""##),
    ] as [(AlertCenter.Event, String)])
  func line(event: AlertCenter.Event, text: String) {
    let line = EventLine(event: event, at: .milliseconds(1250)) { $0 == Self.id ? "x" : nil }
    #expect(line.json.text == #"{"at":1.25,"# + text + "}")
  }

  @Test("What was typed is in no event, whatever the center hands out") func secrets() {
    let outcome = AlertOutcome.chose(AlertChoice("ok", values: ["pw": "hidden"]))
    let line = EventLine(event: .ended(Self.id, outcome), at: .zero) { _ in nil }
    #expect(line.json.text == ##"{"at":0.0,"event":"ended","alert":"#7","outcome":"chose","action":"ok"}"##)
  }
}
