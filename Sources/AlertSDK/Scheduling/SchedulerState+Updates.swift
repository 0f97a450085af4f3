extension SchedulerState {
  // MARK: Updates (S22)

  /// New content, which needs these capabilities; false when the outcome is decided.
  mutating func update(_ slot: Slot, needed: RendererCapabilities, now: Nanoseconds) -> Bool {
    let now = begin(now)
    guard self[slot].phase != .ending, self[slot].phase != .free else { return false }
    defer { settle(now) }
    if let level = presentingLevel(of: slot), let presentation = levels[level].presentation {
      guard presentation.leaving != .decided else { return false }
      emit(.updated(self[slot].id))
      guard presentation.isInRenderer, presentation.leaving == nil else { return true }
      if !presentation.capabilities.isSuperset(of: needed) {
        decide(level, .failed(rendererFailure(.unsupported, "it cannot show the new content")), now: now)
      } else if presentation.capabilities.contains(.updates) {
        push(level)
      } else {
        move(level, now: now)
      }
      advance(now)
    } else {
      emit(.updated(self[slot].id))
    }
    return true
  }

  /// Tells the renderer, where it can hear; a count alone never takes an alert down.
  mutating func push(_ level: Int) {
    guard let presentation = levels[level].presentation, presentation.isInRenderer, presentation.leaving == nil,
      presentation.capabilities.contains(.updates)
    else { return }
    effects.append(.push(presentation.slot, presentation.call))
  }

  /// Takes it down to present it anew, at most once a second.
  mutating func move(_ level: Int, now: Nanoseconds) {
    guard let presentation = levels[level].presentation, presentation.leaving == nil, presentation.isInRenderer else { return }
    let earliest = presentation.presentedAt.advanced(saturating: limits.betweenMoves)
    guard now >= earliest else {
      levels[level].presentation?.moveAt = earliest
      return
    }
    levels[level].presentation?.leaving = .moved
    takeDown(level, now: now)
  }
}
