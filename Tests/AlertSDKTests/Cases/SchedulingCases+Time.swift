import AlertSDK
import AlertSDKTestKit
import Testing

extension SchedulingCases {
  // MARK: Time on screen

  // SwiftKickMobile/SwiftMessages#77: after rapid hiding and showing the newest never hid itself; its timer belonged to another one.
  @Test func case4_afterRapidHidingAndShowingTheNewestEndsByItsOwnTime() async throws {
    let stage = Stage()
    var handles: [AlertHandle] = []
    for number in 1...5 {
      handles.last?.withdraw()
      let handle = stage.center.show(alert: .plain("\(number)", AlertScheduling(timeLimit: .seconds(2))))
      #expect(await handle.reaches { $0 == .onScreen })
      if number < 5 { await stage.pass(.milliseconds(500)) }
      handles.append(handle)
    }
    await stage.pass(.milliseconds(1999))
    #expect(handles[4].status == .onScreen)
    await stage.pass(.milliseconds(1))
    #expect(await handles[4].outcome == .timedOut)
    for handle in handles.dropLast() { #expect(await handle.outcome == .withdrawn) }
  }

  // SwiftKickMobile/SwiftMessages#436: a delayed hide closed whatever was on top by then.
  @Test func case13_aDelayedHideTouchesNobodyElse() async throws {
    let stage = Stage()
    let first = stage.center.show(alert: .plain("a"))
    stage.center.show(alert: .plain("b"))
    let shown = try await stage.expect("a")
    let (clock, hideAt) = (stage.clock, stage.clock.now.advanced(by: .seconds(1)))
    let hide = Task {
      try await clock.sleep(until: hideAt)
      return first.withdraw()
    }
    await stage.pass(.milliseconds(500))
    shown.dismiss()
    let successor = try await stage.expect("b")
    await stage.pass(.milliseconds(500))
    #expect(try await hide.value == false)
    #expect(successor.isUp)
    #expect(await first.outcome == .dismissed)
    successor.dismiss()
  }

  // emilkowalski/sonner#786, #787: unmounted with a toast up, the renderer replayed it on every mount, and its timer never ran.
  // The time belongs to the center; it stands still while nobody can see the alert (S13, S28).
  @Test func case37_withoutARendererTheTimeStandsStillAndNothingIsReplayed() async throws {
    let stage = Stage()
    let alert = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(4))))
    let first = try await stage.expect("a")
    await stage.pass(.seconds(1))
    stage.center.use(renderer: nil)
    try await first.gone()
    #expect(await alert.reaches { $0 == .waiting(because: [.noRenderer]) })
    await stage.pass(.seconds(5))
    stage.center.use(renderer: stage.screen)
    #expect(try await stage.expect("a").timeLeft == .seconds(3))
    await stage.pass(.seconds(3))
    #expect(await alert.outcome == .timedOut)
    for _ in 0..<3 {
      stage.center.use(renderer: nil)
      stage.center.use(renderer: stage.screen)
    }
    stage.center.show(alert: .plain("b"))
    try await stage.expect("b").dismiss()
    #expect(stage.screen.history.map(\.title) == ["a", "a", "b"])
  }

  // emilkowalski/sonner#205: hidden ones counted down and vanished unseen.
  @Test func case41_waitingOnesDoNotCountDown() async throws {
    let stage = Stage()
    let handles = ["a", "b"].map { stage.center.show(alert: .plain($0, AlertScheduling(timeLimit: .seconds(3)))) }
    try await stage.expect("a")
    await stage.pass(.seconds(3))
    #expect(await handles[0].outcome == .timedOut)
    let second = try await stage.expect("b")
    #expect(second.timeLeft == .seconds(3))
    await stage.pass(.milliseconds(2999))
    #expect(second.isUp)
    await stage.pass(.milliseconds(1))
    #expect(await handles[1].outcome == .timedOut)
  }

  // timolins/react-hot-toast#45: a progress toast expired at 30 s though its work ran on; rcarriga/nvim-notify#112, #281: "no limit"
  // was ignored, and others wished for one. scttcper/ngx-toastr#694: resetting a sticky item's time removed it.
  @Test func case44_case53_case73_noLimitIsForEverAlsoAfterAnUpdateAndAReplacement() async throws {
    let stage = Stage()
    let sticky = stage.center.show(alert: .plain("sticky", AlertScheduling(key: "k")))
    let shown = try await stage.expect("sticky")
    #expect(shown.timeLeft == nil)
    await stage.pass(.seconds(3600))
    sticky.update(.titled("updated"))
    try await shown.until { $0.content.title == "updated" }
    await stage.pass(.seconds(3600))
    stage.center.show(alert: .plain("joined", AlertScheduling(timeLimit: .seconds(1), key: "k")))  // the host's limit counts (S23)
    await stage.pass(.seconds(3600))
    #expect(shown.isUp && shown.timeLeft == nil)
    let replacement = stage.center.show(alert: .plain("replaced", AlertScheduling(key: "k", whenDuplicate: .replace)))
    #expect(await replacement.appeared)
    await stage.pass(.seconds(3600))
    #expect(replacement.status == .onScreen)
    replacement.withdraw()
  }
  // A ceiling for all is the app's own `timeLimit`; the core has none that hides.
  @Test func case73_aLimitOf30SecondsEndsAt30Seconds() async throws {
    let stage = Stage()
    let limited = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(30))))
    let shown = try await stage.expect("a")
    await stage.pass(.milliseconds(29_999))
    #expect(shown.isUp)
    await stage.pass(.milliseconds(1))
    #expect(await limited.outcome == .timedOut)
  }

  // dunst-project/dunst#449, #433, #132: a short limit hid behind the longer sleep of one shared alarm.
  @Test func case61_aShorterLimitIsNotHiddenBehindALongerSleep() async throws {
    let stage = Stage()
    stage.center.pause()
    let waiting = [10, 1, 5].map { stage.center.show(alert: .plain("\($0)", AlertScheduling(waitLimit: .seconds($0)))) }
    var passed = 0
    for (seconds, index) in [(1, 1), (5, 2), (10, 0)] {
      await stage.pass(.milliseconds((seconds - passed) * 1000 - 1))
      #expect(waiting[index].status == .waiting(because: [.paused]))
      await stage.pass(.milliseconds(1))
      #expect(await waiting[index].outcome == .dropped(.stale))
      passed = seconds
    }
  }
  // Three places on screen are three centers.
  @Test func case61_threeCentersOnOneClockEndAtTheirOwnTimes() async throws {
    let (screens, clock) = ([10, 1, 5].map { TestScreen(name: "\($0)") }, ManualClock())
    let handles = screens.map { screen in
      AlertCenter(renderer: screen, configuration: .quiet, clock: clock)
        .show(alert: .plain(screen.name, AlertScheduling(timeLimit: .seconds(Int(screen.name) ?? 0))))
    }
    for handle in handles { #expect(await handle.reaches { $0 == .onScreen }) }
    clock.advance(by: .seconds(1))
    #expect(await handles[1].outcome == .timedOut)
    clock.advance(by: .seconds(4))
    #expect(await handles[2].outcome == .timedOut)
    #expect(handles[0].status == .onScreen)
    clock.advance(by: .seconds(5))
    #expect(await handles[0].outcome == .timedOut)
  }

  // dunst-project/dunst#169, #1078: idle, and with a shown item, it woke too early and burned the processor.
  @Test func case67_whileAStickyAlertIsUpNothingWakes() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("sticky"))
    try await stage.expect("sticky")
    stage.center.show(alert: .plain("waits", AlertScheduling(timeLimit: .seconds(1))))
    await stage.pass(.seconds(60))  // what was armed on the way there wakes once
    await stage.clock.waitForDeadlines(\.isEmpty)
    var sleeps = 0
    for _ in 0..<50 {
      await stage.pass(.seconds(1))
      for _ in 0..<20 { await Task.yield() }
      sleeps += stage.clock.deadlines.count
    }
    #expect(sleeps == 0)
    stage.center.withdrawAll()
  }

  // rcarriga/nvim-notify#106, dunst-project/dunst#696: with nobody there alerts vanished unseen.
  @Test func case74_whatComesInAnAbsenceHasItsFullTimeAfterIt() async throws {
    let stage = Stage()
    stage.center.pause()  // away
    let alert = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(3))))
    await stage.pass(.seconds(60))
    stage.center.resume()
    let shown = try await stage.expect("a")
    #expect(shown.timeLeft == .seconds(3))
    await stage.pass(.milliseconds(2999))
    #expect(shown.isUp)
    await stage.pass(.milliseconds(1))
    #expect(await alert.outcome == .timedOut)
  }
  // One who leaves while it is up: the renderer says that it cannot be seen, and time stands still (S13).
  @Test func case74_anAbsenceWhileItIsUpDoesNotCount() async throws {
    final class Presence: AlertRenderer {
      let name = "presence"
      let (leaves, isAway, returns, isBack) = (Gate(), Gate(), Gate(), Gate())
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        request.didAppear()
        await leaves.wait()
        request.didDisappear()
        isAway.open()
        await returns.wait()
        request.didAppear()
        isBack.open()
        await untilCancelled()
        throw CancellationError()
      }
    }
    let (renderer, clock) = (Presence(), ManualClock())
    var configuration = AlertCenter.Configuration.quiet
    configuration.appearanceLimit = .seconds(3600)
    let center = AlertCenter(renderer: renderer, configuration: configuration, clock: clock)
    let alert = center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(3))))
    #expect(await alert.appeared)
    clock.advance(by: .seconds(1))
    renderer.leaves.open()
    await renderer.isAway.wait()
    clock.advance(by: .seconds(60))
    renderer.returns.open()
    await renderer.isBack.wait()
    clock.advance(by: .milliseconds(1999))
    #expect(alert.status == .onScreen)
    clock.advance(by: .milliseconds(1))
    #expect(await alert.outcome == .timedOut)
  }

  // MARK: Delays

  // fkhadra/react-toastify#371, timolins/react-hot-toast#38, j-hui/fidget.nvim#73: dismissed before its delay was over, it still came.
  @Test func case34_oneTakenBackBeforeItsDelayIsOverIsNeverShown() async throws {
    let stage = Stage()
    let delayed = stage.center.show(alert: .plain("a", AlertScheduling(showAfter: .milliseconds(300))))
    await stage.pass(.milliseconds(100))
    #expect(delayed.withdraw())
    #expect(await delayed.outcome == .withdrawn)
    await stage.pass(.seconds(1))
    stage.center.show(alert: .plain("b"))
    try await stage.expect("b").dismiss()
    #expect(stage.screen.history.map(\.title) == ["b"])
  }

  // MARK: Renderers that do not answer

  // dunst-project/dunst#1533, #1544, microsoft/vscode#120713: more or taller than fits was frozen or silently absent.
  @Test func case65_whatDoesNotFitGoesToTheNextRenderer() async throws {
    let screen = TestScreen()
    let small = ScriptedRenderer(thenAlways: .fail(.unsupported("taller than the screen")), name: "small")
    let center = AlertCenter(renderer: FallbackRenderer([small, screen]), configuration: .quiet, clock: ManualClock())
    let alert = center.show(alert: .plain("tall"))
    try await screen.next().dismiss()
    #expect(await alert.outcome == .dismissed)
  }
  @Test func case65_whatFitsNowhereFailsWithTheReasonAndTheNextGoesOn() async throws {
    let renderer = ScriptedRenderer(.fail(.unsupported("taller than the screen")), thenAlways: .dismiss, name: "small")
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let (tall, next) = (center.show(alert: .plain("tall")), center.show(alert: .plain("next")))
    guard case .failed(let failure) = await tall.outcome else { return #expect(Bool(false), "not failed") }
    #expect(failure.description == "small: taller than the screen")
    #expect(await next.outcome == .dismissed)
  }

  // hoodie/notify-rust#4, #104: waiting for an action blocked for ever on servers that never answer.
  @Test func case79_aSilentRendererIsGivenUpAfterThreeTries() async throws {
    /// Never appears, and tells of each call: before it begins the content is read, which has a shorter limit.
    struct Silent: AlertRenderer {
      let name = "silent"
      let call: AsyncStream<Void>.Continuation
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        call.yield()
        await untilCancelled()
        throw CancellationError()
      }
    }
    let (calls, call) = AsyncStream.makeStream(of: Void.self)
    let clock = ManualClock()
    let center = AlertCenter(renderer: Silent(call: call), configuration: .quiet, clock: clock)
    let events = center.events(bufferingNewest: nil)
    let alert = center.show(alert: .plain("a"))
    for wait in [Duration.milliseconds(100), .milliseconds(200), .zero] {
      for await _ in calls { break }
      clock.advance(by: .seconds(10))
      if wait > .zero {
        for await event in events { if case .failed = event { break } }
        clock.advance(by: wait)
      }
    }
    guard case .failed(let failure) = await alert.outcome else { return #expect(Bool(false), "not failed") }
    #expect(failure.kind == .lost)
  }
  @Test func case79_anUnansweredQuestionEndsWithItsTimeLimit() async throws {
    let stage = Stage()
    let center = stage.center
    let asking = Task { try await center.ask(alert: .confirmation("a", scheduling: AlertScheduling(timeLimit: .seconds(5)))) }
    try await stage.expect("a")
    await stage.pass(.seconds(5))
    #expect(try await asking.value == false)
  }
}
