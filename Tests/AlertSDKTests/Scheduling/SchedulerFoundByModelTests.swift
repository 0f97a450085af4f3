import Testing

@testable import AlertSDK

/// The smallest cases of what the reference model found, each by the rule it is about.
@Suite struct SchedulerFoundByModelTests {
  private let second: Int64 = 1_000_000_000

  private func dwelling(_ dwell: Duration) -> AlertCenter.Configuration {
    var configuration = AlertCenter.Configuration()
    configuration.minimumDwell = dwell
    return configuration
  }

  @Test func s6DwellCountsForOneThatAppearedWhileTheNewcomerWasAsked() {
    var desk = Desk(dwelling(.seconds(3)))
    let shown = desk.show()
    desk.confirm(shown)
    desk.read(shown)
    let newcomer = desk.show(750)
    desk.appear(shown)
    desk.confirm(newcomer)
    #expect(!desk.isLeaving)
    desk.wake(at: desk.due)
    #expect(desk.now == 3 * second && desk.isAsked(newcomer) == 2)
    desk.confirm(newcomer)
    #expect(desk.isLeaving)
  }

  @Test func s4NeverCountsForOneThatAppearedWhileTheNewcomerWasAsked() {
    var desk = Desk()
    let shown = desk.show { $0.traits.insert(.neverInterrupted) }
    desk.confirm(shown)
    desk.read(shown)
    let newcomer = desk.show(750)
    desk.appear(shown)
    desk.confirm(newcomer)
    #expect(!desk.isLeaving)
    #expect(desk.state.position(of: newcomer) == 0)
  }

  @Test func s6DwellEndsWhileTheSurfaceIsAway() {
    var desk = Desk(dwelling(.seconds(3)))
    let shown = desk.show()
    desk.putUp(shown)
    let newcomer = desk.show(750)
    desk.disappear(shown)
    desk.wake(at: desk.due)
    #expect(desk.now == 3 * second && desk.isAsked(newcomer) == 1)
  }

  @Test func s22NobodyComesBetweenAMovedAlertAndItsNewPresentation() {
    var desk = Desk()
    let shown = desk.show()
    desk.putUp(shown)
    let newcomer = desk.show(750)
    desk.use(2)
    desk.confirm(newcomer)
    desk.come(back: shown)
    #expect(desk.shown == shown && !desk.isLeaving)
    desk.read(shown)
    // It is with the renderer again; the newcomer, who is confirmed, is not forgotten (S4).
    #expect(desk.log.contains(.work(.present(shown, desk.call(of: shown)))))
    #expect(desk.isLeaving)
    desk.come(back: shown)
    #expect(desk.shown == newcomer)
  }

  @Test func s22AnUpdateThatWaitsSurvivesTheSurfaceGoingAway() {
    var desk = Desk()
    let shown = desk.show()
    desk.putUp(shown)
    _ = desk.update(shown)
    desk.disappear(shown)
    desk.wake(at: desk.due)
    #expect(desk.now == second && desk.isLeaving)
  }

  @Test func s15WhoWasAskedBeforeALongDidEndIsAskedAnew() {
    var desk = Desk()
    let shown = desk.show { $0.traits.insert(.runsDidEnd) }
    desk.putUp(shown)
    let newcomer = desk.show(750)
    desk.come(back: shown, .response(.dismissed, isKnown: true))
    let inner = desk.show { [turn = desk.turn(of: shown)] in $0.turn = turn }
    desk.putUp(inner)
    desk.wake(at: 2 * second)
    #expect(desk.due > desk.now)  // S16: nothing is due any more
    desk.endTurn(shown)
    #expect(desk.isAsked(newcomer) == 2)
    desk.confirm(newcomer)
    #expect(desk.isLeaving)  // what the turn left has no protection any more (S20)
  }

  @Test func s13ZeroEndsBeforeACombinatorsAnswer() {
    var desk = Desk()
    let alert = desk.show { $0.timeLimit = 0 }
    desk.confirm(alert)
    desk.read(alert)
    desk.answer(alert, .chose("yes"))
    desk.come(back: alert, .response(.chose("yes"), isKnown: true))
    #expect(desk.outcome(of: alert) == .timedOut)
  }

  @Test func s27AnAnswerDuringAnInterruptionHasAppeared() {
    var desk = Desk()
    let shown = desk.show()
    desk.confirm(shown)
    desk.read(shown)
    let newcomer = desk.show(750)
    desk.confirm(newcomer)
    desk.come(back: shown, .response(.delivered, isKnown: true))
    #expect(desk.outcome(of: shown) == .delivered)
    #expect(desk.log.contains(.appeared(shown)))
  }

  @Test func s25RetryAfterMayBeShorterThanTheBackOff() {
    var desk = Desk()
    let alert = desk.show()
    desk.confirm(alert)
    desk.read(alert)
    desk.come(back: alert, .failure(.unavailable("not yet", retryAfter: .milliseconds(20))))
    #expect(desk.due == 20_000_000)
  }

  @Test func s25WhatWasAskedAndComesBackFromTheScreenGetsTheInstallLimit() {
    var desk = Desk()
    let alert = desk.show { $0.traits.insert(.failsWhenUnavailable) }
    desk.putUp(alert)
    desk.use(0)
    desk.come(back: alert)
    desk.wake(at: second)
    guard case .failed(let failure) = desk.outcome(of: alert) else {
      Issue.record("it waits for ever")
      return
    }
    #expect(failure.kind == .unavailable)
  }

  @Test func s20WhatATurnLeavesKeepsItsOrder() {
    var desk = Desk()
    let turn = desk.queueTurn()
    let inside = desk.turn(of: turn)
    let shown = desk.show(750) { $0.turn = inside }
    let first = desk.queueTurn(500, inside: inside)
    let second = desk.show(500) { $0.turn = inside }
    desk.endTurn(turn)
    #expect(desk.shown == shown)
    #expect(desk.state.position(of: first) == 0)
    #expect(desk.state.position(of: second) == 1)
  }

  @Test func s30AnIdleCenterHasNothingToReport() {
    var desk = Desk(hasRenderer: false)
    let alert = desk.show()
    #expect(desk.due == second)
    _ = desk.withdraw(alert)
    #expect(desk.due == .never)
  }

  @Test func s15ALateNoOfAnOverdueNewcomerIsVoidAndTheOverrunCounts() {
    var desk = Desk()
    let shown = desk.show()
    desk.putUp(shown)
    let newcomer = desk.show(750)
    desk.wake(at: second)
    #expect(desk.state.statistics.overruns == 1 && desk.isLeaving)
    desk.confirm(newcomer, false)
    desk.come(back: shown)
    #expect(desk.shown == newcomer && desk.outcome(of: newcomer) == nil)
  }

  @Test func s9TheTimeLimitThatCameFirstWinsInALateWakeUp() {
    var desk = Desk()
    let shown = desk.show(250) { $0.timeLimit = 500_000_000 }
    desk.putUp(shown)
    _ = desk.show(750)
    desk.wake(at: 5 * second)
    desk.come(back: shown)
    #expect(desk.outcome(of: shown) == .timedOut)
  }

  @Test func s14StaleOnceAMovedAlertHasLeftTheRendererUnseen() {
    var desk = Desk()
    let alert = desk.show { $0.waitLimit = 500_000_000 }
    desk.confirm(alert)
    desk.read(alert)
    desk.wake(at: second)
    #expect(desk.outcome(of: alert) == nil)  // not while `present` runs
    desk.use(2)
    desk.come(back: alert)
    #expect(desk.outcome(of: alert) == .dropped(.stale))
  }

  @Test func s24WhoeverWaitsForAPlaceCountsForTheCapacity() {
    var desk = Desk()
    let turn = desk.queueTurn()
    let inner = desk.show { [number = desk.turn(of: turn)] in $0.turn = number }
    desk.putUp(inner)
    _ = desk.show(750) { [number = desk.turn(of: turn)] in $0.turn = number }
    #expect(desk.state.countedForCapacity == 0)
    desk.endTurn(turn)
    #expect(desk.state.countedForCapacity == 1)
  }

  @Test func s24AReplacementHandedOnCountsForTheCapacity() {
    var desk = Desk()
    let shown = desk.show { $0.key = "k" }
    desk.putUp(shown)
    let next = desk.show { ($0.key, $0.whenDuplicate) = ("k", .replace) }
    desk.confirm(next)
    _ = desk.show { ($0.key, $0.whenDuplicate) = ("k", .replace) }
    #expect(desk.outcome(of: next) != nil)
    #expect(desk.state.countedForCapacity == 1)
  }
}
