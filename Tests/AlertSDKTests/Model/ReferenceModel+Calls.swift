@testable import AlertSDK

/// What an app calls.
struct ModelSubmission {
  var priority: Int
  var timeLimit: Int64 = .never
  var waitLimit: Int64 = .never
  var showAfter: Int64 = .min
  var key: String?
  var whenDuplicate = AlertScheduling.DuplicatePolicy.join
  var whenInterrupted = AlertScheduling.InterruptionPolicy.automatic
  var failsWhenUnavailable = false
  var hasDidEnd = false
  var isAlwaysRelevant = false
  var turn: UInt32 = 0
}

extension ReferenceModel {
  func show(_ submission: ModelSubmission, now: Int64) {
    step(now) {
      let number = nextNumber()
      statistics.submitted += 1
      let host = submission.key == nil || submission.whenDuplicate == .allow ? nil : oldest(submission.key)
      if let host, submission.whenDuplicate == .join, shutDownUntil == nil {
        join(host, submission, number)
      } else {
        let alert = admit(submission, number)
        following = .settling
        if shutDownUntil != nil { return end(alert, .dropped(.shutDown)) }
        if host != nil, submission.whenDuplicate == .drop { return end(alert, .dropped(.duplicate)) }
        if alert.waitUntil <= self.now { return end(alert, .dropped(.stale)) }
        following = .goingOn
        alert.key = submission.key
        if let host { replace(host, with: alert) } else { waitAgain(alert) }
        goOn()
        enforceCapacity()
      }
    }
  }

  private func oldest(_ key: String?) -> ModelAlert? {
    alerts.first { $0.key == key && ($0.isWaiting || ($0.state == .up && screen?.verdict == nil)) }
  }

  private func admit(_ submission: ModelSubmission, _ number: UInt64) -> ModelAlert {
    let alert = ModelAlert(
      number: number, isTurn: false, home: submission.turn, priority: submission.priority, rank: nextRank(), arrival: now)
    alert.timeLeft = max(0, submission.timeLimit)
    alert.waitUntil = later(max(0, submission.waitLimit))
    if submission.showAfter > 0 { alert.notBefore = later(submission.showAfter) }
    (alert.isAsked, alert.hasDidEnd) = (submission.failsWhenUnavailable, submission.hasDidEnd)
    alert.isAlwaysRelevant = submission.isAlwaysRelevant
    alert.whenInterrupted = submission.whenInterrupted
    alerts.append(alert)
    seen.append(.queued(number))
    if renderer == 0 {
      giveInstallLimit(alert)
      if !hasReported, reportAt == .never { reportAt = later(limits.install) }
    }
    return alert
  }

  /// S25: nothing is installed, and `ask` gives the app a moment.
  func giveInstallLimit(_ alert: ModelAlert) {
    if alert.isAsked { alert.installUntil = later(limits.install) }
  }

  // MARK: Duplicates (S23)

  private func join(_ host: ModelAlert, _ newcomer: ModelSubmission, _ number: UInt64) {
    host.participants += 1
    seen.append(.joined(number, host: host.number))
    if !host.hasAppeared { host.waitUntil = max(host.waitUntil, later(max(0, newcomer.waitLimit))) }
    if newcomer.priority > host.priority {
      host.priority = newcomer.priority
      host.rank = nextRank()
      host.arrival = now
      if host.state == .waiting { waitAgain(host) }
    }
    if newcomer.turn != 0 { move(host, into: newcomer.turn) }
    if host.state == .up { tellRenderer() }
  }

  /// S20: what somebody inside waits for is moved into the turn. Silent: one on its way to the screen of an outer queue stays there.
  private func move(_ alert: ModelAlert, into turn: UInt32) {
    guard alert.isWaiting, let target = turns.firstIndex(where: { $0.number == turn }) else { return }
    let source = turns.firstIndex { $0.number == alert.home } ?? -1
    guard source < target else { return }
    alert.home = turn
    waitAgain(alert)
  }

  func awaited(_ number: UInt64, inside turn: UInt32, now: Int64) {
    step(now) { if let alert = live(number) { move(alert, into: turn) } }
  }

  private func replace(_ host: ModelAlert, with alert: ModelAlert) {
    let verdict = Verdict.superseded(alert.number)
    guard host.state == .up, let screen else {
      let follows = host.state == .successor && innermost == alert.home
      if follows {
        alert.state = .successor
        alert.asked = .relevance
      } else {
        inheritPlace(of: host, alert)
        waitAgain(alert)
      }
      cancelQuestion(host)
      return end(host, verdict)
    }
    let sharesPlace = innermost == alert.home
    if let earlier = heir {
      cancelQuestion(earlier)
      end(earlier, verdict)
    }
    let isUp = screen.leaving == nil && screen.isInRenderer || screen.leaving == .moved
    if isUp, sharesPlace {
      alert.state = .heir
      alert.asked = .relevance
      alert.call = nextCall()
      alert.askUntil = later(limits.relevance)
      seen.append(.asks(alert.number, call: alert.call))
    } else {
      inheritPlace(of: host, alert)
      waitAgain(alert)
      decide(verdict)
    }
  }

  func inheritPlace(of host: ModelAlert, _ alert: ModelAlert) {
    guard host.priority == alert.priority, host.home == alert.home else { return }
    swap(&host.rank, &alert.rank)
    alert.arrival = host.arrival
  }

  // MARK: Capacity (S24); Silent: enforced by `show`

  private func enforceCapacity() {
    while alerts.count(where: \.countsForCapacity) > limits.capacity {
      let candidates = alerts.filter { $0.countsForCapacity && $0.state == .waiting }
      let victim =
        switch limits.overflow {
        case .dropLowest: candidates.min { ($0.priority, $1.rank) < ($1.priority, $0.rank) }
        case .dropNewest: candidates.max { $0.rank < $1.rank }
        case .dropOldest: candidates.min { $0.rank < $1.rank }
        }
      guard let victim else { return }
      end(victim, .dropped(.queueFull))
    }
  }

  // MARK: Taking back (S21)

  func live(_ number: UInt64) -> ModelAlert? { alerts.first { $0.number == number } }

  func isUndecided(_ alert: ModelAlert) -> Bool { alert.isWaiting || alert.state == .up && screen?.verdict == nil }

  func withdraw(_ number: UInt64, now: Int64) -> Bool {
    var isDecided = false
    step(now) {
      following = .nothing
      guard let alert = live(number), isUndecided(alert) else { return }
      isDecided = true
      if alert.participants > 1 {
        alert.participants -= 1
        statistics.ended += 1
      } else {
        following = .goingOn
        takeBack(alert, .withdrawn)
      }
    }
    return isDecided
  }

  private func takeBack(_ alert: ModelAlert, _ verdict: Verdict) {
    if alert.state == .up { return decide(verdict) }
    cancelQuestion(alert)
    end(alert, verdict)
  }

  func withdraw(all numbers: [UInt64], now: Int64) -> Int {
    var count = 0
    step(now) {
      let undecided = numbers.compactMap { live($0) }.filter { isUndecided($0) && !$0.isTurn }
      count = undecided.count
      for alert in undecided { takeBack(alert, .withdrawn) }
    }
    return count
  }

  func withdrawAll(now: Int64) -> Int {
    var count = 0
    step(now) { count = takeBackAll(.withdrawn) }
    return count
  }

  private func takeBackAll(_ verdict: Verdict) -> Int {
    var count = 0
    for home in [0] + turns.map(\.number) {
      let waiting = alerts.filter { $0.home == home && $0.isWaiting && !$0.isTurn }
      for alert in waiting.sorted(by: { isListedBefore($0, $1) }) {
        takeBack(alert, verdict)
        count += 1
      }
    }
    if screen != nil, screen?.verdict == nil {
      decide(.withdrawn)
      count += 1
    }
    return count
  }

  private func isListedBefore(_ a: ModelAlert, _ b: ModelAlert) -> Bool {
    func group(_ alert: ModelAlert) -> Int {
      switch alert.state {
      case .rival: 2
      case .heir: 3
      case .successor: 4
      default: alert.isAside ? 1 : 0
      }
    }
    return (group(a), -a.priority, a.rank) < (group(b), -b.priority, b.rank)
  }

  func failAwaited(_ number: UInt64, now: Int64) {
    step(now) {
      if let alert = live(number), isUndecided(alert) { takeBack(alert, .failed(.unsupported)) } else { following = .nothing }
    }
  }

  // MARK: Updates (S22)

  func update(_ number: UInt64, needed: RendererCapabilities, now: Int64) -> Bool {
    var isTaken = false
    step(now) {
      following = .nothing
      guard let alert = live(number), isUndecided(alert) else { return }
      isTaken = true
      following = .settling
      seen.append(.updated(number))
      guard alert.state == .up, let screen, screen.isInRenderer, screen.leaving == nil else { return }
      following = .goingOn
      if !screen.capabilities.isSuperset(of: needed) {
        decide(.failed(.unsupported))
      } else if screen.capabilities.contains(.updates) {
        tellRenderer()
      } else {
        moveShown()
      }
    }
    return isTaken
  }

  /// Taken down and presented anew, at most once a second.
  func moveShown() {
    guard let screen, screen.leaving == nil else { return }
    let earliest = screen.presentedAt.advanced(saturating: limits.betweenMoves)
    if now < earliest {
      screen.moveAt = earliest
    } else {
      screen.leaving = .moved
      takeDown()
    }
  }

  /// Silent: a renderer that cannot hear is not told of a count.
  func tellRenderer() {
    guard let screen, screen.isInRenderer, screen.leaving == nil, screen.capabilities.contains(.updates) else { return }
    seen.append(.pushes(screen.alert.number, call: screen.call))
  }

  // MARK: Pauses, holds, renderers (S17, S18, S28)

  func setPause(_ pause: Pause, now: Int64) {
    step(now) {
      guard pause != self.pause else { return following = .nothing }
      self.pause = pause
      switch pause {
      case .none: seen.append(.resumed)
      case .all: seen.append(.paused(below: nil))
      case .below(let priority): seen.append(.paused(below: priority))
      }
    }
  }

  func hold(_ number: Int, lease: Int64, now: Int64) {
    step(now) {
      following = .nothing
      holds.append((number, later(max(0, lease))))
      seen.append(.held)
    }
  }

  func extendHold(_ number: Int, by extra: Int64, now: Int64) {
    step(now) {
      following = .nothing
      guard let index = holds.firstIndex(where: { $0.number == number }) else { return }
      holds[index].until = holds[index].until.advanced(saturating: extra)
    }
  }

  func releaseHold(_ number: Int, now: Int64) {
    step(now) {
      guard holds.contains(where: { $0.number == number }) else { return following = .nothing }
      holds.removeAll { $0.number == number }
      seen.append(.released)
    }
  }

  func install(_ renderer: UInt32, now: Int64) {
    step(now) {
      self.renderer = renderer
      (refusalsInRow, gateUntil) = (0, .min)
      if let screen, screen.isInRenderer {
        if screen.leaving == nil {
          screen.leaving = renderer == 0 ? .uninstalled : .moved
          takeDown()
        } else if screen.leaving == .moved, renderer == 0 {
          screen.leaving = .uninstalled
        }
      }
      for alert in alerts where alert.isWaiting && !alert.isTurn {
        if renderer == 0 {
          giveInstallLimit(alert)
        } else if alert.isAside, alert.wasRefused {
          alert.notBefore = .never
          alert.isAside = false
        }
      }
    }
  }

  // MARK: Turns and the end (S19, S30)

  func queueTurn(priority: Int, inside turn: UInt32, now: Int64) {
    step(now) {
      let alert = ModelAlert(
        number: nextNumber(), isTurn: true, home: turn, priority: priority, rank: nextRank(), arrival: self.now)
      alerts.append(alert)
      seen.append(.queued(alert.number))
      if shutDownUntil != nil { refuse(alert) }
    }
  }

  func cancelTurn(_ number: UInt64, now: Int64) {
    step(now) { if let alert = live(number), alert.isWaiting { refuse(alert) } else { following = .nothing } }
  }

  private func refuse(_ turn: ModelAlert) {
    seen.append(.turnRefused(turn.number))
    seen.append(.turnEnded(turn.number))
    forget(turn)
  }

  func drain(_ number: Int, inside turn: UInt32, besideQueue: Bool, limit: Int64, now: Int64) {
    step(now) {
      following = .settling
      drains.append(
        Drain(number: number, turn: turn, until: later(max(0, limit)), isShutDown: false, ignoresBesides: besideQueue))
    }
  }

  func cancelDrain(_ number: Int) {
    step(now) {
      following = .nothing
      guard drains.contains(where: { $0.number == number && !$0.isShutDown }) else { return }
      drains.removeAll { $0.number == number }
      seen.append(.drained(number, false))
    }
  }

  func shutDown(_ number: Int, inside turn: UInt32, besideQueue: Bool, now: Int64) {
    step(now) {
      let until = shutDownUntil ?? later(limits.end)
      shutDownUntil = until
      _ = takeBackAll(.dropped(.shutDown))
      for turn in alerts where turn.isTurn && turn.isWaiting { refuse(turn) }
      for index in turns.indices { turns[index].until = min(turns[index].until, until) }
      if let until = beside?.until { beside?.until = min(until, self.shutDownUntil ?? .never) }
      drains.append(Drain(number: number, turn: turn, until: until, isShutDown: true, ignoresBesides: besideQueue))
    }
  }
}
