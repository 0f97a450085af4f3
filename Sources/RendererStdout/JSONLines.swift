import AlertJSON
import AlertSDK
import AlertWire

/// The lines of JSON mode: one object each, with the alert's `id` and an `event`; pure.
enum JSONLines {
  /// An alert at one moment, as the request or an update has it.
  struct Facts {
    var id: AlertID
    var content: AlertContent
    var facts: AlertText.Facts

    init(_ request: AlertRequest) { (id, content, facts) = (request.id, request.content, AlertText.Facts(request)) }
    init(_ id: AlertID, _ update: Mailbox.Update) { (self.id, content, facts) = (id, update.content, update.facts) }
  }

  /// `shown` or `updated`, with everything the alert says; of a secret field nothing but its name.
  static func shown(_ alert: Facts, lines: [String]?, event: String = "shown") -> [UInt8] {
    let lines = (lines ?? []).map(JSONValue.string)
    let head: [JSONValue.Member] = [
      .init(key: "event", value: .string(event)), .init(key: "id", value: .string(alert.id.description)),
    ]
    let more: [(String, JSONValue?)] = [
      ("lines", lines.isEmpty ? nil : .array(lines)), ("timeLimit", alert.facts.timeLeft?.jsonSeconds),
      ("repeatCount", .integer(alert.facts.repeatCount)), ("waitingCount", .integer(alert.facts.waitingCount)),
    ]
    return line(.object(head + alert.content.members + more.compactMap { key, value in value.map { .init(key: key, value: $0) } }))
  }

  /// `answered`, with the action but never with what was typed (R16).
  static func answered(_ id: AlertID, _ response: AlertResponse) -> [UInt8] {
    guard case .chose(let choice) = response else {
      return line(["event": "answered", "id": .string(id.description), "response": "dismissed"])
    }
    return line(["event": "answered", "id": .string(id.description), "action": .string(choice.action)])
  }

  /// `rejected`: an answer that is none, and why; another one is waited for.
  static func rejected(_ id: AlertID, _ reason: String) -> [UInt8] { ended(id, "rejected", reason: reason) }

  /// `expired` when its time was up, `withdrawn` when it was taken down before, `failed` with a reason.
  static func ended(_ id: AlertID, _ event: String, reason: String? = nil) -> [UInt8] {
    line(["event": .string(event), "id": .string(id.description), "reason": reason.map(JSONValue.string)])
  }

  private static func line(_ json: JSONValue) -> [UInt8] { json.bytes + [UInt8(ascii: "\n")] }
}
