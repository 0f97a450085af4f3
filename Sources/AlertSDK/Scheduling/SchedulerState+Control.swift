extension SchedulerState {
  // MARK: Pause (S17) and hold (S18)

  mutating func setPause(_ pause: Pause, now: Nanoseconds) {
    let now = begin(now)
    guard pause != self.pause else { return }
    self.pause = pause
    switch pause {
    case .none: emit(.resumed)
    case .all: emit(.paused(below: nil))
    case .below(let priority): emit(.paused(below: AlertPriority(rawValue: priority)))
    }
    advance(now)
    settle(now)
  }

  mutating func hold(lease: Nanoseconds, now: Nanoseconds) -> UInt64 {
    let now = begin(now)
    let number = nextCall()
    holds.append((number, now.advanced(saturating: max(0, lease))))
    emit(.held)
    return number
  }

  mutating func extendHold(_ number: UInt64, by extra: Nanoseconds, now: Nanoseconds) {
    _ = begin(now)
    guard let index = holds.firstIndex(where: { $0.number == number }) else { return }
    holds[index].until = holds[index].until.advanced(saturating: extra)
  }

  mutating func releaseHold(_ number: UInt64, now: Nanoseconds) {
    let now = begin(now)
    guard let index = holds.firstIndex(where: { $0.number == number }) else { return }
    holds.remove(at: index)
    emit(.released)
    advance(now)
    settle(now)
  }

  // MARK: Renderers (S28)

  mutating func install(_ renderer: RendererNumber, name: String, now: Nanoseconds) {
    let now = begin(now)
    self.renderer = renderer
    rendererName = name
    refusalsInRow = 0
    gateUntil = .min
    let top = levels.count - 1
    if let presentation = levels[top].presentation, presentation.isInRenderer {
      switch presentation.leaving {
      case nil:
        levels[top].presentation?.leaving = renderer == 0 ? .uninstalled : .moved
        takeDown(top, now: now)
      case .moved where renderer == 0: levels[top].presentation?.leaving = .uninstalled
      default: break
      }
    }
    for level in levels.indices {
      if renderer == 0 {
        for slot in waiting(level) { limitWaitForRenderer(slot, now: now) }
      } else {
        // What a renderer refused is tried at once with another.
        for slot in queues[level].asides.slots(in: entries) where self[slot].traits.contains(.refused) {
          takeOut(slot)
          self[slot].notBefore = .never
          place(slot, now: now)
        }
      }
    }
    advance(now)
    settle(now)
  }

  // MARK: Taking back (S21)

  /// True when this call decided it; with several participants only this one leaves (S23).
  mutating func withdraw(_ slot: Slot, now: Nanoseconds) -> Bool {
    let now = begin(now)
    guard isUndecided(slot) else { return false }
    if self[slot].participants > 1 {
      self[slot].participants -= 1
      statistics.ended += 1
      return true
    }
    take(back: slot, .withdrawn, now: now)
    advance(now)
    settle(now)
    return true
  }

  /// Takes these back as a whole, in one step; how many were decided by it.
  mutating func withdraw(all slots: [Slot], now: Nanoseconds) -> Int {
    let now = begin(now)
    let undecided = slots.filter { isUndecided($0) && !self[$0].traits.contains(.isTurn) }
    for slot in undecided { take(back: slot, .withdrawn, now: now) }
    advance(now)
    settle(now)
    return undecided.count
  }

  mutating func withdrawAll(now: Nanoseconds) -> Int {
    let now = begin(now)
    let taken = takeBackAll(.withdrawn, now: now)
    advance(now)
    settle(now)
    return taken
  }

  /// Somebody inside `present` waits for it, which could never end (S20).
  mutating func failAwaited(_ slot: Slot, _ failure: RendererFailure, now: Nanoseconds) {
    let now = begin(now)
    guard isUndecided(slot) else { return }
    take(back: slot, .failed(failure), now: now)
    advance(now)
    settle(now)
  }

  func isUndecided(_ slot: Slot) -> Bool {
    switch self[slot].phase {
    case .queued, .aside, .candidate: true
    case .current: presentingLevel(of: slot).flatMap { levels[$0].presentation?.leaving } != .decided
    case .free, .running, .ending: false
    }
  }

  private mutating func take(back slot: Slot, _ outcome: AlertOutcome, now: Nanoseconds) {
    if let level = presentingLevel(of: slot) {
      decide(level, outcome, now: now)
    } else {
      takeOut(slot)
      end(slot, outcome, now: now)
    }
  }

  /// Every alert that is not decided yet, on screen or waiting anywhere; turns are not alerts.
  mutating func takeBackAll(_ waitingOutcome: AlertOutcome, now: Nanoseconds) -> Int {
    var taken = 0
    let all = levels.indices.flatMap { waiting($0) }
    for slot in all {
      takeOut(slot)
      end(slot, waitingOutcome, now: now)
      taken += 1
    }
    for level in levels.indices where levels[level].presentation != nil && levels[level].presentation?.leaving != .decided {
      decide(level, .withdrawn, now: now)
      taken += 1
    }
    return taken
  }

  /// The alerts of a level that wait, by place, candidates included.
  func waiting(_ level: Int) -> [Slot] {
    let candidates = [
      levels[level].candidate?.slot, levels[level].presentation?.replacement?.slot, levels[level].presentation?.successor?.slot,
    ]
    let slots = queues[level].alerts.slots(in: entries) + queues[level].asides.slots(in: entries) + candidates.compactMap { $0 }
    return slots.filter { !self[$0].traits.contains(.isTurn) }
  }
}
