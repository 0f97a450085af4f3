/// How a call of `present` came back.
enum PresentReturn {
  /// With a response; `isKnown` is false for an action that no content of this presentation had (S27).
  case response(AlertResponse, isKnown: Bool)
  case failure(RendererFailure)
  /// With `CancellationError`.
  case cancelled
}

extension SchedulerState {
  // MARK: Before it is drawn (S15)

  /// The alert has said whether it is still relevant; or its time to say so is over, which counts as yes.
  mutating func relevance(_ call: CallNumber, is isRelevant: Bool, now: Nanoseconds) {
    let now = begin(now)
    answerRelevance(call, isRelevant, now: now)
    advance(now)
    settle(now)
  }

  mutating func answerRelevance(_ call: CallNumber, _ isRelevant: Bool, now: Nanoseconds) {
    if let level = presentingLevel(of: call), levels[level].presentation?.step == .confirming {
      if isRelevant { read(level, call: call, now: now) } else { finish(level, .dropped(.irrelevant), now: now) }
    } else if let level = levels.firstIndex(where: { $0.candidate?.call == call && $0.candidate?.step == .confirming }),
      let candidate = levels[level].candidate
    {
      levels[level].candidate?.step = .confirmed  // so that taking it out cancels nothing
      guard isRelevant else {
        takeOut(candidate.slot)
        return end(candidate.slot, .dropped(.irrelevant), now: now)
      }
      levels[level].candidate?.until = .never
      interrupt(level, now: now)
    } else if let level = levels.firstIndex(where: { $0.presentation?.replacement?.call == call }),
      let replacement = levels[level].presentation?.replacement
    {
      levels[level].presentation?.replacement?.step = .confirmed
      guard isRelevant else {
        takeOut(replacement.slot)
        return end(replacement.slot, .dropped(.irrelevant), now: now)
      }
      confirmReplacement(level, replacement, now: now)
    }
  }

  /// Has the content read, by the same call if it runs already.
  mutating func read(_ level: Int, call: CallNumber? = nil, now: Nanoseconds) {
    guard var presentation = levels[level].presentation else { return }
    presentation.call = call ?? nextCall()
    presentation.step = .reading
    presentation.leaving = nil
    presentation.stepUntil = now.advanced(saturating: limits.content)
    levels[level].presentation = presentation
    effects.append(.work(.read(presentation.slot, presentation.call)))
  }

  /// The content is there; false when another renderer was installed meanwhile, whose capabilities have to be asked first.
  mutating func ready(
    _ call: CallNumber, for renderer: RendererNumber, capabilities: RendererCapabilities, needed: RendererCapabilities, now: Nanoseconds
  ) -> Bool {
    let now = begin(now)
    if let level = presentingLevel(of: call), levels[level].presentation?.step == .reading {
      guard renderer == self.renderer || self.renderer == 0 else { return false }
      present(level, call, capabilities: capabilities, needed: needed, now: now)
    } else if let level = levels.firstIndex(where: { $0.presentation?.replacement?.call == call }) {
      swapIn(level, needed: needed, now: now)
    }
    advance(now)
    settle(now)
    return true
  }

  private mutating func present(
    _ level: Int, _ call: CallNumber, capabilities: RendererCapabilities, needed: RendererCapabilities, now: Nanoseconds
  ) {
    guard var presentation = levels[level].presentation else { return }
    let slot = presentation.slot
    // A moved alert keeps the place: no pause and no hold come between (S22).
    guard presentation.wasMoved ? canPresentAlerts(now) : isAllowed(slot, now: now) else { return putBack(level, now: now) }
    guard capabilities.isSuperset(of: needed) else {
      return finish(
        level, .failed(rendererFailure(.unsupported, "it cannot show such an alert (\(needed.subtracting(capabilities).words))")), now: now)
    }
    presentation.step = .presenting
    presentation.capabilities = capabilities
    presentation.renderer = renderer
    presentation.presentedAt = now
    presentation.stepUntil = now.advanced(saturating: limits.appearance)
    levels[level].presentation = presentation
    emit(.presenting(self[slot].id))
    effects.append(.work(.present(slot, call)))
  }

  // MARK: On screen

  mutating func didAppear(_ call: CallNumber, now: Nanoseconds) {
    let now = begin(now)
    guard let level = presentingLevel(of: call) else { return }
    appear(level, now: now)
    advance(now)
    settle(now)
  }

  mutating func appear(_ level: Int, now: Nanoseconds) {
    guard var presentation = levels[level].presentation, presentation.step == .presenting || presentation.step == .hidden else { return }
    let slot = presentation.slot
    if !presentation.wasOnScreen {
      presentation.wasOnScreen = true
      presentation.appearedAt = now
      emit(.appeared(self[slot].id))
    }
    presentation.step = .onScreen
    presentation.stepUntil = .never
    levels[level].presentation = presentation
    refusalsInRow = 0
    gateUntil = .min
    self[slot].refusals = 0
    markAppeared(slot)
    guard presentation.leaving == nil else { return }
    startTime(level, now: now)
  }

  mutating func markAppeared(_ slot: Slot) {
    self[slot].waitUntil = .never
    guard !self[slot].traits.contains(.hasAppeared) else { return }
    self[slot].traits.insert(.hasAppeared)
    effects.append(.appeared(slot))
  }

  /// Time on screen begins to count (S13).
  mutating func startTime(_ level: Int, now: Nanoseconds) {
    guard let slot = levels[level].presentation?.slot, self[slot].timeLeft != .never else { return }
    let timeUntil = now.advanced(saturating: self[slot].timeLeft)
    levels[level].presentation?.timeUntil = timeUntil
    if self[slot].timeLeft == 0 { decide(level, .timedOut, now: now) }
  }

  /// Keeps what is left of the time on screen.
  private mutating func stopTime(_ level: Int, now: Nanoseconds) {
    guard let presentation = levels[level].presentation, presentation.timeUntil != .never else { return }
    self[presentation.slot].timeLeft = max(0, presentation.timeUntil - now)
    levels[level].presentation?.timeUntil = .never
  }

  /// Nothing is due any more while it leaves.
  mutating func stopClocks(_ level: Int, now: Nanoseconds) {
    stopTime(level, now: now)
    guard var presentation = levels[level].presentation else { return }
    (presentation.stepUntil, presentation.dwellUntil, presentation.moveAt) = (.never, .never, .never)
    levels[level].presentation = presentation
  }

  /// A combinator's surface has gone and another is tried: time stands still, and the appearance limit starts anew.
  mutating func didDisappear(_ call: CallNumber, now: Nanoseconds) {
    let now = begin(now)
    guard let level = presentingLevel(of: call), let presentation = levels[level].presentation,
      presentation.leaving == nil, presentation.isInRenderer
    else { return }
    stopTime(level, now: now)
    if presentation.step == .onScreen { levels[level].presentation?.step = .hidden }
    levels[level].presentation?.stepUntil = now.advanced(saturating: limits.appearance)
    advance(now)
    settle(now)
  }

  /// A combinator has its answer; its surfaces follow, and have the grace for it.
  mutating func didAnswer(_ call: CallNumber, _ response: AlertResponse, isKnown: Bool, now: Nanoseconds) {
    let now = begin(now)
    guard let level = presentingLevel(of: call), let presentation = levels[level].presentation,
      presentation.isInRenderer, presentation.leaving != .decided
    else { return }
    defer { settle(now) }
    appear(level, now: now)
    // Appearing may have ended it: a time limit of zero.
    guard levels[level].presentation?.leaving != .decided else { return }
    let outcome = outcome(of: response, isKnown: isKnown)
    levels[level].presentation?.leaving = .decided
    decided[presentation.slot] = outcome
    keys.remove(presentation.slot, in: &entries)
    stopClocks(level, now: now)
    levels[level].presentation?.graceUntil = min(presentation.graceUntil, now.advanced(saturating: limits.cancellationGrace))
  }

  /// What a renderer's response means; an action nobody offered is its fault, not an answer (S27).
  func outcome(of response: AlertResponse, isKnown: Bool) -> AlertOutcome {
    switch response {
    case .chose(let choice): isKnown ? .chose(choice) : .dismissed
    case .dismissed: .dismissed
    case .timedOut: .timedOut
    case .delivered: .delivered
    }
  }

  // MARK: Off the screen

  /// `present` has come back: the alert is off the screen.
  mutating func returned(_ call: CallNumber, _ result: PresentReturn, now: Nanoseconds) {
    let now = begin(now)
    defer { settle(now) }
    guard let level = presentingLevel(of: call), let presentation = levels[level].presentation,
      presentation.isInRenderer
    else {
      if abandonedCalls.removeValue(forKey: call) != nil { advance(now) }
      return
    }
    if case .response(_, isKnown: false) = result { statistics.rendererFaults += 1 }
    switch (result, presentation.leaving) {
    case (_, .decided): leave(level, now: now)
    case (.response(let response, let isKnown), let leaving) where leaving == nil || response.isFinal:
      appear(level, now: now)
      // Appearing may have ended it: a time limit of zero.
      if levels[level].presentation?.leaving == .decided {
        leave(level, now: now)
      } else {
        finish(level, outcome(of: response, isKnown: isKnown), now: now)
      }
    case (.failure(let failure), nil): fail(level, failure, now: now)
    case (.cancelled, nil): fail(level, rendererFailure(.lost, "it stopped presenting without being asked to"), now: now)
    default: leave(level, now: now)
    }
    advance(now)
  }

  /// It has left the screen, or was given up; now what made it leave takes effect.
  mutating func leave(_ level: Int, now: Nanoseconds) {
    guard let presentation = levels[level].presentation else { return }
    stopClocks(level, now: now)
    let slot = presentation.slot
    switch presentation.leaving {
    case .decided: if let outcome = decided.removeValue(forKey: slot) { finish(level, outcome, now: now) }
    case .interrupted:
      if presentation.isInRenderer { emit(.interrupted(self[slot].id)) }
      if presentation.wasOnScreen, isDiscardedWhenInterrupted(slot) {
        finish(level, .dropped(.interrupted), now: now)
      } else {
        putBack(level, now: now)
      }
    case .moved:
      emit(.moved(self[slot].id))
      guard canPresentAlerts(now), self[slot].waitUntil > now else { return putBack(level, now: now) }
      levels[level].presentation?.graceUntil = .never
      levels[level].presentation?.wasOnScreen = false
      levels[level].presentation?.wasMoved = true
      read(level, now: now)
    case .overdue: fail(level, rendererFailure(.lost, "it did not appear in time"), isRefusal: true, now: now)
    case .uninstalled, nil: putBack(level, now: now)
    }
  }

  private func isDiscardedWhenInterrupted(_ slot: Slot) -> Bool {
    let entry = self[slot]
    if entry.traits.contains(.discardedWhenInterrupted) { return true }
    return entry.traits.isDisjoint(with: [.requeuedWhenInterrupted, .neverInterrupted]) && entry.priority <= AlertPriority.low.rawValue
  }

  /// It waits again, in its place, with what is left of its time (S4, S5, S28).
  mutating func putBack(_ level: Int, now: Nanoseconds) {
    guard let presentation = levels[level].presentation else { return }
    if let replacement = presentation.replacement {
      levels[level].presentation?.replacement = nil
      cancelIfCalling(replacement)
      vacate(level, now: now)
      takePlace(of: presentation.slot, replacement.slot)
      place(replacement.slot, now: now)
      return end(presentation.slot, .superseded(by: self[replacement.slot].id), now: now)
    }
    vacate(level, now: now)
    place(presentation.slot, now: now)
    if renderer == 0 { limitWaitForRenderer(presentation.slot, now: now) }
    if self[presentation.slot].waitUntil <= now {
      takeOut(presentation.slot)
      end(presentation.slot, .dropped(.stale), now: now)
    }
  }

  /// The place is free; who waited to replace the one that had it is next in line, or gets the place at once.
  mutating func vacate(_ level: Int, now: Nanoseconds) {
    guard let presentation = levels[level].presentation else { return }
    levels[level].presentation = nil
    if let replacement = presentation.replacement {
      cancelIfCalling(replacement)
      place(replacement.slot, now: now)
    }
    if let successor = presentation.successor, canPresentAlerts(now) {
      if successor.step == .confirming {
        start(successor.slot, level, now: now)
      } else {
        seat(successor, level, now: now)
      }
      levels[level].presentation?.wasMoved = true
    } else if let successor = presentation.successor {
      place(successor.slot, now: now)
    }
  }
}

extension AlertResponse {
  /// Whether it counts although the alert was being taken down for another's sake: a person's answer (S9), or what is out and cannot
  /// be taken back. Anything else may just be how the renderer comes back from a cancellation (R4).
  var isFinal: Bool {
    switch self {
    case .chose, .delivered: true
    case .dismissed, .timedOut: false
    }
  }
}

extension RendererCapabilities {
  /// The names of the capabilities, for a reason.
  var words: String {
    let names: [(Self, String)] = [(.actions, "actions"), (.fields, "fields"), (.updates, "updates"), (.progress, "progress")]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
