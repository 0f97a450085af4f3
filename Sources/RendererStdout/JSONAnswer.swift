import AlertJSON
import AlertSDK

/// An answer to an alert as a JSON line: `{"action":"yes","values":{"name":"…"}}` or `{"response":"dismissed"}`, with an `id` or not.
enum JSONAnswer {
  struct Rejected: Error, Hashable { var reason: String }

  /// How deep an answer may be nested: what the stack of ``IOThread`` has room for even without optimisation.
  static let depthLimit = 32

  /// What the line answers; unknown keys are ignored.
  ///
  /// - Throws: ``Rejected`` for what is no answer to this alert; the reason never holds a value (R16).
  static func response(_ line: [UInt8], to content: AlertContent, id: AlertID) throws(Rejected) -> AlertResponse {
    let answer: JSONValue
    do { answer = try JSONParser.value(in: line, depthLimit: depthLimit) } catch { throw Rejected(reason: error.description) }
    guard case .object = answer else { throw Rejected(reason: "not a JSON object") }
    if let named = answer["id"], named != .string(id.description) { throw Rejected(reason: "the id is not \(id)") }
    if answer["response"] == .string("dismissed") { return .dismissed }
    guard case .string(let action)? = answer["action"] else { throw Rejected(reason: "no 'action'") }
    guard content.actions.contains(where: { $0.id == action }) else { throw Rejected(reason: "no such action") }
    var values = Dictionary(content.fields.map { ($0.id, $0.initialValue) }) { first, _ in first }
    switch answer["values"] {
    case nil: break
    case .object(let typed)?:
      for field in typed {
        guard values[field.key] != nil else { throw Rejected(reason: "no such field") }
        guard case .string(let text) = field.value else { throw Rejected(reason: "a value is no string") }
        values[field.key] = text
      }
    default: throw Rejected(reason: "'values' is no object")
    }
    return .chose(action, values: values)
  }
}
