extension AlertCenter {
  /// How a center behaves: how many alerts may wait, and how long it waits for the app and for the renderer.
  public struct Configuration: Sendable {
    /// Which alert goes when more are waiting than `capacity` (S24).
    public enum Overflow: String, Sendable, Hashable, CaseIterable {
      /// The lowest priority, and the latest among those; possibly the newcomer.
      case dropLowest
      /// The latest.
      case dropNewest
      /// The earliest.
      case dropOldest
    }
    /// How long to wait before a renderer that failed is tried again (S25).
    public struct Retry: Sendable, Hashable {
      /// The first wait. Default: 0.1 s; less than 1 ms counts as 1 ms.
      public var first: Duration
      /// What each further wait is longer by. Default: 2.
      public var factor: Double
      /// The longest wait. Default: 30 s.
      public var ceiling: Duration
      /// A back-off of 0.1 s × 2 up to 30 s unless said otherwise.
      public init(first: Duration = .milliseconds(100), factor: Double = 2, ceiling: Duration = .seconds(30)) {
        (self.first, self.factor, self.ceiling) = (first, factor, ceiling)
      }
    }

    /// How many alerts may wait that have not been presented yet. Default: 10,000.
    public var capacity = 10_000
    /// Which one goes when there are more. Default: `.dropLowest`.
    public var overflow = Overflow.dropLowest
    /// What one priority step (250) is worth in waiting time (S3). Default: nil, strict priorities.
    public var aging: Duration?
    /// How long an alert is on screen before it may be interrupted (S6). Default: zero.
    public var minimumDwell = Duration.zero
    /// How long a renderer may take until the alert is on screen (S26). Default: 10 s.
    public var appearanceLimit = Duration.seconds(10)
    /// How long a renderer may take to take an alert down (S26). Default: 2 s.
    public var cancellationGrace = Duration.seconds(2)
    /// How long an app that asks may take to install a renderer (S25). Default: 1 s.
    public var installLimit = Duration.seconds(1)
    /// How long the queue waits for a `didEnd`, and a shutdown for all of them (S11, S30). Default: 5 min.
    public var endLimit = Duration.seconds(300)
    /// How long a turn may take before the queue goes on without it (S20). Default: nil, no limit.
    public var turnLimit: Duration?
    /// How long an alert may take to say whether it is still relevant; then it is taken as relevant (S15). Default: 1 s.
    public var relevanceLimit = Duration.seconds(1)
    /// How long an alert may take to give its content; then it has failed (S15). Default: 1 s.
    public var contentLimit = Duration.seconds(1)
    /// When a renderer that failed is tried again (S25).
    public var retry = Retry()
    /// How many ended alerts the snapshot remembers. Default: 100.
    public var historyLimit = 100
    /// Where the center's own tasks run, and in them the code of alerts and renderers that belongs to no actor. Default: nil, the pool
    /// that all tasks share.
    ///
    /// For a program with an event loop that wants everything on it. The queue stands still while the executor does. Tasks that a
    /// renderer starts of its own, such as those of a combinator for its children, run in the pool.
    public var executor: (any TaskExecutor)?
    /// Where the few lines go that a person should read: the first wait for a renderer, and alerts that are live at exit (S25).
    ///
    /// Called outside every lock, on any thread. Default: one line on standard error, the only thing this library prints by itself.
    public var diagnostics: @Sendable (String) -> Void = { StandardError.writeLine($0) }

    /// The defaults.
    public init() {}
  }
}
