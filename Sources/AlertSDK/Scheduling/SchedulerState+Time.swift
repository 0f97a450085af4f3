extension SchedulerState {
  /// When the next thing is due; `.never` when nothing is, so that an idle center sleeps for good (S16).
  mutating func nextDeadline() -> Nanoseconds {
    while let first = deadlines.first, isVoid(first) { deadlines.removeFirst() }
    var next = deadlines.first?.time ?? .never
    for index in levels.indices { next = min(next, levels[index].deadline) }
    if gateUntil > lastNow, !queues[levels.count - 1].alerts.isEmpty { next = min(next, gateUntil) }
    if let reportAt { next = min(next, reportAt) }
    for hold in holds { next = min(next, hold.until) }
    for drain in drains { next = min(next, drain.until) }
    return min(next, besides.running?.until ?? .never)
  }

  /// Does what is due.
  mutating func wake(now: Nanoseconds) {
    let now = begin(now)
    for hold in holds where hold.until <= now {
      holds.removeAll { $0.number == hold.number }
      emit(.leaseEnded)
    }
    if let at = reportAt, at <= now {
      reportAt = .never
      if renderer == 0, queues.contains(where: { !$0.alerts.isEmpty }) { reportWait(Self.noRenderer) }
    }
    while let first = deadlines.first, first.time <= now || isVoid(first) {
      deadlines.removeFirst()
      if isMeant(first) { waitIsOver(first.slot, now: now) }
    }
    var level = levels.count - 1
    while level >= 0 {
      if level < levels.count { wake(level, now: now) }
      level -= 1
    }
    if let running = besides.running, running.until <= now {
      besides.running = nil
      statistics.overruns += 1
      release(running.slot)
      startBeside(now)
    }
    advance(now)
    settle(now)
  }

  // MARK: Waiting alerts

  private func isMeant(_ deadline: DeadlineHeap.Deadline) -> Bool { isLive(deadline.slot, number: deadline.number) }

  /// Alerts that ended long before their limits leave void deadlines behind; they do not pile up.
  mutating func pruneDeadlines() {
    guard deadlines.count > 4 * live + 64 else { return }
    deadlines = DeadlineHeap(deadlines.all.filter { !isVoid($0) })
  }

  private func isVoid(_ deadline: DeadlineHeap.Deadline) -> Bool {
    guard isMeant(deadline) else { return true }
    let entry = self[deadline.slot]
    return deadline.time != entry.waitUntil && deadline.time != entry.notBefore && deadline.time != entry.installUntil
  }

  private mutating func waitIsOver(_ slot: Slot, now: Nanoseconds) {
    let entry = self[slot]
    if entry.waitUntil <= now {
      guard let level = presentingLevel(of: slot), let presentation = levels[level].presentation else {
        takeOut(slot)
        return end(slot, .dropped(.stale), now: now)
      }
      // Not while `present` runs (S14); if it comes back without having appeared, it is stale then.
      if !presentation.isInRenderer { decide(level, .dropped(.stale), now: now) }
    } else if entry.installUntil <= now {
      self[slot].installUntil = .never
      guard renderer == 0, entry.phase == .queued || entry.phase == .aside || entry.phase == .candidate else { return }
      takeOut(slot)
      end(slot, .failed(Self.noRenderer), now: now)
    } else if entry.notBefore <= now, entry.phase == .aside {
      takeOut(slot)
      place(slot, now: now)
    }
  }

  // MARK: Who has the place

  private mutating func wake(_ level: Int, now: Nanoseconds) {
    if let run = levels[level].run {
      if run.stallAt <= now {
        levels[level].run?.isReported = true
        levels[level].run?.stallAt = .never
        emit(.turnStalled(self[run.slot].id))
      }
      if run.until <= now {
        statistics.overruns += 1
        closeTurn(level, now: now)
      }
      return
    }
    wakePresentation(level, now: now)
    if let candidate = levels[level].candidate, candidate.until <= now {
      effects.append(.cancel(candidate.call))
      statistics.overruns += 1
      answerRelevance(candidate.call, true, now: now)
    }
    if let replacement = levels[level].presentation?.replacement, replacement.until <= now {
      replacementIsOverdue(replacement, now: now)
    }
  }

  private mutating func wakePresentation(_ level: Int, now: Nanoseconds) {
    guard let presentation = levels[level].presentation else { return }
    if presentation.timeUntil <= now {
      decide(level, .timedOut, now: now)
    } else if presentation.graceUntil <= now {
      abandon(level, now: now)
    } else if presentation.stepUntil <= now {
      stepIsOverdue(level, presentation, now: now)
    } else if presentation.moveAt <= now {
      levels[level].presentation?.moveAt = .never
      move(level, now: now)
    }
  }

  private mutating func stepIsOverdue(_ level: Int, _ presentation: Presentation, now: Nanoseconds) {
    switch presentation.step {
    case .confirming:  // taken as relevant (S15); whoever was asked may answer to nobody
      effects.append(.cancel(presentation.call))
      statistics.overruns += 1
      read(level, now: now)
    case .reading:
      statistics.overruns += 1
      decide(level, .failed(Self.contentOverdue), now: now)
    case .presenting, .hidden:
      levels[level].presentation?.leaving = .overdue
      takeDown(level, now: now)
    case .onScreen: break
    }
  }

  private mutating func replacementIsOverdue(_ replacement: Candidate, now: Nanoseconds) {
    effects.append(.cancel(replacement.call))
    statistics.overruns += 1
    if replacement.step == .confirming {
      // The next call must not take the cancelled one's answer for its own.
      let call = nextCall()
      if let level = levels.firstIndex(where: { $0.presentation?.replacement?.slot == replacement.slot }) {
        levels[level].presentation?.replacement?.call = call
        answerRelevance(call, true, now: now)
      }
    } else {
      takeOut(replacement.slot)
      end(replacement.slot, .failed(Self.contentOverdue), now: now)
    }
  }

  private static var noRenderer: RendererFailure { .unavailable("no renderer is installed") }
  private static var contentOverdue: RendererFailure { .unsupported("the alert did not give its content in time") }

  /// The renderer ignored its cancellation: it is not called again before that call has returned (S26).
  private mutating func abandon(_ level: Int, now: Nanoseconds) {
    guard let presentation = levels[level].presentation else { return }
    effects.append(.cancel(presentation.call))
    effects.append(.abandoned(presentation.call))
    emit(.rendererAbandoned(self[presentation.slot].id))
    abandonedCalls[presentation.call] = presentation.renderer
    statistics.abandonedCalls += 1
    levels[level].presentation?.graceUntil = .never
    leave(level, now: now)
  }
}
