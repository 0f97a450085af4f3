/// Who goes first, and has the previous one closed? The whole answer, as a plain value.
///
/// No lock, no clock, no task, no I/O: each call and each timer is one mutating method that takes `now` and leaves effects behind.
/// The rules S1-S35 and S38 are in "How alerts are ordered". At most one slot is taken in a step, before any is freed, so that an
/// effect's slot means the same alert until the effects of the step are performed.
struct SchedulerState: Sendable {
  let limits: SchedulerLimits
  var entries = ChunkedArray<Entry>()
  var freeSlots: [Slot] = []
  var keys = KeyTable()
  var deadlines = DeadlineHeap()
  /// The queue outside first, then one for each running turn.
  var levels = [Level(turn: 0)]
  /// Those of each level.
  var queues = [LevelQueues()]
  /// The outcomes of those that have a place and are decided.
  var decided: [Slot: AlertOutcome] = [:]
  /// `didEnd`s that wait to run beside the queue, and the one that runs.
  var besides = BesideLine()
  var holds: [(number: UInt64, until: Nanoseconds)] = []
  var drains: [Drain] = []
  var pause: Pause = .none
  /// What the last step asks for; the caller performs it and empties the list.
  var effects: [SchedulerEffect] = []
  /// Whether anybody has subscribed to the events.
  var isObserved = true
  var statistics = AlertCenter.Statistics()

  var renderer: RendererNumber = 0
  /// For the failures the scheduler itself finds.
  var rendererName = ""
  /// When somebody should hear that no renderer is installed; nil once they have.
  var reportAt: Nanoseconds? = .never
  /// Calls that ignored their cancellation, and whose renderer is not called again before they have returned (S26).
  var abandonedCalls: [CallNumber: RendererNumber] = [:]
  var refusalsInRow: UInt8 = 0
  /// Nothing is tried before (S25).
  var gateUntil: Nanoseconds = .min
  /// When a shut-down center stops waiting for turns and `didEnd`s (S30).
  var shutDownUntil: Nanoseconds?

  private(set) var lastNow: Nanoseconds = 0
  private var lastNumber: UInt64 = 0
  private var lastOrder: UInt64 = 0
  private var lastCall: CallNumber = 0
  private var lastTurn: TurnNumber = 0
  private(set) var live = 0
  var countedForCapacity = 0

  enum Pause: Equatable { case none, below(Int), all }

  init(limits: SchedulerLimits) { self.limits = limits }

  subscript(slot: Slot) -> Entry {
    @inline(__always) get { entries[Int(slot)] }
    @inline(__always) _modify { yield &entries[Int(slot)] }
  }

  /// The slot of a live alert or turn, unless it has ended and the slot may be another's by now.
  func isLive(_ slot: Slot, number: UInt64) -> Bool {
    Int(slot) < entries.count && self[slot].number == number && self[slot].phase != .free
  }

  // MARK: Numbers

  /// Begins a step: time never runs back here, whatever the clock does.
  mutating func begin(_ now: Nanoseconds) -> Nanoseconds {
    if live == 0, entries.count > SchedulerState.keptSlots { forgetSlots() }
    pruneDeadlines()
    lastNow = max(lastNow, now)
    return lastNow
  }
  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }
  mutating func nextOrder() -> UInt64 {
    lastOrder += 1
    return lastOrder
  }
  mutating func nextCall() -> CallNumber {
    lastCall += 1
    return lastCall
  }
  mutating func nextTurn() -> TurnNumber {
    lastTurn += 1
    return lastTurn
  }

  /// An event, unless nobody reads them (S35).
  mutating func emit(_ event: AlertCenter.Event) {
    if isObserved { effects.append(.event(event)) }
  }

  // MARK: Slots

  mutating func allocate(_ entry: Entry) -> Slot {
    live += 1
    if let slot = freeSlots.popLast() {
      self[slot] = entry
      return slot
    }
    entries.append(entry)
    return Slot(entries.count - 1)
  }

  /// Nothing is left of it but the outcome in its handles (S12).
  mutating func release(_ slot: Slot) {
    entries.with(Int(slot)) { ($0.phase, $0.number) = (.free, 0) }
    freeSlots.append(slot)
    live -= 1
    if live == 0, reportAt != nil { reportAt = .never }
    effects.append(.finished(slot))
  }

  /// Gives a flood's memory back once it has drained away; the slots of an ordinary day are kept.
  private mutating func forgetSlots() {
    entries.removeAll()
    freeSlots = []
    deadlines = DeadlineHeap()
  }
  private static let keptSlots = 4096

  // MARK: Where something is

  func isEmpty(_ level: Int) -> Bool {
    levels[level].presentation == nil && levels[level].run == nil && levels[level].candidate == nil && queues[level].isEmpty
  }

  // By index: a closure over the levels would copy each, and these run several times in every step (S35).
  func levelIndex(of turn: TurnNumber) -> Int? {
    for index in levels.indices.reversed() where levels[index].turn == turn { return index }
    return nil
  }

  /// The level whose presentation this is, if it has the place.
  func presentingLevel(of slot: Slot) -> Int? {
    for index in levels.indices.reversed() where levels[index].presentation?.slot == slot { return index }
    return nil
  }

  /// The level whose presentation this call is, if it has not become void.
  func presentingLevel(of call: CallNumber) -> Int? {
    for index in levels.indices.reversed() where levels[index].presentation?.call == call { return index }
    return nil
  }

  /// Puts it where it waits: in its queue, or aside until `notBefore`.
  mutating func place(_ slot: Slot, now: Nanoseconds) {
    let level = levelIndex(of: self[slot].turn) ?? 0
    self[slot].turn = levels[level].turn
    if self[slot].traits.contains(.isTurn) {
      self[slot].phase = .queued
      queues[level].turns.insert(slot, in: &entries)
      return
    }
    count(slot)
    if self[slot].notBefore != .never, self[slot].notBefore > now {
      self[slot].phase = .aside
      queues[level].asides.insert(slot, in: &entries)
      deadlines.add(self[slot].notBefore, slot: slot, number: self[slot].number)
    } else {
      self[slot].notBefore = .never
      self[slot].phase = .queued
      queues[level].alerts.insert(slot, in: &entries)
    }
  }

  /// Takes it away from where it waits; a call that asks it something becomes void.
  mutating func takeOut(_ slot: Slot) {
    uncount(slot)
    let level = levelIndex(of: self[slot].turn) ?? 0
    switch self[slot].phase {
    case .queued where self[slot].traits.contains(.isTurn): queues[level].turns.remove(slot, in: &entries)
    case .queued: queues[level].alerts.remove(slot, in: &entries)
    case .aside: queues[level].asides.remove(slot, in: &entries)
    case .candidate: forgetCandidate(slot)
    case .free, .current, .running, .ending: break
    }
  }

  private mutating func forgetCandidate(_ slot: Slot) {
    for level in levels.indices {
      if let candidate = levels[level].candidate, candidate.slot == slot {
        levels[level].candidate = nil
        cancelIfCalling(candidate)
      }
      if let replacement = levels[level].presentation?.replacement, replacement.slot == slot {
        levels[level].presentation?.replacement = nil
        cancelIfCalling(replacement)
      }
      if levels[level].presentation?.successor?.slot == slot { levels[level].presentation?.successor = nil }
    }
  }

  mutating func cancelIfCalling(_ candidate: Candidate) {
    if candidate.step != .confirmed { effects.append(.cancel(candidate.call)) }
  }

  // MARK: Capacity (S24)

  /// It waits, in a queue or for a place: it counts unless it was on screen, was refused, or belongs to a turn.
  mutating func count(_ slot: Slot) {
    guard self[slot].turn == 0, self[slot].traits.isDisjoint(with: [.isTurn, .hasAppeared, .refused, .counted]) else { return }
    self[slot].traits.insert(.counted)
    countedForCapacity += 1
  }
  mutating func uncount(_ slot: Slot) {
    guard self[slot].traits.contains(.counted) else { return }
    self[slot].traits.remove(.counted)
    countedForCapacity -= 1
  }
}
