extension SchedulerState {
  /// Gives the free place to whoever goes first, or sees whether somebody may interrupt; ends every step.
  mutating func advance(_ now: Nanoseconds) {
    while true {
      let top = levels.count - 1
      if levels[top].presentation != nil {
        considerInterruption(top, now: now)
        if levels[top].presentation != nil { return }
      }
      guard startNext(top, now: now) else { return }
    }
  }

  /// Whether it may be presented now, as far as pauses, holds and the renderer go (S17, S18, S25, S26).
  func isAllowed(_ slot: Slot, now: Nanoseconds) -> Bool {
    guard holds.isEmpty, self[slot].priority >= pauseFloor, pause != .all else { return false }
    return self[slot].traits.contains(.isTurn) || canPresentAlerts(now)
  }

  func canPresentAlerts(_ now: Nanoseconds) -> Bool {
    renderer != 0 && now >= gateUntil && !abandonedCalls.values.contains(renderer)
  }

  private var pauseFloor: Int { if case .below(let priority) = pause { priority } else { .min } }

  /// The one that goes first by S2 and S3 among those that may be presented now.
  private func first(in level: Int, now: Nanoseconds) -> Slot? {
    guard holds.isEmpty, pause != .all else { return nil }
    let floor = pauseFloor
    let alert =
      queues[level].alerts.isEmpty || !canPresentAlerts(now)
      ? nil : queues[level].alerts.first(atLeast: floor, aging: limits.aging, in: entries)
    guard !queues[level].turns.isEmpty else { return alert }
    let turn = queues[level].turns.first(atLeast: floor, aging: limits.aging, in: entries)
    guard let alert, let turn else { return alert ?? turn }
    return self[turn].goesBefore(self[alert], aging: limits.aging) ? turn : alert
  }

  // MARK: The place is free

  /// True when a turn or an alert has taken the place.
  private mutating func startNext(_ level: Int, now: Nanoseconds) -> Bool {
    if let candidate = levels[level].candidate { return start(candidate, level, now: now) }
    guard let slot = first(in: level, now: now) else { return false }
    takeOut(slot)
    start(slot, level, now: now)
    return true
  }

  /// The place has become free while a candidate was asked: it goes unless somebody better has come meanwhile (S2).
  private mutating func start(_ candidate: Candidate, _ level: Int, now: Nanoseconds) -> Bool {
    let slot = candidate.slot
    let rival = first(in: level, now: now)
    let isFirst = rival.map { !self[$0].goesBefore(self[slot], aging: limits.aging) } ?? true
    guard isFirst, isAllowed(slot, now: now) else {
      takeOut(slot)
      place(slot, now: now)
      guard rival != nil else { return false }
      return startNext(level, now: now)
    }
    uncount(slot)
    levels[level].candidate = nil
    seat(candidate, level, now: now)
    return true
  }

  /// The candidate has the place; what it was asked already is not asked again.
  mutating func seat(_ candidate: Candidate, _ level: Int, now: Nanoseconds) {
    guard !self[candidate.slot].traits.contains(.isTurn) else { return startTurn(candidate.slot, level, now: now) }
    self[candidate.slot].phase = .current
    uncount(candidate.slot)
    if candidate.step == .confirmed || candidate.step == .reading {
      cancelIfCalling(candidate)
      levels[level].presentation = Presentation(slot: candidate.slot, call: 0, step: .reading)
      read(level, now: now)
    } else {
      levels[level].presentation = Presentation(slot: candidate.slot, call: candidate.call, step: .confirming)
      levels[level].presentation?.stepUntil = candidate.until
    }
  }

  mutating func start(_ slot: Slot, _ level: Int, now: Nanoseconds) {
    guard !self[slot].traits.contains(.isTurn) else { return startTurn(slot, level, now: now) }
    self[slot].phase = .current
    uncount(slot)
    if self[slot].traits.contains(.isAlwaysRelevant) {
      levels[level].presentation = Presentation(slot: slot, call: 0, step: .reading)
      return read(level, now: now)
    }
    let call = nextCall()
    levels[level].presentation = Presentation(slot: slot, call: call, step: .confirming)
    levels[level].presentation?.stepUntil = now.advanced(saturating: limits.relevance)
    effects.append(.work(.confirm(slot, call)))
  }

  // MARK: Interruption (S4, S6)

  private mutating func considerInterruption(_ level: Int, now: Nanoseconds) {
    if levels[level].presentation?.dwellUntil != .never { levels[level].presentation?.dwellUntil = .never }
    // Confirmed while the one before was leaving: what has the place now may be another.
    if levels[level].candidate?.step == .confirmed { interrupt(level, now: now) }
    // The usual case, at little cost: nobody who waits is strictly more urgent.
    guard let shown = levels[level].presentation?.slot, let highest = queues[level].highestWaiting, highest > self[shown].priority
    else { return }
    guard let presentation = levels[level].presentation, presentation.isInterruptible, levels[level].candidate == nil,
      let slot = first(in: level, now: now), mayInterrupt(slot, level, now: now)
    else { return }
    takeOut(slot)
    self[slot].phase = .candidate
    count(slot)  // it still waits until it has the place
    let call = nextCall()
    let isTurn = self[slot].traits.contains(.isTurn)
    levels[level].candidate = Candidate(
      slot: slot, call: call, step: isTurn ? .confirmed : .confirming,
      until: isTurn ? .never : now.advanced(saturating: limits.relevance))
    if isTurn { interrupt(level, now: now) } else { effects.append(.work(.confirm(slot, call))) }
  }

  /// Whether it comes before the shown one, and that one's policy and dwell let it; else notes when the dwell is over.
  private mutating func mayInterrupt(_ slot: Slot, _ level: Int, now: Nanoseconds) -> Bool {
    guard let shown = levels[level].presentation, comesBefore(slot, shown.slot), isAllowed(slot, now: now) else { return false }
    guard shown.wasOnScreen else { return true }
    guard !self[shown.slot].traits.contains(.neverInterrupted) else { return false }
    let dwellUntil = shown.appearedAt.advanced(saturating: limits.minimumDwell)
    if now < dwellUntil { levels[level].presentation?.dwellUntil = dwellUntil }
    return now >= dwellUntil
  }

  /// Strictly more urgent, and first by the order that counts here.
  func comesBefore(_ slot: Slot, _ shown: Slot) -> Bool {
    self[slot].priority > self[shown].priority && self[slot].goesBefore(self[shown], aging: limits.aging)
  }

  /// The candidate is relevant: only now is the shown one touched. It may have become needless meanwhile, or has to wait again: the
  /// shown one has appeared, or was raised, or nothing may be presented now.
  mutating func interrupt(_ level: Int, now: Nanoseconds) {
    guard let candidate = levels[level].candidate, levels[level].presentation?.isInterruptible == true else { return }
    guard mayInterrupt(candidate.slot, level, now: now) else {
      takeOut(candidate.slot)
      return place(candidate.slot, now: now)
    }
    levels[level].presentation?.leaving = .interrupted
    takeDown(level, now: now)
  }

  /// Nothing of it has reached the renderer: it is gone at once; otherwise its call is cancelled and has the grace to return (S26).
  mutating func takeDown(_ level: Int, now: Nanoseconds) {
    guard let presentation = levels[level].presentation else { return }
    effects.append(.cancel(presentation.call))
    guard presentation.isInRenderer else { return leave(level, now: now) }
    stopClocks(level, now: now)
    levels[level].presentation?.graceUntil = min(presentation.graceUntil, now.advanced(saturating: limits.cancellationGrace))
  }
}
