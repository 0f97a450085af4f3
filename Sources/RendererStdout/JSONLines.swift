import AlertJSON
import AlertSDK

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
    let content = alert.content
    return line([
      "event": .string(event), "id": .string(alert.id.description), "severity": .string(content.severity.rawValue),
      "title": .string(content.title), "message": text(content.message),
      "lines": list(lines ?? [], JSONValue.string), "actions": list(content.actions, json), "fields": list(content.fields, json),
      "progress": content.progress.map(JSONValue.number), "icon": content.icon.map(JSONValue.string),
      "timeLimit": alert.facts.timeLeft.map(seconds),
      "repeatCount": .integer(alert.facts.repeatCount), "waitingCount": .integer(alert.facts.waitingCount),
    ])
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

  // What is empty has no key.
  private static func text(_ text: String) -> JSONValue? { text.isEmpty ? nil : .string(text) }
  private static func list<Element>(_ elements: [Element], _ json: (Element) -> JSONValue) -> JSONValue? {
    elements.isEmpty ? nil : .array(elements.map(json))
  }

  private static func json(_ action: AlertAction) -> JSONValue {
    [
      "id": .string(action.id), "title": .string(action.title), "role": .string(action.role.rawValue),
      "preferred": action.isPreferred ? true : nil,
    ]
  }

  private static func json(_ field: AlertField) -> JSONValue {
    [
      "id": .string(field.id), "label": .string(field.label), "secure": .bool(field.isSecure),
      "value": field.isSecure ? nil : text(field.initialValue),
    ]
  }

  private static func seconds(_ time: Duration) -> JSONValue {
    .number(Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
  }
}
