/// The `didEnd`s that run beside the queue, one after another, in order (S11).
struct BesideLine {
  struct Running {
    let slot: Slot
    let call: CallNumber
    var until: Nanoseconds
  }
  var running: Running?
  private var waiting: [Slot] = []
  private var head = 0

  var isEmpty: Bool { running == nil && head == waiting.count }

  mutating func add(_ slot: Slot) { waiting.append(slot) }

  mutating func next() -> Slot? {
    guard head < waiting.count else { return nil }
    defer {
      head += 1
      if head == waiting.count { (waiting, head) = ([], 0) }
    }
    return waiting[head]
  }
}

extension SchedulerState {
  /// The first terminal event wins (S9): from here on the outcome stands, and the alert leaves the screen.
  mutating func decide(_ level: Int, _ outcome: AlertOutcome, now: Nanoseconds) {
    guard let presentation = levels[level].presentation, presentation.leaving != .decided else { return }
    levels[level].presentation?.leaving = .decided
    decided[presentation.slot] = outcome
    keys.remove(presentation.slot, in: &entries)
    takeDown(level, now: now)
  }

  /// The alert that had the place is off the screen and ends.
  mutating func finish(_ level: Int, _ outcome: AlertOutcome, now: Nanoseconds) {
    guard let slot = levels[level].presentation?.slot else { return }
    stopClocks(level, now: now)
    vacate(level, now: now)
    // Whoever got the place by replacing it keeps it; a `didEnd` is only waited for where the place is free.
    guard outcome.holdsQueue, self[slot].traits.contains(.runsDidEnd), levels[level].presentation == nil else {
      return end(slot, outcome, now: now)
    }
    // `didEnd` may take long: whoever was asked is asked anew just before its showing (S15).
    if let candidate = levels[level].candidate {
      takeOut(candidate.slot)
      place(candidate.slot, now: now)
    }
    tell(slot, outcome)
    let turn = nextTurn()
    startRun(slot, turn: turn, limit: limits.end, level, now: now)
    effects.append(.work(.end(slot, turn)))
  }

  /// It ends without having the place, or beside it; `didEnd` runs beside the queue (S11).
  mutating func end(_ slot: Slot, _ outcome: AlertOutcome, now: Nanoseconds) {
    tell(slot, outcome)
    guard self[slot].traits.contains(.runsDidEnd) else { return release(slot) }
    besides.add(slot)
    startBeside(now)
  }

  /// The outcome is there: exactly once for each alert (S8).
  private mutating func tell(_ slot: Slot, _ outcome: AlertOutcome) {
    uncount(slot)
    keys.remove(slot, in: &entries)
    let participants = entries.with(Int(slot)) { entry in
      entry.phase = .ending
      (entry.waitUntil, entry.notBefore, entry.installUntil) = (.never, .never, .never)
      return Int(entry.participants)
    }
    statistics.ended += participants
    if case .dropped = outcome { statistics.dropped += participants }
    if case .failed = outcome { statistics.failed += participants }
    effects.append(.ended(slot, outcome))
    emit(.ended(self[slot].id, outcome.withoutValues))
  }

  // MARK: Beside the queue

  mutating func startBeside(_ now: Nanoseconds) {
    guard besides.running == nil, let slot = besides.next() else { return }
    let call = nextCall()
    let until = now.advanced(saturating: limits.end)
    besides.running = BesideLine.Running(slot: slot, call: call, until: min(until, shutDownUntil ?? .never))
    effects.append(.work(.endBeside(slot, call)))
  }

  /// A `didEnd` beside the queue has returned.
  mutating func endedBeside(_ call: CallNumber, now: Nanoseconds) {
    let now = begin(now)
    guard let running = besides.running, running.call == call else { return }
    besides.running = nil
    release(running.slot)
    startBeside(now)
    settle(now)
  }

  // MARK: Renderers that fail (S25)

  mutating func fail(_ level: Int, _ failure: RendererFailure, isRefusal: Bool = false, now: Nanoseconds) {
    guard let presentation = levels[level].presentation else { return }
    let slot = presentation.slot
    stopClocks(level, now: now)
    let wait: Nanoseconds
    switch failure.kind {
    case .unsupported: return finish(level, .failed(failure), now: now)
    case .unavailable:
      guard !self[slot].traits.contains(.failsWhenUnavailable) else { return finish(level, .failed(failure), now: now) }
      self[slot].refusals = self[slot].refusals == .max ? .max : self[slot].refusals + 1
      wait = failure.retryAfter.map { max(limits.retryLeast, Nanoseconds($0)) } ?? limits.backOff(self[slot].refusals)
      refuse(until: now.advanced(saturating: wait))
      reportWait(failure)
    case .lost:
      if presentation.wasOnScreen, now - presentation.appearedAt >= limits.stable { self[slot].losses = 0 }
      self[slot].losses += 1
      wait = limits.backOff(self[slot].losses)
      if isRefusal { refuse(until: now.advanced(saturating: wait)) }
      guard self[slot].losses < limits.attempts else { return finish(level, .failed(failure), now: now) }
    }
    self[slot].traits.insert(.refused)
    self[slot].notBefore = now.advanced(saturating: wait)
    emit(.failed(self[slot].id, failure))
    effects.append(.setAside(slot, failure))
    putBack(level, now: now)
  }

  /// The first wait is reported once per center.
  mutating func reportWait(_ failure: RendererFailure) {
    guard reportAt != nil else { return }
    reportAt = nil
    effects.append(.reportWait(failure))
  }

  /// A failure that the scheduler itself found, in the installed renderer's name.
  func rendererFailure(_ kind: RendererFailure.Kind, _ reason: String) -> RendererFailure {
    var failure = RendererFailure(kind, reason)
    failure.renderer = rendererName
    return failure
  }

  /// Three refusals in a row, and nothing is tried before the retry.
  private mutating func refuse(until retry: Nanoseconds) {
    refusalsInRow = min(refusalsInRow + 1, limits.attempts)
    if refusalsInRow >= limits.attempts { gateUntil = retry }
  }
}

extension AlertOutcome {
  /// Whether the queue waits for `didEnd` after it (S11).
  var holdsQueue: Bool {
    switch self {
    case .chose, .dismissed, .timedOut, .delivered: true
    case .withdrawn, .superseded, .dropped, .failed: false
    }
  }

  /// The outcome as events, history and diagnostics carry it: the action, never what was typed (S32).
  var withoutValues: AlertOutcome {
    if case .chose(let choice) = self, !choice.values.isEmpty { .chose(AlertChoice(choice.action)) } else { self }
  }
}
