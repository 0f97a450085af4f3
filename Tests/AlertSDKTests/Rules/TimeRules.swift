import AlertSDK
import AlertSDKTestKit
import Testing

@Suite struct TimeRules {
  @Test func S13_theTimeLimitCountsTimeOnScreenOnly() async throws {
    let stage = Stage()
    let first = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(3))))
    let second = stage.center.show(alert: .plain("b", AlertScheduling(timeLimit: .seconds(3))))
    try await stage.expect("a")
    await stage.pass(.seconds(3))
    #expect(await first.outcome == .timedOut)
    let shown = try await stage.expect("b")
    #expect(shown.timeLeft == .seconds(3))
    await stage.pass(.seconds(2))
    #expect(shown.isUp)
    await stage.pass(.seconds(1))
    #expect(await second.outcome == .timedOut)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func S13_zeroEndsAsSoonAsItAppeared(_ limit: Duration) async throws {
    let stage = Stage()
    let alert = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: limit)))
    #expect(await alert.outcome == .timedOut)
    #expect(await alert.appeared)
  }

  @Test func S13_noneIsForEverAndADayWorks() async throws {
    let stage = Stage()
    let forever = stage.center.show(alert: .plain("a"))
    let shown = try await stage.expect("a")
    await stage.pass(.seconds(86_400 * 365))
    #expect(shown.isUp)
    forever.withdraw()
    let day = stage.center.show(alert: .plain("b", AlertScheduling(timeLimit: .seconds(86_400))))
    let second = try await stage.expect("b")
    await stage.pass(.seconds(86_399))
    #expect(second.isUp)
    await stage.pass(.seconds(1))
    #expect(await day.outcome == .timedOut)
  }

  @Test func S13_timeStandsStillBetweenDisappearingAndAppearing() async throws {
    // A surface that goes and comes back, as a combinator's does.
    final class Flicker: AlertRenderer {
      let name = "flicker"
      let (gone, back, isGone, isBack) = (Gate(), Gate(), Gate(), Gate())
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        request.didAppear()
        await gone.wait()
        request.didDisappear()
        isGone.open()
        await back.wait()
        request.didAppear()
        isBack.open()
        try await Task.sleep(for: .seconds(3600))
        return .dismissed
      }
    }
    let (renderer, clock) = (Flicker(), ManualClock())
    let center = AlertCenter(renderer: renderer, clock: clock)
    let alert = center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(10))))
    #expect(await alert.appeared)
    clock.advance(by: .seconds(4))
    renderer.gone.open()
    await renderer.isGone.wait()
    clock.advance(by: .seconds(9))
    renderer.back.open()
    await renderer.isBack.wait()
    clock.advance(by: .seconds(5))
    #expect(alert.status == .onScreen)
    clock.advance(by: .seconds(1))
    #expect(await alert.outcome == .timedOut)
  }

  @Test func S14_staleAtThatVeryTimeAlsoWhilePausedOrHeld() async throws {
    let stage = Stage()
    stage.center.pause()
    let paused = stage.center.show(alert: .plain("a", AlertScheduling(waitLimit: .seconds(5))))
    await stage.pass(.seconds(5))
    #expect(await paused.outcome == .dropped(.stale))
    stage.center.resume()
    let hold = stage.center.hold(lease: .seconds(100))
    let held = stage.center.show(alert: .plain("b", AlertScheduling(waitLimit: .seconds(5))))
    await stage.pass(.seconds(5))
    #expect(await held.outcome == .dropped(.stale))
    hold.release()
    #expect(stage.screen.history.isEmpty)
  }

  @Test func S14_onceItAppearedTheWaitLimitIsOver() async throws {
    let stage = Stage()
    let alert = stage.center.show(alert: .plain("a", AlertScheduling(waitLimit: .seconds(5))))
    let shown = try await stage.expect("a")
    await stage.pass(.seconds(60))
    #expect(shown.isUp)
    alert.withdraw()
  }

  @Test func S14_showAfterWaitsAndWithdrawnBeforeIsNeverDrawn() async throws {
    let stage = Stage()
    let never = stage.center.show(alert: .plain("never", AlertScheduling(showAfter: .milliseconds(300))))
    let later = stage.center.show(alert: .plain("later", AlertScheduling(showAfter: .milliseconds(300))))
    #expect(later.status == .waiting(because: [.held(remaining: .milliseconds(300))]))
    await stage.pass(.milliseconds(100))
    #expect(never.withdraw())
    #expect(stage.screen.current == nil)
    await stage.pass(.milliseconds(200))
    try await stage.expect("later").dismiss()
    #expect(stage.screen.history.map(\.title) == ["later"])
  }

  @Test func S15_irrelevantIsNeverDrawn() async throws {
    let stage = Stage()
    let alert = stage.center.show(alert: Probe("a", isRelevant: { false }))
    #expect(await alert.outcome == .dropped(.irrelevant))
    #expect(await !alert.appeared)
    #expect(stage.screen.history.isEmpty)
  }

  @Test func S15_noAnswerInTimeIsTakenAsRelevant() async throws {
    let stage = Stage()
    let gate = Gate()
    stage.center.show(
      alert: Probe(
        "a",
        isRelevant: {
          await gate.wait(); return false
        }))
    await stage.clock.waitForSleepers()
    await stage.pass(.seconds(1))
    try await stage.expect("a").dismiss()
    gate.open()
  }

  @Test func S15_contentIsReadBeforeEachShowingUntilItIsUpdated() async throws {
    struct Fresh: AlertPresentable {
      let reads = Log<Int>()
      var content: AlertContent {
        get async {
          reads.append(1)
          return .titled("read \(reads.count)")
        }
      }
    }
    let stage = Stage()
    let fresh = stage.center.show(alert: Fresh())
    try await stage.expect("read 1")
    stage.center.show(alert: .plain("h1", .high))
    try await stage.expect("h1").dismiss()
    try await stage.expect("read 2")
    fresh.update(.titled("mine"))
    stage.center.show(alert: .plain("h2", .high))
    try await stage.expect("h2").dismiss()
    try await stage.expect("mine").dismiss()
  }

  @Test func S15_contentThatDoesNotComeIsAFailure() async throws {
    let stage = Stage()
    let (isRead, gate) = (Gate(), Gate())
    let alert = stage.center.show(
      alert: Probe(
        "a",
        reading: {
          isRead.open(); await gate.wait()
        }))
    let next = stage.center.show(alert: .plain("next"))
    await isRead.wait()  // before, it is asked whether it is relevant, which has the same limit and does not fail
    #expect(alert.status == .presenting)
    await stage.pass(.seconds(1))
    guard case .failed(let failure) = await alert.outcome else { return #expect(Bool(false), "not failed") }
    #expect(failure.reason.contains("content"))
    try await stage.expect("next").dismiss()
    #expect(await next.outcome == .dismissed)
    gate.open()
  }

  @Test func S16_atMostOneTimerSleepsForTheEarliestDeadline() async throws {
    let stage = Stage()
    stage.center.pause()
    for seconds in [10, 1, 5] {
      stage.center.show(alert: .plain("\(seconds)", AlertScheduling(waitLimit: .seconds(seconds))))
    }
    await stage.clock.waitForSleepers()
    await stage.clock.waitForDeadlines { $0.map(\.offset) == [.seconds(1)] }
    stage.center.show(alert: .plain("later", AlertScheduling(waitLimit: .seconds(7))))
    #expect(stage.clock.deadlines.count == 1)
  }

  @Test func S16_idleWithAStickyAlertNothingSleeps() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("sticky"))
    try await stage.expect("sticky")
    await stage.pass(.seconds(60))  // what was armed on the way there
    await stage.clock.waitForDeadlines(\.isEmpty)
    #expect(stage.clock.deadlines.isEmpty)
  }

  @Test func S16_theTimerDoesNotKeepTheCenter() async throws {
    let clock = ManualClock()
    weak var center: AlertCenter?
    do {
      let alive = AlertCenter(renderer: TestScreen(), clock: clock)
      center = alive
      _ = alive.hold(lease: .seconds(100))
    }
    #expect(await eventually { center == nil })
  }

  @Test func S16_aClockWhoseSleepFailsMakesNoLimitLast() async throws {
    /// Tells the time, but does not sleep until then: with an error of its own, or with a cancellation that nobody asked for.
    struct Sleepless: Clock {
      typealias Instant = ContinuousClock.Instant
      struct Broken: Error {}
      var error: any Error
      var now: Instant { .now }
      var minimumResolution: Duration { .nanoseconds(1) }
      func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw error }
    }
    for error in [Sleepless.Broken(), CancellationError()] as [any Error] {
      let screen = TestScreen()
      let center = AlertCenter(renderer: screen, clock: Sleepless(error: error))
      let alarm = Task {
        try await Task.sleep(for: .seconds(60))
        await center.shutDown()  // so that a limit that does not come fails the test rather than holding it up
      }
      defer { alarm.cancel() }
      let limited = center.show(alert: .plain("limited", AlertScheduling(timeLimit: .milliseconds(20))))
      #expect(await limited.outcome == .timedOut)
      center.pause()
      let waiting = center.show(alert: .plain("waiting", AlertScheduling(waitLimit: .milliseconds(20))))
      #expect(await waiting.outcome == .dropped(.stale))
    }
  }
}
