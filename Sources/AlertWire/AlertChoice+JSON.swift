package import AlertJSON
package import AlertSDK

/// Why what a program said is no answer to the alert; never holds a value that was typed (R16).
package struct RejectedAnswer: Error, Hashable {
  package var reason: String
  package init(reason: String) { self.reason = reason }
}

extension AlertChoice {
  /// The choice that `{"action":"yes","values":{"name":"…"}}` makes among what the alert offers (R6); fields it does not name keep what
  /// they began with, and keys that mean nothing here are ignored.
  package init(json answer: JSONValue, to content: AlertContent) throws(RejectedAnswer) {
    guard case .string(let action)? = answer["action"] else { throw RejectedAnswer(reason: "no 'action'") }
    guard content.actions.contains(where: { $0.id == action }) else { throw RejectedAnswer(reason: "no such action") }
    var values = Dictionary(content.fields.map { ($0.id, $0.initialValue) }) { first, _ in first }
    switch answer["values"] {
    case nil: break
    case .object(let typed)?:
      for field in typed {
        guard values[field.key] != nil else { throw RejectedAnswer(reason: "no such field") }
        guard case .string(let text) = field.value else { throw RejectedAnswer(reason: "a value is no string") }
        values[field.key] = text
      }
    default: throw RejectedAnswer(reason: "'values' is no object")
    }
    self.init(action, values: values)
  }
}
