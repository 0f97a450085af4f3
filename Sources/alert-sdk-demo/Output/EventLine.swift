import AlertJSON
import AlertSDK

/// An event of the queue as a line of `--events`: when, what, which alert, and what belongs to it.
struct EventLine: Equatable, Sendable {
  let json: JSONValue

  /// - Parameters:
  ///   - time: Since the start.
  ///   - name: What the input calls an alert; nil where it has no name.
  init(event: AlertCenter.Event, at time: Duration, name: (AlertID) -> String?) {
    func members(_ kind: String, _ alert: AlertID? = nil, _ more: [JSONValue.Member] = []) -> [JSONValue.Member] {
      var members = [JSONValue.Member(key: "at", value: time.jsonSeconds), .init(key: "event", value: .string(kind))]
      if let alert {
        members.append(.init(key: "alert", value: .string("\(alert)")))
        if let name = name(alert) { members.append(.init(key: "id", value: .string(name))) }
      }
      return members + more
    }
    let all =
      switch event {
      case .queued(let id): members("queued", id)
      case .joined(let id, let host): members("joined", id, [.init(key: "host", value: .string("\(host)"))])
      case .updated(let id): members("updated", id)
      case .presenting(let id): members("presenting", id)
      case .appeared(let id): members("appeared", id)
      case .interrupted(let id): members("interrupted", id)
      case .moved(let id): members("moved", id)
      case .failed(let id, let failure): members("failed", id, [.init(key: "reason", value: .string("\(failure)"))])
      case .ended(let id, let outcome): members("ended", id, outcome.members(withValues: false))
      case .paused(let level):
        members("paused", nil, level.map { [.init(key: "below", value: .integer($0.rawValue))] } ?? [])
      case .resumed: members("resumed")
      case .held: members("held")
      case .released: members("released")
      case .leaseEnded: members("leaseEnded")
      case .turnStarted(let id): members("turnStarted", id)
      case .turnEnded(let id): members("turnEnded", id)
      case .turnStalled(let id): members("turnStalled", id)
      case .rendererAbandoned(let id): members("rendererAbandoned", id)
      }
    json = .object(all)
  }
}
