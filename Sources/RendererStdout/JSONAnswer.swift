import AlertJSON
import AlertSDK
import AlertWire

/// An answer to an alert as a JSON line: `{"action":"yes","values":{"name":"…"}}` or `{"response":"dismissed"}`, with an `id` or not.
enum JSONAnswer {
  typealias Rejected = RejectedAnswer

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
    return .chose(try AlertChoice(json: answer, to: content))
  }
}
