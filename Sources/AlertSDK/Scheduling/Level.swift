/// One place on screen: the one outside every turn, or the one inside a running turn (S20).
///
/// Levels form a stack. Every level but the top has a turn in its place, and the level above belongs to that turn. Numbers only, as
/// each part of a step looks at it; who waits for the place is in the level's `LevelQueues` (S35).
struct Level {
  /// The turn it belongs to; 0 outside.
  let turn: TurnNumber
  /// What has the place: an alert, or a turn.
  var presentation: Presentation?
  var run: TurnRun?
  /// The one that will interrupt, or has, and waits for the place (S4).
  var candidate: Candidate?

  init(turn: TurnNumber) { self.turn = turn }
}

/// Who waits for one level's place.
struct LevelQueues {
  var alerts = AlertQueue()
  var turns = AlertQueue()
  /// Waiting for `showAfter` or a retry.
  var asides = AlertQueue()

  var isEmpty: Bool { alerts.isEmpty && turns.isEmpty && asides.isEmpty }

  /// The highest priority that waits in its queues.
  var highestWaiting: Int? {
    guard let turn = turns.lines.first?.priority else { return alerts.lines.first?.priority }
    return max(turn, alerts.lines.first?.priority ?? turn)
  }
}

extension Level {
  /// The earliest thing that is due here.
  var deadline: Nanoseconds {
    var earliest = presentation?.deadline ?? .never
    if let candidate { earliest = min(earliest, candidate.until) }
    if let run { earliest = min(earliest, run.until, run.stallAt) }
    return earliest
  }
}

extension Presentation {
  var deadline: Nanoseconds {
    let earliest = min(min(stepUntil, timeUntil), min(graceUntil, dwellUntil), moveAt)
    return replacement.map { min($0.until, earliest) } ?? earliest
  }
}

/// A turn that has the place: the body of a `withTurn`, or a `didEnd` the queue waits for.
struct TurnRun {
  let turn: TurnNumber
  let slot: Slot
  var until: Nanoseconds
  /// When it is reported as stalled; `.never` while something of its own is there, and after the report.
  var stallAt: Nanoseconds
  var isReported = false
}

/// An alert whose relevance is asked while another is up.
struct Candidate {
  enum Step: UInt8 { case confirming, confirmed, reading }
  let slot: Slot
  var call: CallNumber
  var step: Step
  var until: Nanoseconds
}

/// The showing of one alert, from the relevance check until `present` has returned.
struct Presentation {
  enum Step: UInt8 {
    case confirming, reading
    /// `present` runs; nothing is on screen yet.
    case presenting
    case onScreen
    /// A combinator's surface has gone and another is tried; time stands still.
    case hidden
  }
  enum Leaving {
    /// The outcome is decided, and kept in `decided` (S9, S10).
    case decided
    /// A more urgent one wants the place (S4).
    case interrupted
    /// It will be presented anew and keeps the place (S22, S28).
    case moved
    /// The renderer was taken away (S28).
    case uninstalled
    /// It did not appear in time (S26).
    case overdue
  }
  var slot: Slot
  var call: CallNumber
  var step: Step
  var leaving: Leaving?
  /// The relevance, content or appearance limit.
  var stepUntil: Nanoseconds = .never
  /// The end of its time on screen.
  var timeUntil: Nanoseconds = .never
  /// When a renderer that was told to take it down is given up.
  var graceUntil: Nanoseconds = .never
  /// When somebody who waits for `minimumDwell` may interrupt.
  var dwellUntil: Nanoseconds = .never
  /// When new content moves it, where it was moved less than a second ago.
  var moveAt: Nanoseconds = .never
  var presentedAt: Nanoseconds = 0
  var appearedAt: Nanoseconds = 0
  /// Whether it was on screen during this call of `present`.
  var wasOnScreen = false
  /// Whether it was moved and keeps the place: no pause, hold or relevance check comes between (S22).
  var wasMoved = false
  var capabilities: RendererCapabilities = []
  var renderer: RendererNumber = 0
  /// One with the same key whose relevance is asked before it takes this one's place (S23).
  var replacement: Candidate?
  /// One with the same key that takes the place when this one has left (S23).
  var successor: Candidate?

  init(slot: Slot, call: CallNumber, step: Step) { (self.slot, self.call, self.step) = (slot, call, step) }

  var isInRenderer: Bool { step == .presenting || step == .onScreen || step == .hidden }
  /// Not one that is leaving already, nor one that keeps the place until it is presented anew (S22, S23).
  var isInterruptible: Bool { leaving == nil && (isInRenderer || !wasMoved) }
}

/// Names an installed renderer; 0 where none is.
typealias RendererNumber = UInt32
