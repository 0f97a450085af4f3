extension SchedulerState {
  /// Somebody wants the place for a prompt or a conversation of their own (S19).
  mutating func queueTurn(priority: Int, inside turn: TurnNumber, now: Nanoseconds) -> Slot {
    let now = begin(now)
    let slot = allocate(
      Entry(
        number: nextNumber(), priority: priority, order: nextOrder(), arrival: now, timeLeft: .never, turn: turn,
        traits: .isTurn, phase: .queued))
    emit(.queued(self[slot].id))
    if shutDownUntil == nil { place(slot, now: now) } else { refuseTurn(slot) }
    advance(now)
    settle(now)
    return slot
  }

  /// The one who wanted the place was cancelled; nothing happens to a turn that has begun.
  mutating func cancelTurn(_ slot: Slot, now: Nanoseconds) {
    let now = begin(now)
    guard self[slot].phase == .queued || self[slot].phase == .candidate else { return }
    takeOut(slot)
    refuseTurn(slot)
    advance(now)
    settle(now)
  }

  mutating func refuseTurn(_ slot: Slot) {
    effects.append(.turnRefused(slot))
    emit(.turnEnded(self[slot].id))
    release(slot)
  }

  mutating func startTurn(_ slot: Slot, _ level: Int, now: Nanoseconds) {
    self[slot].phase = .running
    let turn = nextTurn()
    startRun(slot, turn: turn, limit: limits.turn, level, now: now)
    effects.append(.turnStarted(slot, turn))
    emit(.turnStarted(self[slot].id))
  }

  /// The place belongs to a turn, and what is shown inside has a queue of its own (S20).
  mutating func startRun(_ slot: Slot, turn: TurnNumber, limit: Nanoseconds, _ level: Int, now: Nanoseconds) {
    levels[level].run = TurnRun(
      turn: turn, slot: slot, until: min(now.advanced(saturating: limit), shutDownUntil ?? .never),
      stallAt: now.advanced(saturating: limits.stall))
    levels.append(Level(turn: turn))
    queues.append(LevelQueues())
  }

  /// The body of a turn, or the `didEnd` the queue waits for, has returned.
  mutating func endTurn(_ turn: TurnNumber, now: Nanoseconds) {
    let now = begin(now)
    guard let level = levels.firstIndex(where: { $0.run?.turn == turn }) else { return }  // its limit came first
    closeTurn(level, now: now)
    advance(now)
    settle(now)
  }

  /// What the turn left becomes ordinary: the one on screen keeps the place, waiting ones go behind their equals (S20).
  mutating func closeTurn(_ level: Int, now: Nanoseconds) {
    guard let run = levels[level].run else { return }
    let (inner, waiting) = (levels.remove(at: level + 1), queues.remove(at: level + 1))
    let outer = levels[level].turn
    levels[level].run = inner.run
    levels[level].presentation = inner.presentation
    levels[level].candidate = inner.candidate
    for slot in [inner.run?.slot, inner.presentation?.slot].compactMap({ $0 }) { self[slot].turn = outer }
    let asked = [inner.presentation?.replacement?.slot, inner.presentation?.successor?.slot, inner.candidate?.slot]
    for slot in asked.compactMap({ $0 }) {
      self[slot].turn = outer
      count(slot)
    }
    let left = [waiting.alerts, waiting.asides, waiting.turns].flatMap { $0.slots(in: entries) }
    for slot in left.sorted(by: { self[$0].order < self[$1].order }) {
      self[slot].next = .none
      self[slot].previous = .none
      self[slot].order = nextOrder()
      self[slot].arrival = now
      self[slot].turn = outer
      place(slot, now: now)
    }
    if self[run.slot].traits.contains(.isTurn) { emit(.turnEnded(self[run.slot].id)) }
    release(run.slot)
  }

  /// Somebody inside the turn waits for it: it is moved into the turn, where it will be presented (S20).
  mutating func adopt(_ slot: Slot, into turn: TurnNumber, now: Nanoseconds) {
    guard let target = levelIndex(of: turn), let source = levelIndex(of: self[slot].turn), source < target else { return }
    switch self[slot].phase {
    case .queued, .aside, .candidate:
      takeOut(slot)
      self[slot].turn = turn
      place(slot, now: now)
    case .free, .current, .running, .ending: break
    }
  }

  /// Somebody waits for its outcome, inside this turn.
  mutating func awaited(_ slot: Slot, inside turn: TurnNumber, now: Nanoseconds) {
    let now = begin(now)
    adopt(slot, into: turn, now: now)
    advance(now)
    settle(now)
  }

  /// A turn of which nothing is on screen or waiting counts towards the stall report.
  mutating func watchTurns(_ now: Nanoseconds) {
    for level in levels.indices.dropLast() {
      guard let run = levels[level].run, !run.isReported else { continue }
      if !isEmpty(level + 1) {
        levels[level].run?.stallAt = .never
      } else if run.stallAt == .never {
        levels[level].run?.stallAt = now.advanced(saturating: limits.stall)
      }
    }
  }
}
