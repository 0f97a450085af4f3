/// What `show` gives the scheduler: the alert's scheduling, as numbers.
struct Submission {
  var priority: Int
  var timeLimit: Nanoseconds = .never
  var waitLimit: Nanoseconds = .never
  var showAfter: Nanoseconds = .min
  var key: String?
  var whenDuplicate: AlertScheduling.DuplicatePolicy = .join
  var traits: Entry.Traits = []
  /// The innermost running turn of the caller; 0 outside.
  var turn: TurnNumber = 0
}

/// What became of a `show`.
struct Admission: Equatable {
  /// Where the alert is, or the one it joined.
  var slot: Slot
  /// The number of the new handle.
  var number: UInt64
  var hasJoined: Bool
}

extension SchedulerState {
  mutating func show(_ submission: Submission, now: Nanoseconds) -> Admission {
    let now = begin(now)
    let number = nextNumber()
    statistics.submitted += 1
    let host = submission.whenDuplicate == .allow ? nil : submission.key.flatMap { keys.first($0) }
    if let host, submission.whenDuplicate == .join, shutDownUntil == nil {
      join(host, with: submission, number: number, now: now)
      return Admission(slot: host, number: number, hasJoined: true)
    }
    let slot = admit(submission, number: number, now: now)
    if shutDownUntil != nil {
      end(slot, .dropped(.shutDown), now: now)
    } else if host != nil, submission.whenDuplicate == .drop {
      end(slot, .dropped(.duplicate), now: now)
    } else if self[slot].waitUntil <= now {
      end(slot, .dropped(.stale), now: now)
    } else {
      if let key = submission.key { keys.add(slot, key: key, in: &entries) }
      if let host { replace(host, with: slot, now: now) } else { place(slot, now: now) }
      advance(now)
      enforceCapacity(now)
    }
    settle(now)
    return Admission(slot: slot, number: number, hasJoined: false)
  }

  private mutating func admit(_ submission: Submission, number: UInt64, now: Nanoseconds) -> Slot {
    var entry = Entry(
      number: number, priority: submission.priority, order: nextOrder(), arrival: now,
      timeLeft: max(0, submission.timeLimit), turn: submission.turn, traits: submission.traits, phase: .queued)
    entry.waitUntil = now.advanced(saturating: max(0, submission.waitLimit))
    if submission.showAfter > 0 { entry.notBefore = now.advanced(saturating: submission.showAfter) }
    let slot = allocate(entry)
    if entry.waitUntil != .never { deadlines.add(entry.waitUntil, slot: slot, number: number) }
    if renderer == 0 {
      limitWaitForRenderer(slot, now: now)
      if reportAt == .never { reportAt = now.advanced(saturating: limits.install) }
    }
    emit(.queued(AlertID(number: number)))
    return slot
  }

  /// Nothing is installed: an alert that rather fails than waits gives the app `installLimit` (S25).
  mutating func limitWaitForRenderer(_ slot: Slot, now: Nanoseconds) {
    guard self[slot].traits.contains(.failsWhenUnavailable), !self[slot].traits.contains(.isTurn) else { return }
    self[slot].installUntil = now.advanced(saturating: limits.install)
    deadlines.add(self[slot].installUntil, slot: slot, number: self[slot].number)
  }

  // MARK: Duplicates (S23)

  private mutating func join(_ host: Slot, with newcomer: Submission, number: UInt64, now: Nanoseconds) {
    self[host].participants += 1
    self[host].repeatCount &+= 1
    emit(.joined(AlertID(number: number), host: self[host].id))
    if !self[host].traits.contains(.hasAppeared) {
      let waitUntil = now.advanced(saturating: max(0, newcomer.waitLimit))
      if waitUntil > self[host].waitUntil {
        self[host].waitUntil = waitUntil
        if waitUntil != .never { deadlines.add(waitUntil, slot: host, number: self[host].number) }
      }
    }
    if newcomer.priority > self[host].priority { raise(host, to: newcomer.priority, now: now) }
    if newcomer.turn != 0 { adopt(host, into: newcomer.turn, now: now) }
    if let level = presentingLevel(of: host) { push(level) }
    advance(now)
    settle(now)
  }

  /// The higher priority counts, at the end of its new equals.
  private mutating func raise(_ slot: Slot, to priority: Int, now: Nanoseconds) {
    let isQueued = self[slot].phase == .queued || self[slot].phase == .aside
    if isQueued { takeOut(slot) }
    self[slot].priority = priority
    self[slot].order = nextOrder()
    self[slot].arrival = now
    if isQueued { place(slot, now: now) }
  }

  /// The newcomer takes the place of one with the same key; `slot` is not placed yet.
  private mutating func replace(_ host: Slot, with slot: Slot, now: Nanoseconds) {
    let outcome = AlertOutcome.superseded(by: self[slot].id)
    guard let level = presentingLevel(of: host), let presentation = levels[level].presentation else {
      // A replacement that waits to follow another one hands its place on.
      if let level = levels.lastIndex(where: { $0.presentation?.successor?.slot == host }), levels[level].turn == self[slot].turn {
        levels[level].presentation?.successor = Candidate(slot: slot, call: 0, step: .confirming, until: .never)
        self[slot].phase = .candidate
        count(slot)
      } else {
        takePlace(of: host, slot)
        takeOut(host)
        place(slot, now: now)
      }
      end(host, outcome, now: now)
      return
    }
    let sharesPlace = levels[level].turn == self[slot].turn
    if let earlier = presentation.replacement?.slot {
      takeOut(earlier)
      end(earlier, outcome, now: now)
    }
    switch presentation.leaving {
    case nil where presentation.isInRenderer && sharesPlace, .moved where sharesPlace:
      let call = nextCall()
      self[slot].phase = .candidate
      count(slot)
      levels[level].presentation?.replacement = Candidate(
        slot: slot, call: call, step: .confirming, until: now.advanced(saturating: limits.relevance))
      effects.append(.work(.confirm(slot, call)))
    default:  // nothing of it is on screen, or it was about to wait again
      takePlace(of: host, slot)
      place(slot, now: now)
      decide(level, outcome, now: now)
    }
  }

  mutating func takePlace(of host: Slot, _ slot: Slot) {
    guard self[host].priority == self[slot].priority, self[host].turn == self[slot].turn else { return }
    // The place is handed on, so that no two alerts ever share one.
    (self[host].order, self[slot].order) = (self[slot].order, self[host].order)
    self[slot].arrival = self[host].arrival
  }

  // MARK: Capacity (S24)

  private mutating func enforceCapacity(_ now: Nanoseconds) {
    while countedForCapacity > limits.capacity, let victim = victim() {
      takeOut(victim)
      end(victim, .dropped(.queueFull), now: now)
    }
  }

  /// The one that goes when more are waiting than `capacity`: never one that was suspended, refused, or shown inside a turn.
  private func victim() -> Slot? {
    let outside = [queues[0].alerts, queues[0].asides]
    switch limits.overflow {
    case .dropLowest:
      let latest = outside.compactMap { queue in queue.lines.reversed().lazy.compactMap { lastCounted(in: $0) }.first }
      return latest.min { (self[$0].priority, self[$1].order) < (self[$1].priority, self[$0].order) }
    case .dropNewest:
      return outside.flatMap { $0.lines.compactMap { lastCounted(in: $0) } }.max { self[$0].order < self[$1].order }
    case .dropOldest:
      return outside.flatMap { $0.lines.compactMap { firstCounted(in: $0) } }.min { self[$0].order < self[$1].order }
    }
  }

  private func lastCounted(in line: AlertQueue.Line) -> Slot? {
    var slot = line.last
    while slot != .none, !self[slot].traits.contains(.counted) { slot = self[slot].previous }
    return slot == .none ? nil : slot
  }
  private func firstCounted(in line: AlertQueue.Line) -> Slot? {
    var slot = line.first
    while slot != .none, !self[slot].traits.contains(.counted) { slot = self[slot].next }
    return slot == .none ? nil : slot
  }
}
