/// Somebody waits until nothing is left (S30).
struct Drain {
  let number: Int
  /// The caller's innermost running turn; what belongs to it is waited for.
  let turn: TurnNumber
  var until: Nanoseconds
  let isShutDown: Bool
  /// The caller is a `didEnd` that runs beside the queue, which it cannot wait for.
  let ignoresBesides: Bool
}

extension SchedulerState {
  mutating func drain(_ number: Int, inside turn: TurnNumber, besideQueue: Bool, limit: Nanoseconds, now: Nanoseconds) {
    let now = begin(now)
    drains.append(
      Drain(
        number: number, turn: turn, until: now.advanced(saturating: max(0, limit)), isShutDown: false, ignoresBesides: besideQueue))
    settle(now)
  }

  mutating func cancelDrain(_ number: Int) {
    guard let index = drains.firstIndex(where: { $0.number == number && !$0.isShutDown }) else { return }
    drains.remove(at: index)
    effects.append(.drained(number, false))
  }

  /// Nothing is shown any more; turns and `didEnd`s that run get `endLimit` in all.
  mutating func shutDown(_ number: Int, inside turn: TurnNumber, besideQueue: Bool, now: Nanoseconds) {
    let now = begin(now)
    let until = shutDownUntil ?? now.advanced(saturating: limits.end)
    shutDownUntil = until
    _ = takeBackAll(.dropped(.shutDown), now: now)
    for level in levels.indices {
      if let candidate = levels[level].candidate {  // only a turn can be left there
        takeOut(candidate.slot)
        refuseTurn(candidate.slot)
      }
      for slot in queues[level].turns.slots(in: entries) {
        takeOut(slot)
        refuseTurn(slot)
      }
      if let run = levels[level].run { levels[level].run?.until = min(run.until, until) }
    }
    if let running = besides.running { besides.running?.until = min(running.until, until) }
    drains.append(Drain(number: number, turn: turn, until: until, isShutDown: true, ignoresBesides: besideQueue))
    advance(now)
    settle(now)
  }

  /// What follows from a step for those who wait for the end of everything.
  mutating func settle(_ now: Nanoseconds) {
    if levels.count > 1 { watchTurns(now) }
    guard !drains.isEmpty else { return }
    for drain in drains where isDone(drain) || drain.until <= now {
      effects.append(.drained(drain.number, isDone(drain)))
      drains.removeAll { $0.number == drain.number }
    }
  }

  private func isDone(_ drain: Drain) -> Bool {
    guard drain.turn == 0 || drain.isShutDown else {
      guard let level = levelIndex(of: drain.turn) else { return true }
      return isEmpty(level)
    }
    guard besides.isEmpty || drain.ignoresBesides else { return false }
    // A shutdown does not wait for its caller's turn, which is what the lower levels hold.
    let own = levelIndex(of: drain.turn) ?? 0
    return levels.count == own + 1 && isEmpty(own)
  }

  // MARK: Asking

  /// Why not yet? O(1) (S33); the failure is the one its renderer gave last.
  func status(of slot: Slot, failure: RendererFailure?, now: Nanoseconds) -> AlertHandle.Status {
    let entry = self[slot]
    if let level = presentingLevel(of: slot), let presentation = levels[level].presentation {
      if let outcome = decided[slot] { return .ending(outcome) }
      switch presentation.step {
      case .confirming, .reading, .presenting, .hidden: return .presenting
      case .onScreen: return .onScreen
      }
    }
    var reasons: [AlertHandle.WaitReason] = []
    if entry.phase == .aside, entry.notBefore > now {
      let remaining = (entry.notBefore - now).duration
      if let failure { reasons.append(.unavailable(failure, retryAfter: remaining)) } else { reasons.append(.held(remaining: remaining)) }
    }
    if pause == .all || entry.priority < pauseLevel { reasons.append(.paused) }
    if let until = holds.map(\.until).max() { reasons.append(.held(remaining: max(0, until - now).duration)) }
    if renderer == 0 {
      reasons.append(.noRenderer)
    } else if abandonedCalls.values.contains(renderer) {
      reasons.append(.unavailable(.unavailable("its last alert has not been taken down yet"), retryAfter: .zero))
    } else if gateUntil > now, entry.phase != .aside {
      reasons.append(
        .unavailable(failure ?? .unavailable("the renderer refused three alerts in a row"), retryAfter: (gateUntil - now).duration))
    }
    let level = levelIndex(of: entry.turn) ?? 0
    if levels[level].run != nil {
      reasons.append(.behindTurn)
    } else if let presentation = levels[level].presentation {
      reasons.append(.behind(self[presentation.slot].id))
      if presentation.dwellUntil > now, presentation.dwellUntil != .never, comesBefore(slot, presentation.slot) {
        reasons.append(.minimumDwell(remaining: (presentation.dwellUntil - now).duration))
      }
    } else if levels.count - 1 > level {
      reasons.append(.behindTurn)
    }
    return .waiting(because: reasons)
  }

  private var pauseLevel: Int { if case .below(let priority) = pause { priority } else { .min } }

  /// How many go before it, 0 for the next one; nil when it does not wait in the queue. O(n), on a copy (S33).
  func position(of slot: Slot) -> Int? {
    guard self[slot].phase == .queued, let level = levelIndex(of: self[slot].turn) else { return nil }
    var before = 0
    for queue in [queues[level].alerts, queues[level].turns] {
      queue.forEach(in: entries) { if $0 != slot, self[$0].goesBefore(self[slot], aging: limits.aging) { before += 1 } }
    }
    return before
  }

  /// Alerts that wait in queues; what a renderer may show as "2 more waiting".
  var waitingCount: Int {
    var count = 0
    for index in levels.indices { count += queues[index].alerts.count }
    return count
  }
}

extension SchedulerState {
  /// What is left of its time on screen, for the renderer; nil without a limit.
  func timeLeft(_ slot: Slot, now: Nanoseconds) -> Duration? {
    guard self[slot].timeLeft != .never else { return nil }
    if let level = presentingLevel(of: slot), let until = levels[level].presentation?.timeUntil, until != .never {
      return max(0, until - now).duration
    }
    return self[slot].timeLeft.duration
  }

  func snapshot(history: [AlertCenter.Record]) -> AlertCenter.Snapshot {
    var waiting: [Slot] = []
    for level in levels.indices.reversed() {
      let queued = queues[level].alerts.slots(in: entries) + queues[level].turns.slots(in: entries)
      waiting += queued.sorted { self[$0].goesBefore(self[$1], aging: limits.aging) }
    }
    return AlertCenter.Snapshot(
      current: levels.last?.presentation.map { self[$0.slot].id }, isTurnRunning: levels.count > 1,
      waiting: waiting.map { self[$0].id }, isPaused: pause != .none, holds: holds.count, statistics: statistics, history: history)
  }
}
