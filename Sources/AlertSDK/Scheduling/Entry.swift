/// Where an alert or a turn lives while the scheduler knows it; used again for another one after it has ended.
typealias Slot = Int32
/// Names one call into an app or renderer, so that a late return is recognised.
typealias CallNumber = UInt64
/// Names one running turn; 0 is the queue outside every turn.
typealias TurnNumber = UInt32

extension Slot {
  static let none: Slot = -1
}

/// What the scheduler knows of one alert or turn; numbers only, so that a million of them cost little (S35).
struct Entry {
  enum Phase: UInt8 {
    /// The slot is free.
    case free
    /// In its queue.
    case queued
    /// Known but not to be tried now: before `showAfter`, or until a retry.
    case aside
    /// Its relevance is asked while another alert is up.
    case candidate
    /// It has the place on screen, or is on its way there or away.
    case current
    /// A turn whose body runs.
    case running
    /// Off the screen, outcome told; `didEnd` runs or is about to.
    case ending
  }
  struct Traits: OptionSet {
    let rawValue: UInt16
    static let isTurn = Self(rawValue: 1)
    /// Its type may do something in `didEnd`.
    static let runsDidEnd = Self(rawValue: 2)
    /// Ends `.failed` instead of waiting for a renderer (S25).
    static let failsWhenUnavailable = Self(rawValue: 4)
    /// Has been on screen at least once (S5, S14, S24).
    static let hasAppeared = Self(rawValue: 8)
    /// Counts for `capacity` (S24).
    static let counted = Self(rawValue: 16)
    static let neverInterrupted = Self(rawValue: 32)
    static let discardedWhenInterrupted = Self(rawValue: 64)
    /// A renderer has refused it; no victim of a full queue (S24).
    static let refused = Self(rawValue: 128)
    /// The app has brought new content, which counts for good (S15).
    static let updated = Self(rawValue: 256)
    static let requeuedWhenInterrupted = Self(rawValue: 512)
    /// Its type never says anything else, so it is not asked (S15).
    static let isAlwaysRelevant = Self(rawValue: 1024)
  }

  /// The alert's number; a slot is used again, a number never.
  var number: UInt64
  var priority: Int
  /// The place among equals: the number, unless a join moved it to the end (S23).
  var order: UInt64
  var arrival: Nanoseconds
  /// What is left of its time on screen; `.never` without a limit.
  var timeLeft: Nanoseconds
  /// When it is stale (S14).
  var waitUntil: Nanoseconds = .never
  /// Aside until then.
  var notBefore: Nanoseconds = .never
  /// When "nothing installed" becomes its outcome (S25).
  var installUntil: Nanoseconds = .never
  /// Neighbours in its queue.
  var next: Slot = .none
  var previous: Slot = .none
  /// Neighbours among the live ones with the same key, oldest first.
  var nextSameKey: Slot = .none
  var previousSameKey: Slot = .none
  var key: KeyTable.Index = KeyTable.none
  /// Whose queue it belongs to.
  var turn: TurnNumber
  /// Handles that share it and have not left (S23).
  var participants: UInt32 = 1
  var repeatCount: UInt32 = 1
  var traits: Traits
  var phase: Phase
  /// Refusals and losses in a row (S25).
  var refusals: UInt8 = 0
  var losses: UInt8 = 0

  var id: AlertID { AlertID(number: number) }
}
