import AlertJSON
import AlertSDK

/// One line of `run`'s output: how an alert of the input ended.
struct OutcomeLine: Equatable, Sendable {
  var id: String
  var outcome: AlertOutcome
  /// The input's name for the alert that took this one's place.
  var successor: String?
  /// Since the start; nil: it never was on screen.
  var shownAt: Duration?
  var endedAt: Duration

  var json: JSONValue {
    var members: [JSONValue.Member] = [.init(key: "id", value: .string(id))]
    members += outcome.members(successor: successor)
    if let shownAt { members.append(.init(key: "shownAt", value: shownAt.jsonSeconds)) }
    members.append(.init(key: "endedAt", value: endedAt.jsonSeconds))
    return .object(members)
  }
}

extension AlertOutcome {
  /// The outcome as members of a JSON object: its name, and what belongs to it.
  func members(successor: String? = nil, withValues: Bool = true) -> [JSONValue.Member] {
    func named(_ name: String, _ more: (String, JSONValue)...) -> [JSONValue.Member] {
      [.init(key: "outcome", value: .string(name))] + more.map { .init(key: $0, value: $1) }
    }
    switch self {
    case .chose(let choice):
      let values = choice.values.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .string($0.value)) }
      let action = named("chose", ("action", .string(choice.action)))
      return withValues ? action + [.init(key: "values", value: .object(values))] : action
    case .dismissed: return named("dismissed")
    case .timedOut: return named("timedOut")
    case .delivered: return named("delivered")
    case .withdrawn: return named("withdrawn")
    case .superseded(let id): return named("superseded", ("by", .string(successor ?? "\(id)")))
    case .dropped(let reason): return named("dropped", ("reason", .string(reason.rawValue)))
    case .failed(let failure): return named("failed", ("reason", .string("\(failure)")))
    }
  }
}

extension Duration {
  /// Seconds to the millisecond.
  var jsonSeconds: JSONValue {
    let (seconds, attoseconds) = components
    return .number((Double(seconds) * 1000 + (Double(attoseconds) / 1e15).rounded()) / 1000)
  }
}
