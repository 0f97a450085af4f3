/// When an alert may be shown and what becomes of it on the way; read once, in `show`.
public struct AlertScheduling: Sendable, Hashable {
  /// What becomes of an alert whose key another live one has (S23); the newcomer's policy counts.
  public enum DuplicatePolicy: String, Sendable, Hashable, Codable {
    /// Both are shown.
    case allow
    /// The newcomer shares the other's showing and outcome; the other's repeat count rises.
    case join
    /// The newcomer takes the other's place; the other ends `.superseded(by:)`.
    case replace
    /// The newcomer ends `.dropped(.duplicate)`.
    case drop
  }
  /// What becomes of the alert when a more urgent one interrupts it (S4).
  public enum InterruptionPolicy: String, Sendable, Hashable, Codable {
    /// Discard for priority low and below, requeue above.
    case automatic
    /// It is not interrupted; the urgent one waits.
    case never
    /// It comes back to its place with its remaining time.
    case requeue
    /// It ends `.dropped(.interrupted)`.
    case discard
  }
  /// What becomes of the alert when no renderer can show it now but one may later (S25).
  public enum UnavailabilityPolicy: String, Sendable, Hashable, Codable {
    /// Fail what came by `ask`, keep what came by `show`.
    case automatic
    /// Keep it until a renderer can show it.
    case wait
    /// End it `.failed`.
    case fail
  }

  /// Who goes first. Default: `.medium`.
  public var priority: AlertPriority
  /// Time on screen, after which it ends `.timedOut` (S13). Default: nil, no limit. Zero or less ends it as soon as it appeared.
  public var timeLimit: Duration?
  /// Time until it first appears, after which it ends `.dropped(.stale)` (S14). Default: nil, no limit.
  public var waitLimit: Duration?
  /// Time it waits at least; withdrawn before, it is never drawn (S14). Default: nil, none.
  public var showAfter: Duration?
  /// What makes two alerts the same one. Default: nil, never the same.
  public var key: String?
  /// What becomes of a newcomer with the key of a live alert. Default: `.join`.
  public var whenDuplicate: DuplicatePolicy
  /// What becomes of it when interrupted. Default: `.automatic`.
  public var whenInterrupted: InterruptionPolicy
  /// What becomes of it when no renderer is available. Default: `.automatic`.
  public var whenUnavailable: UnavailabilityPolicy
  /// Who sends it, for `withdraw(where:)` and history. Default: nil.
  public var source: String?

  /// Scheduling with every part optional.
  public init(
    priority: AlertPriority = .medium, timeLimit: Duration? = nil, waitLimit: Duration? = nil,
    showAfter: Duration? = nil, key: String? = nil, whenDuplicate: DuplicatePolicy = .join,
    whenInterrupted: InterruptionPolicy = .automatic, whenUnavailable: UnavailabilityPolicy = .automatic, source: String? = nil
  ) {
    (self.priority, self.timeLimit, self.waitLimit, self.showAfter, self.key) = (priority, timeLimit, waitLimit, showAfter, key)
    (self.whenDuplicate, self.whenInterrupted) = (whenDuplicate, whenInterrupted)
    (self.whenUnavailable, self.source) = (whenUnavailable, source)
  }
}
