@testable import AlertSDK

/// What alerts, renderers and time answer.
extension ReferenceModel {
  // MARK: Before it is drawn (S15)

  func relevance(_ call: Int, is isRelevant: Bool, now: Int64) { step(now) { answer(call, isRelevant) } }

  private func answer(_ call: Int, _ isRelevant: Bool) {
    if let screen, screen.call == call, screen.step == .relevance {
      return isRelevant ? readContent(by: call) : finish(.dropped(.irrelevant))
    }
    guard let alert = alerts.first(where: { $0.isWaiting && $0.asked == .relevance && $0.call == call }) else { return }
    alert.asked = .nothing
    alert.askUntil = .never
    if !isRelevant {
      end(alert, .dropped(.irrelevant))
    } else if alert.state == .rival {
      interrupt(by: alert)
    } else if alert.state == .heir {
      inherit(alert)
    }
  }

  /// False when another renderer was installed meanwhile.
  func ready(_ call: Int, for renderer: UInt32, capabilities: RendererCapabilities, needed: RendererCapabilities, now: Int64) -> Bool {
    if let screen, screen.call == call, screen.step == .content, renderer != self.renderer, self.renderer != 0 { return false }
    step(now) {
      if let screen, screen.call == call, screen.step == .content {
        // A moved alert keeps the place: no pause and no hold comes between (S22).
        guard screen.keepsPlace ? rendererIsThere : mayBePresented(screen.alert) else { return putBack() }
        guard capabilities.isSuperset(of: needed) else { return finish(.failed(.unsupported)) }
        screen.step = .presenting
        (screen.capabilities, screen.renderer, screen.presentedAt) = (capabilities, self.renderer, self.now)
        screen.stepUntil = later(limits.appearance)
        seen.append(.presenting(screen.alert.number))
        seen.append(.presents(screen.alert.number, call: call))
      } else if let heir, heir.call == call, heir.asked == .content {
        heir.asked = .nothing
        swapIn(heir, needed: needed)
      }
    }
    return true
  }

  // MARK: On screen

  func didAppear(_ call: Int, now: Int64) {
    step(now) { if screen?.call == call { appear() } else { following = .nothing } }
  }

  func appear() {
    guard let screen, screen.step == .presenting || screen.step == .hidden else { return }
    screen.step = .onScreen
    screen.stepUntil = .never
    if !screen.hasAppeared {
      screen.hasAppeared = true
      screen.appearedAt = now
      seen.append(.appeared(screen.alert.number))
    }
    (refusalsInRow, gateUntil, screen.alert.refusals) = (0, .min, 0)
    markAppeared(screen.alert)
    if screen.leaving == nil { startTime() }
  }

  private func markAppeared(_ alert: ModelAlert) {
    alert.waitUntil = .never
    if !alert.hasAppeared { seen.append(.onPresent(alert.number)) }
    alert.hasAppeared = true
  }

  /// S13.
  private func startTime() {
    guard let screen, screen.alert.timeLeft != .never else { return }
    screen.timeUntil = later(screen.alert.timeLeft)
    if screen.alert.timeLeft == 0 { decide(.timedOut) }
  }

  private func stopTime() {
    guard let screen, screen.timeUntil != .never else { return }
    screen.alert.timeLeft = max(0, screen.timeUntil - now)
    screen.timeUntil = .never
  }

  func didDisappear(_ call: Int, now: Int64) {
    step(now) {
      guard let screen, screen.call == call, screen.leaving == nil, screen.isInRenderer else {
        return following = .nothing
      }
      stopTime()
      if screen.step == .onScreen { screen.step = .hidden }
      screen.stepUntil = later(limits.appearance)
    }
  }

  func didAnswer(_ call: Int, _ verdict: Verdict, now: Int64) {
    step(now) {
      following = .nothing
      guard let screen, screen.call == call, screen.isInRenderer, screen.verdict == nil else { return }
      following = .settling
      appear()
      guard screen.verdict == nil else { return }  // its time was zero, which came first (S9, S13)
      screen.leaving = .decided(verdict)
      leaveScreen(screen)
    }
  }

  // MARK: Leaving

  /// S9: the first terminal event wins.
  func decide(_ verdict: Verdict) {
    guard let screen, screen.verdict == nil else { return }
    screen.leaving = .decided(verdict)
    takeDown()
  }

  /// Cancelled; gone at once where nothing of it has reached the renderer.
  func takeDown() {
    guard let screen else { return }
    seen.append(.cancels(call: screen.call))
    if screen.isInRenderer { leaveScreen(screen) } else { left() }
  }

  private func leaveScreen(_ screen: ModelScreen) {
    stopTime()
    (screen.stepUntil, screen.moveAt, dwellUntil) = (.never, .never, .never)
    screen.graceUntil = min(screen.graceUntil, later(limits.cancellationGrace))
  }

  enum Returned { case response(AlertResponse, isKnown: Bool), failure(RendererFailure), cancelled }

  func returned(_ call: Int, _ result: Returned, now: Int64) {
    step(now) {
      guard let screen, screen.call == call, screen.isInRenderer else {
        following = abandoned.removeValue(forKey: call) == nil ? .settling : .goingOn
        return
      }
      switch result {
      case .response(let response, let isKnown):
        if !isKnown { statistics.rendererFaults += 1 }
        let isFinal = if case .chose = response { true } else { response == .delivered }
        guard screen.leaving == nil || isFinal && screen.verdict == nil else { return left() }
        appear()  // S27
        if screen.verdict != nil { left() } else { finish(isKnown ? Verdict(response) : .dismissed) }
      case .failure(let failure): if screen.leaving == nil { fail(failure.kind, retryAfter: failure.retryAfter) } else { left() }
      case .cancelled: if screen.leaving == nil { fail(.lost) } else { left() }
      }
    }
  }

  /// It is off the screen, or was given up.
  func left() {
    guard let screen else { return }
    switch screen.leaving {
    case .decided(let verdict): finish(verdict)
    case .interrupted:
      if screen.isInRenderer { seen.append(.interrupted(screen.alert.number)) }
      let policy = screen.alert.whenInterrupted
      let isDiscarded = policy == .discard || policy == .automatic && screen.alert.priority <= 250
      if screen.hasAppeared, isDiscarded { finish(.dropped(.interrupted)) } else { putBack() }
    case .moved:
      seen.append(.moved(screen.alert.number))
      guard rendererIsThere, screen.alert.waitUntil > now else { return putBack() }
      (screen.graceUntil, screen.hasAppeared, screen.keepsPlace) = (.never, false, true)
      readContent()
    case .overdue: fail(.lost, isRefusal: true)
    case .uninstalled, nil: putBack()
    }
  }

  /// Its place in the queue again, with what is left of its time; one that was asked to replace it does so there (S23).
  func putBack() {
    guard let alert = screen?.alert else { return }
    let heir = heir
    vacate()
    if let heir {
      inheritPlace(of: alert, heir)
      return end(alert, .superseded(heir.number))
    }
    waitAgain(alert)
    if renderer == 0 { giveInstallLimit(alert) }
    if alert.waitUntil <= now { end(alert, .dropped(.stale)) }
  }

  /// The place is free, unless one that replaces it takes it.
  private func vacate() {
    stopTime()
    screen = nil
    if let heir { waitAgain(heir) }
    guard let successor else { return }
    guard rendererIsThere else {
      successor.asked = .nothing
      return waitAgain(successor)
    }
    takePlace(successor, asking: successor.asked == .relevance)
    screen?.keepsPlace = true
  }

  // MARK: Ends

  func finish(_ verdict: Verdict) {
    guard let alert = screen?.alert else { return }
    vacate()
    guard verdict.holdsTheQueue, alert.hasDidEnd, screen == nil else { return end(alert, verdict) }
    // Whoever was asked waits again: it is asked anew just before its showing (S15).
    if let rival = rival(in: innermost) { waitAgain(rival) }
    tell(alert, verdict)
    let turn = open(alert, limit: limits.end)
    seen.append(.runsEnd(alert.number, turn: turn))
  }

  func end(_ alert: ModelAlert, _ verdict: Verdict) {
    tell(alert, verdict)
    guard alert.hasDidEnd else { return forget(alert) }
    besides.append(alert)
    startBeside()
  }

  private func tell(_ alert: ModelAlert, _ verdict: Verdict) {
    alert.state = .ending
    alert.home = 0
    statistics.ended += alert.participants
    if case .dropped = verdict { statistics.dropped += alert.participants }
    if case .failed = verdict { statistics.failed += alert.participants }
    seen.append(.outcome(alert.number, verdict))
    seen.append(.ended(alert.number, verdict))
  }

  /// S12.
  func forget(_ alert: ModelAlert) {
    alert.state = .gone
    alerts.removeAll { $0 === alert }
    seen.append(.finished(alert.number))
    if alerts.isEmpty { reportAt = .never }
  }

  private func startBeside() {
    guard beside == nil, !besides.isEmpty else { return }
    let alert = besides.removeFirst()
    let call = nextCall()
    beside = (alert, call, min(later(limits.end), shutDownUntil ?? .never))
    seen.append(.runsEndBeside(alert.number, call: call))
  }

  func endedBeside(_ call: Int, now: Int64) {
    step(now) {
      following = .nothing
      guard let beside, beside.call == call else { return }
      following = .settling
      besideIsOver(beside.alert)
    }
  }

  private func besideIsOver(_ alert: ModelAlert) {
    beside = nil
    forget(alert)
    startBeside()
  }

  // MARK: Renderers that fail (S25)

  func fail(_ kind: RendererFailure.Kind, retryAfter: Duration? = nil, isRefusal: Bool = false) {
    guard let screen else { return }
    let alert = screen.alert
    stopTime()
    var wait: Int64
    switch kind {
    case .unsupported: return finish(.failed(kind))
    case .unavailable:
      if alert.isAsked { return finish(.failed(kind)) }
      alert.refusals += 1
      wait = retryAfter.map { max(1_000_000, Int64($0)) } ?? backOff(alert.refusals)
      refused(until: later(wait))
      report()
    case .lost:
      if screen.hasAppeared, now - screen.appearedAt >= 10_000_000_000 { alert.losses = 0 }
      alert.losses += 1
      wait = backOff(alert.losses)
      if isRefusal { refused(until: later(wait)) }
      if alert.losses >= 3 { return finish(.failed(kind)) }
    }
    alert.wasRefused = true
    alert.notBefore = later(wait)
    seen.append(.failed(alert.number, kind))
    seen.append(.setsAside(alert.number, kind))
    putBack()
  }

  private func backOff(_ attempt: Int) -> Int64 {
    var wait = Double(limits.retryFirst)
    for _ in 1..<attempt { wait = min(wait * limits.retryFactor, Double(limits.retryCeiling)) }
    return Int64(wait)
  }

  private func refused(until: Int64) {
    refusalsInRow += 1
    if refusalsInRow >= 3 { gateUntil = until }
  }

  private func report() {
    if !hasReported { seen.append(.reportsWait) }
    hasReported = true
    reportAt = .never
  }

  // MARK: Replacing on screen (S23)

  private func inherit(_ heir: ModelAlert) {
    guard let screen else { return }
    if screen.leaving == nil, screen.isInRenderer, screen.capabilities.contains(.updates) {
      heir.asked = .content
      heir.askUntil = later(limits.content)
      seen.append(.reads(heir.number, call: heir.call))
    } else {
      heir.state = .successor
      decide(.superseded(heir.number))
    }
  }

  /// It takes over the call that shows the old one.
  private func swapIn(_ heir: ModelAlert, needed: RendererCapabilities) {
    guard let screen else { return }
    heir.askUntil = .never
    guard screen.capabilities.isSuperset(of: needed) else { return end(heir, .failed(.unsupported)) }
    guard screen.leaving == nil, screen.isInRenderer else {
      heir.state = .successor
      return decide(.superseded(heir.number))
    }
    let old = screen.alert
    stopTime()
    screen.moveAt = .never
    screen.alert = heir
    heir.state = .up
    seen.append(.presenting(heir.number))
    seen.append(.pushes(heir.number, call: screen.call))
    end(old, .superseded(heir.number))
    guard screen.step == .onScreen else { return }
    screen.appearedAt = now
    seen.append(.appeared(heir.number))
    markAppeared(heir)
    startTime()
  }

  // MARK: Time

  func wake(now: Int64) {
    step(now) {
      for hold in holds where hold.until <= self.now {
        holds.removeAll { $0.number == hold.number }
        seen.append(.leaseEnded)
      }
      if reportAt <= self.now {
        reportAt = .never
        if renderer == 0, alerts.contains(where: { $0.state == .waiting && !$0.isTurn && !$0.isAside }) { report() }
      }
      endWaits()
      wakeScreen()
      for turn in turns.reversed() { wakeTurn(turn.number) }
      if let beside, beside.until <= self.now {
        statistics.overruns += 1
        besideIsOver(beside.alert)
      }
    }
  }

  private func endWaits() {
    var due: [(time: Int64, alert: ModelAlert)] = []
    for alert in alerts where alert.isWaiting || alert.state == .up {
      let times = [alert.waitUntil, alert.notBefore, alert.installUntil].filter { $0 <= now }
      if let earliest = times.min() { due.append((earliest, alert)) }
    }
    for (_, alert) in due.sorted(by: { ($0.time, $0.alert.number) < ($1.time, $1.alert.number) }) {
      if alert.isWaiting {
        if alert.waitUntil <= now {
          cancelQuestion(alert)
          end(alert, .dropped(.stale))
        } else if alert.installUntil <= now, renderer == 0 {
          cancelQuestion(alert)
          end(alert, .failed(.unavailable))
        } else if alert.notBefore <= now, alert.isAside {
          waitAgain(alert)
        }
      } else if alert.waitUntil <= now, screen?.alert === alert, screen?.isInRenderer == false {
        decide(.dropped(.stale))  // not while `present` runs (S14)
      }
    }
  }

  private func wakeScreen() {
    if let screen {
      if screen.timeUntil <= now {
        decide(.timedOut)
      } else if screen.graceUntil <= now {
        abandon(screen)
      } else if screen.stepUntil <= now {
        overdue(screen)
      } else if screen.moveAt <= now {
        screen.moveAt = .never
        moveShown()
      }
    }
    for alert in alerts where alert.askUntil <= now && alert.state == .rival { questionIsOverdue(alert) }
    for alert in alerts where alert.askUntil <= now && alert.state == .heir { questionIsOverdue(alert) }
  }

  private func overdue(_ screen: ModelScreen) {
    switch screen.step {
    case .relevance:
      seen.append(.cancels(call: screen.call))
      statistics.overruns += 1
      readContent()
    case .content:
      statistics.overruns += 1
      decide(.failed(.unsupported))
    case .presenting, .hidden:
      screen.leaving = .overdue
      takeDown()
    case .onScreen: break
    }
  }

  private func questionIsOverdue(_ alert: ModelAlert) {
    statistics.overruns += 1
    let wasRelevance = alert.asked == .relevance
    cancelQuestion(alert)
    if !wasRelevance {
      end(alert, .failed(.unsupported))
    } else if alert.state == .rival {
      interrupt(by: alert)
    } else {
      alert.call = nextCall()
      inherit(alert)
    }
  }

  /// S26.
  private func abandon(_ screen: ModelScreen) {
    seen.append(.cancels(call: screen.call))  // it may have answered, which cancels nothing
    seen.append(.rendererAbandoned(screen.alert.number))
    abandoned[screen.call] = screen.renderer
    statistics.abandonedCalls += 1
    screen.graceUntil = .never
    left()
  }

  private func wakeTurn(_ number: UInt32) {
    guard let index = turns.firstIndex(where: { $0.number == number }) else { return }
    if let quiet = turns[index].quietSince, !turns[index].isReported, quiet.advanced(saturating: limits.stall) <= now {
      turns[index].isReported = true
      seen.append(.turnStalled(turns[index].alert.number))
    }
    if turns[index].until <= now {
      statistics.overruns += 1
      close(number)
    }
  }
}

extension Verdict {
  init(_ response: AlertResponse) {
    switch response {
    case .chose: self = .chose
    case .dismissed: self = .dismissed
    case .timedOut: self = .timedOut
    case .delivered: self = .delivered
    }
  }
}
