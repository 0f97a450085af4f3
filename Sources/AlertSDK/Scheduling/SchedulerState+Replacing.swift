extension SchedulerState {
  // MARK: Replacing on screen (S23)

  /// The alert whose content this call reads to take over the call that shows another.
  func replacement(readBy call: CallNumber) -> Slot? {
    for index in levels.indices {
      if let replacement = levels[index].presentation?.replacement, replacement.call == call, replacement.step == .reading {
        return replacement.slot
      }
    }
    return nil
  }

  mutating func confirmReplacement(_ level: Int, _ replacement: Candidate, now: Nanoseconds) {
    guard let presentation = levels[level].presentation else { return }
    levels[level].presentation?.replacement = nil
    let next = Candidate(slot: replacement.slot, call: replacement.call, step: .confirmed, until: .never)
    if presentation.leaving == nil, presentation.isInRenderer, presentation.capabilities.contains(.updates) {
      levels[level].presentation?.replacement = Candidate(
        slot: replacement.slot, call: replacement.call, step: .reading, until: now.advanced(saturating: limits.content))
      effects.append(.work(.read(replacement.slot, replacement.call)))
    } else {
      levels[level].presentation?.successor = next
      decide(level, .superseded(by: self[replacement.slot].id), now: now)
    }
  }

  /// The newcomer's content is there: it takes over the call that shows the old one.
  mutating func swapIn(_ level: Int, needed: RendererCapabilities, now: Nanoseconds) {
    guard let presentation = levels[level].presentation, let slot = presentation.replacement?.slot else { return }
    levels[level].presentation?.replacement = nil
    let old = presentation.slot
    guard presentation.capabilities.isSuperset(of: needed) else {
      uncount(slot)
      return end(slot, .failed(rendererFailure(.unsupported, "it cannot show such an alert")), now: now)
    }
    guard presentation.leaving == nil, presentation.isInRenderer else {
      levels[level].presentation?.successor = Candidate(slot: slot, call: 0, step: .confirmed, until: .never)
      return decide(level, .superseded(by: self[slot].id), now: now)
    }
    stopClocks(level, now: now)
    uncount(slot)
    self[slot].phase = .current
    levels[level].presentation?.slot = slot
    levels[level].presentation?.stepUntil = presentation.stepUntil
    emit(.presenting(self[slot].id))
    effects.append(.push(slot, presentation.call))
    end(old, .superseded(by: self[slot].id), now: now)
    guard presentation.step == .onScreen else { return }
    levels[level].presentation?.appearedAt = now
    emit(.appeared(self[slot].id))
    markAppeared(slot)
    startTime(level, now: now)
  }
}
