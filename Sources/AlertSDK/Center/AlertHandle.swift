/// One `show` call: follow the alert, change it, take it back.
public struct AlertHandle: Sendable, Hashable, Identifiable {
  public let id: AlertID
  public var outcome: AlertOutcome { get async { .dismissed } }
  public func outcomeOrCancel() async throws(CancellationError) -> AlertOutcome { .dismissed }
  public func position() -> Int? { nil }
  public var appeared: Bool { get async { true } }
  public var status: Status { .presenting }
  @discardableResult public func withdraw() -> Bool { false }
  @discardableResult public func update(_ content: AlertContent) -> Bool { false }
  @nonexhaustive(warn)
  public enum Status: Sendable, Hashable {
    case waiting(because: [WaitReason]), presenting, onScreen, ending(AlertOutcome), ended(AlertOutcome)
  }
  @nonexhaustive(warn)
  public enum WaitReason: Sendable, Hashable {
    case behind(AlertID), behindTurn, paused, held(remaining: Duration), noRenderer, unavailable(RendererFailure, retryAfter: Duration),
      minimumDwell(remaining: Duration)
  }
}
