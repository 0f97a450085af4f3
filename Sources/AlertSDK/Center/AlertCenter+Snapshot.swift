extension AlertCenter {
  /// Counts since the center was made, in handles; `submitted` is `ended` plus those that are live (S8).
  public struct Statistics: Sendable, Hashable {
    /// `show` and `ask` calls.
    public internal(set) var submitted = 0
    /// Those that have their outcome.
    public internal(set) var ended = 0
    /// Those that ended `.dropped`.
    public internal(set) var dropped = 0
    /// Those that ended `.failed`.
    public internal(set) var failed = 0
    /// Responses that named no action of the alert (S27).
    public internal(set) var rendererFaults = 0
    /// Calls into renderers that ignored their cancellation (S26).
    public internal(set) var abandonedCalls = 0
    /// Calls into alerts, turns included, that took longer than their limit (S11, S15, S20).
    public internal(set) var overruns = 0
    /// Those that are live.
    public var live: Int { submitted - ended }

    init() {}
  }

  /// One ended alert, as the history remembers it: plain values, nothing the app gave but its key and source.
  public struct Record: Sendable, Hashable {
    /// The alert's id.
    public var id: AlertID
    /// Its priority in the end.
    public var priority: AlertPriority
    /// Its key.
    public var key: String?
    /// Its source.
    public var source: String?
    /// How it ended; without what was typed.
    public var outcome: AlertOutcome
    /// When it was first on screen, since the center was made; nil if it never was.
    public var appearedAt: Duration?
    /// When it ended, since the center was made.
    public var endedAt: Duration
  }

  /// What a center is doing, at one moment.
  public struct Snapshot: Sendable, Hashable {
    /// The alert that is presented, or leaving.
    public var current: AlertID?
    /// Whether a turn has the place.
    public var isTurnRunning: Bool
    /// The alerts that wait in queues, in the order in which they would go.
    public var waiting: [AlertID]
    /// Whether new presentations are stopped, at any level.
    public var isPaused: Bool
    /// How many holds there are.
    public var holds: Int
    /// Counts since the center was made.
    public var statistics: Statistics
    /// The last ended alerts, oldest first; at most `Configuration.historyLimit`.
    public var history: [Record]
  }
}
