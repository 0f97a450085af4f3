import AlertSDK
import AlertSDKTestKit
import Testing

@Suite struct FailureRules {
  @Test func S25_unsupportedFailsAndTheNextGoesOn() async throws {
    let center = AlertCenter(renderer: ScriptedRenderer(.fail(.unsupported("no terminal")), thenAlways: .dismiss))
    let first = center.show(alert: .plain("a"))
    let second = center.show(alert: .plain("b"))
    guard case .failed(let failure) = await first.outcome else { return #expect(Bool(false), "not failed") }
    #expect(failure.description == "scripted: no terminal")
    #expect(await second.outcome == .dismissed)
  }

  @Test func S25_whatTheRendererCannotShowNeverReachesIt() async throws {
    let renderer = ScriptedRenderer(thenAlways: .dismiss, capabilities: [])
    let center = AlertCenter(renderer: renderer)
    await #expect(throws: AlertError.self) { try await center.ask(alert: .confirmation("Sure?")) }
    #expect(renderer.shown.isEmpty)
  }

  @Test func S25_unavailableFailsWhatWasAskedAndKeepsWhatWasShown() async throws {
    let clock = ManualClock()
    let reports = Log<String>()
    var configuration = AlertCenter.Configuration()
    configuration.diagnostics = { reports.append($0) }
    let renderer = ScriptedRenderer(
      .fail(.unavailable("no server")), .fail(.unavailable("no server", retryAfter: .seconds(3))), thenAlways: .dismiss)
    let center = AlertCenter(renderer: renderer, configuration: configuration, clock: clock)
    await #expect(throws: AlertError.self) { try await center.ask(alert: .confirmation("Sure?")) }
    let kept = center.show(alert: .plain("kept"))
    #expect(await kept.reaches { $0.isUnavailable })
    await eventually { reports.count > 0 }  // told when the lock is open again, so after the status
    #expect(reports.all == ["an alert waits: scripted: no server"])
    clock.advance(by: .seconds(3))
    #expect(await kept.outcome == .dismissed)
    #expect(reports.count == 1)
  }

  @Test func S25_oneThatIsKeptStepsAsideAndTheOnesBehindAreTried() async throws {
    let clock = ManualClock()
    let renderer = ScriptedRenderer(.fail(.unavailable("busy")), thenAlways: .dismiss)
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: clock)
    let first = center.show(alert: .plain("first"))
    let second = center.show(alert: .plain("second"))
    #expect(await second.outcome == .dismissed)
    clock.advance(by: .milliseconds(100))
    #expect(await first.outcome == .dismissed)
  }

  @Test func S25_threeRefusalsInARowAndNothingIsTriedBeforeTheRetry() async throws {
    let clock = ManualClock()
    let refused = RendererFailure.unavailable("down", retryAfter: .seconds(5))
    let renderer = ScriptedRenderer(.fail(refused), .fail(refused), .fail(refused), thenAlways: .dismiss)
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: clock)
    let handles = (1...4).map { center.show(alert: .plain("\($0)")) }
    #expect(await handles[3].reaches { $0.isUnavailable })
    let late = center.show(alert: .plain("late"))
    clock.advance(by: .seconds(4))
    #expect(center.snapshot.statistics.ended == 0)
    clock.advance(by: .seconds(1))
    for handle in handles + [late] { #expect(await handle.outcome == .dismissed) }
    #expect(renderer.shown.map(\.title) == ["1", "2", "3", "4", "late"])
  }

  @Test func S25_nothingInstalledFailsWhatWasAskedAfterTheInstallLimit() async throws {
    let stage = Stage(installed: false)
    let center = stage.center
    let asking = Task { try await center.ask(alert: .confirmation("Sure?")) }
    let shown = center.show(alert: .plain("kept"))
    await eventually { center.snapshot.waiting.count == 2 }
    await stage.pass(.seconds(1))
    await #expect(throws: AlertError.self) { try await asking.value }
    #expect(shown.status == .waiting(because: [.noRenderer]))
    center.use(renderer: stage.screen)
    try await stage.expect("kept").dismiss()
  }

  @Test func S25_lostIsTriedAgainThreeTimesInARowThenItHasFailed() async throws {
    let clock = ManualClock()
    let lost = ScriptedRenderer.Step.fail(.lost("gone"))
    let renderer = ScriptedRenderer(lost, lost, lost, thenAlways: .dismiss)
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: clock)
    let events = center.events()
    let alert = center.show(alert: .plain("a"))
    for wait in [Duration.milliseconds(100), .milliseconds(200)] {
      for await event in events { if case .failed = event { break } }
      clock.advance(by: wait)
    }
    guard case .failed(let failure) = await alert.outcome else { return #expect(Bool(false), "not failed") }
    #expect(failure.kind == .lost)
  }

  @Test func S25_aForeignErrorCountsAsLostWithItsText() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "disk on fire" }
    struct Throwing: AlertRenderer {
      let name = "throwing"
      func present(_ request: AlertRequest) async throws -> AlertResponse { throw Broken() }
    }
    var configuration = AlertCenter.Configuration.quiet
    configuration.retry = .init(first: .milliseconds(1))
    let center = AlertCenter(renderer: Throwing(), configuration: configuration)
    guard case .failed(let failure) = await center.show(alert: .plain("a")).outcome else { return #expect(Bool(false), "not failed") }
    #expect(failure.description == "throwing: disk on fire")
  }

  @Test func S26_oneThatDoesNotAppearInTimeIsTakenDownAndTriedAgain() async throws {
    let clock = ManualClock()
    let renderer = LateEntrance()
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: clock)
    let events = center.events()
    let alert = center.show(alert: .plain("a"))
    await renderer.hasBegun.wait()
    clock.advance(by: .seconds(10))
    for await event in events { if case .failed = event { break } }
    clock.advance(by: .milliseconds(100))
    #expect(await alert.outcome == .dismissed)
  }

  @Test func S26_oneThatIgnoresCancellationIsGivenUpAndNotCalledAgainBeforeItReturned() async throws {
    final class Deaf: AlertRenderer {
      let name = "deaf"
      let gate = Gate()
      let calls = Log<String>()
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        calls.append(request.content.title)
        request.didAppear()
        if request.content.title == "a" { await gate.wait() }
        return .dismissed
      }
    }
    let (deaf, clock) = (Deaf(), ManualClock())
    let center = AlertCenter(renderer: deaf, configuration: .quiet, clock: clock)
    let events = center.events()
    let first = center.show(alert: .plain("a"))
    #expect(await first.appeared)
    let second = center.show(alert: .plain("b"))
    first.withdraw()
    #expect(first.status == .ending(.withdrawn))
    clock.advance(by: .seconds(2))
    #expect(await first.outcome == .withdrawn)
    for await event in events { if case .rendererAbandoned = event { break } }
    center.use(renderer: deaf)  // the same object, installed again
    guard case .waiting(let why) = second.status, case .unavailable? = why.first else {
      return #expect(Bool(false), "\(second.status)")
    }
    #expect(deaf.calls.all == ["a"])
    deaf.gate.open()
    #expect(await second.outcome == .dismissed)
    #expect(center.snapshot.statistics.abandonedCalls == 1)
  }

  @Test func S26_anotherRendererGoesOnAtOnce() async throws {
    struct Deaf: AlertRenderer {
      let name = "deaf"
      let gate: Gate
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        request.didAppear()
        await gate.wait()
        return .dismissed
      }
    }
    let (gate, clock, screen) = (Gate(), ManualClock(), TestScreen())
    let center = AlertCenter(renderer: Deaf(gate: gate), configuration: .quiet, clock: clock)
    let first = center.show(alert: .plain("a"))
    #expect(await first.appeared)
    center.show(alert: .plain("b"))
    first.withdraw()
    clock.advance(by: .seconds(2))
    _ = await first.outcome
    center.use(renderer: screen)
    let shown = try await screen.next()
    #expect(shown.content.title == "b")
    shown.dismiss()
    gate.open()
  }

  @Test func S27_returningWithoutDidAppearCountsAsAppeared() async throws {
    struct Silent: AlertRenderer {
      let name = "silent"
      func present(_ request: AlertRequest) async throws -> AlertResponse { .delivered }
    }
    let center = AlertCenter(renderer: Silent())
    let alert = center.show(alert: .plain("a"))
    #expect(await alert.outcome == .delivered)
    #expect(await alert.appeared)
  }

  @Test func S27_aChoiceNobodyOfferedIsTheRenderersFault() async throws {
    let center = AlertCenter(renderer: ScriptedRenderer(thenAlways: .choose("invented")))
    #expect(await center.show(alert: .confirmation("Sure?")).outcome == .dismissed)
    #expect(center.snapshot.statistics.rendererFaults == 1)
  }

  @Test func S28_useMovesTheShownOneWithItsRemainingTime() async throws {
    let stage = Stage()
    let alert = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(10))))
    let shown = try await stage.expect("a")
    await stage.pass(.seconds(4))
    let other = TestScreen(name: "other")
    stage.center.use(renderer: other)
    let moved = try await other.next()
    #expect(!shown.isUp)
    #expect(moved.timeLeft == .seconds(6))
    moved.dismiss()
    #expect(await alert.outcome == .dismissed)
  }

  /// The capabilities of the new one are asked anew, and the call goes on with the content it has read.
  @Test func S28_oneThatIsInstalledWhileTheContentIsReadShowsIt() async throws {
    let stage = Stage()
    let other = TestScreen(name: "other")
    let alert = stage.center.show(alert: Probe("a", reading: { AlertCenter.current.use(renderer: other) }))
    try await other.next().dismiss()
    #expect(await alert.outcome == .dismissed)
  }

  @Test func S28_nilPutsTheShownOneBackWithItsTime() async throws {
    let stage = Stage()
    let alert = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(10))))
    let shown = try await stage.expect("a")
    await stage.pass(.seconds(4))
    stage.center.use(renderer: nil)
    try await shown.gone()
    #expect(await alert.reaches { $0 == .waiting(because: [.noRenderer]) })
    await stage.pass(.seconds(60))
    stage.center.use(renderer: stage.screen)
    #expect(try await stage.expect("a").timeLeft == .seconds(6))
    alert.withdraw()
  }

  @Test func S29_cancellingAnAwaiterChangesNothing() async throws {
    let stage = Stage()
    let alert = stage.center.show(alert: .plain("a"))
    let shown = try await stage.expect("a")
    let awaiting = Task { try await alert.outcomeOrCancel() }
    let patient = Task { await alert.outcome }
    awaiting.cancel()
    await #expect(throws: CancellationError.self) { try await awaiting.value }
    patient.cancel()
    #expect(shown.isUp)
    shown.dismiss()
    #expect(await patient.value == .dismissed)
  }

  @Test func S29_cancellingTheOneWhoAsksWithdraws() async throws {
    let stage = Stage()
    let center = stage.center
    let asking = Task { try await center.ask(alert: .confirmation("Sure?")) }
    let shown = try await stage.expect("Sure?")
    let next = center.show(alert: .plain("next"))
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(!shown.isUp)
    try await stage.expect("next").dismiss()
    #expect(await next.outcome == .dismissed)
  }
}

extension AlertHandle.Status {
  var isUnavailable: Bool {
    guard case .waiting(let reasons) = self else { return false }
    return reasons.contains { if case .unavailable = $0 { true } else { false } }
  }
}
