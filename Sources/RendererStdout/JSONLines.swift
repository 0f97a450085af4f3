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
    line(event, alert.id) { json in
      json.key("severity")
      json.string(alert.content.severity.rawValue)
      json.key("title")
      json.string(alert.content.title)
      if !alert.content.message.isEmpty {
        json.key("message")
        json.string(alert.content.message)
      }
      list("lines", lines ?? [], in: &json) { line, json in json.string(line) }
      list("actions", alert.content.actions, in: &json) { action, json in
        json.object { json in
          json.key("id")
          json.string(action.id)
          json.key("title")
          json.string(action.title)
          json.key("role")
          json.string(action.role.rawValue)
          if action.isPreferred {
            json.key("preferred")
            json.bool(true)
          }
        }
      }
      list("fields", alert.content.fields, in: &json) { field, json in
        json.object { json in
          json.key("id")
          json.string(field.id)
          json.key("label")
          json.string(field.label)
          json.key("secure")
          json.bool(field.isSecure)
          if !field.isSecure && !field.initialValue.isEmpty {
            json.key("value")
            json.string(field.initialValue)
          }
        }
      }
      if let progress = alert.content.progress {
        json.key("progress")
        json.number(progress)
      }
      if let icon = alert.content.icon {
        json.key("icon")
        json.string(icon)
      }
      if let left = alert.facts.timeLeft {
        json.key("timeLimit")
        json.number(Double(left.components.seconds) + Double(left.components.attoseconds) / 1e18)
      }
      json.key("repeatCount")
      json.number(Double(alert.facts.repeatCount))
      json.key("waitingCount")
      json.number(Double(alert.facts.waitingCount))
    }
  }

  /// `answered`, with the action but never with what was typed (R16).
  static func answered(_ id: AlertID, _ response: AlertResponse) -> [UInt8] {
    line("answered", id) { json in
      if case .chose(let choice) = response {
        json.key("action")
        json.string(choice.action)
      } else {
        json.key("response")
        json.string("dismissed")
      }
    }
  }

  /// `rejected`: an answer that is none, and why; another one is waited for.
  static func rejected(_ id: AlertID, _ reason: String) -> [UInt8] {
    line("rejected", id) { json in
      json.key("reason")
      json.string(reason)
    }
  }

  /// `expired` when its time was up, `withdrawn` when it was taken down before, `failed` with a reason.
  static func ended(_ id: AlertID, _ event: String, reason: String? = nil) -> [UInt8] {
    line(event, id) { json in
      guard let reason else { return }
      json.key("reason")
      json.string(reason)
    }
  }

  private static func line(_ event: String, _ id: AlertID, _ body: (inout JSONText) -> Void) -> [UInt8] {
    var json = JSONText()
    json.object { json in
      json.key("event")
      json.string(event)
      json.key("id")
      json.string(id.description)
      body(&json)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func list<Element>(
    _ name: String, _ elements: [Element], in json: inout JSONText, _ write: (Element, inout JSONText) -> Void
  ) {
    guard !elements.isEmpty else { return }
    json.key(name)
    json.array { json in for element in elements { write(element, &json) } }
  }
}
