import AlertSDK
import AlertSDKTestKit
import Testing

extension SchedulingCases {
  // MARK: One end, whatever way it comes

  // SwiftKickMobile/SwiftMessages#46: an exit animation reported "not completed", and nothing was ever shown again.
  @Test func case1_aFailedExitStillEndsTheAlertAndTheNextShows() async throws {
    struct BadExit: AlertRenderer {
      let name = "bad-exit"
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        request.didAppear()
        guard request.content.title == "a" else { return .dismissed }
        await untilCancelled()
        throw RendererFailure.lost("the animation did not complete")
      }
    }
    let clock = ManualClock()
    let center = AlertCenter(renderer: BadExit(), configuration: .quiet, clock: clock)
    let withdrawn = center.show(alert: .plain("a"))
    #expect(await withdrawn.appeared)
    let limited = center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(3))))
    let next = center.show(alert: .plain("b"))
    withdrawn.withdraw()
    #expect(await withdrawn.outcome == .withdrawn)
    #expect(await limited.appeared)
    clock.advance(by: .seconds(3))
    #expect(await limited.outcome == .timedOut)
    #expect(await next.outcome == .dismissed)
  }

  // SwiftKickMobile/SwiftMessages#113: "hide all" right after "show" overtook it and had no effect.
  @Test func case2_clearingInTheSameTurnIsNeverOvertakenByTheShow() async throws {
    let stage = Stage()
    let relevance = Gate()
    let first = stage.center.show(
      alert: Probe(
        "a",
        isRelevant: {
          await relevance.wait()
          return true
        }))
    let second = stage.center.show(alert: .plain("b"))
    #expect(stage.center.withdrawAll() == 2)
    relevance.open()
    #expect(await first.outcome == .withdrawn)
    #expect(await second.outcome == .withdrawn)
    #expect(await !first.appeared)
    stage.center.show(alert: .plain("c"))
    try await stage.expect("c").dismiss()
    #expect(stage.screen.history.map(\.title) == ["c"])
  }

  // The same against the clock of the machine: whoever wins the race to the screen, the clear wins in the end.
  @Test func case2_clearingAtOnceManyTimesLeavesNothingUp() async throws {
    let stage = Stage()
    for round in 1...200 {
      let handle = stage.center.show(alert: .plain("\(round)"))
      stage.center.withdrawAll()
      #expect(await handle.outcome == .withdrawn)
      #expect(stage.screen.current == nil)
    }
    #expect(stage.screen.mostAtOnce <= 1)
  }

  // SwiftKickMobile/SwiftMessages#411, #517, #516: a message without a limit lost its screen and blocked all later ones.
  // It is tried again, three times in a row at most (S25), and blocks nobody meanwhile.
  @Test func case5_anAlertWhoseScreenVanishedBlocksNobodyAndFailsInTheEnd() async throws {
    let stage = Stage()
    let lost = stage.center.show(alert: .plain("a"))
    let next = stage.center.show(alert: .plain("b"))
    try await stage.expect("a").fail(.lost("its window was closed"))
    try await stage.expect("b").dismiss()
    #expect(await next.outcome == .dismissed)
    for wait in [Duration.milliseconds(100), .milliseconds(200)] {
      #expect(await lost.reaches { $0.isUnavailable })
      await stage.pass(wait)
      try await stage.expect("a").fail(.lost("its window was closed"))
    }
    guard case .failed(let failure) = await lost.outcome else { return #expect(Bool(false), "not failed") }
    #expect(failure.kind == .lost)
    #expect(failure.reason == "its window was closed")
  }

  // SwiftKickMobile/SwiftMessages#68, #100: an ended message was kept until the next one appeared.
  @Test func case8_anEndedAlertIsReleasedWhileNothingFollows() async throws {
    final class Token: Sendable {}
    let stage = Stage()
    weak var token: Token?
    do {
      let held = Token()
      token = held
      let alert = Probe("a", reading: { [held] in _ = held }, ending: { [held] _ in _ = held })
      stage.center.show(alert: alert) { [held] _ in _ = held }
      try await stage.expect("a").dismiss()
    }
    #expect(await stage.center.drain())
    #expect(await eventually { token == nil })
    #expect(stage.center.snapshot.history.map(\.outcome) == [.dismissed])
  }

  // huri000/SwiftEntryKit#281: two dismissals meant for one entry removed the next one too.
  @Test func case16_aSecondDismissalDoesNotHitTheSuccessor() async throws {
    let stage = Stage()
    let first = stage.center.show(alert: .plain("a"))
    stage.center.show(alert: .plain("b"))
    let shown = try await stage.expect("a")
    #expect(first.withdraw())
    #expect(!first.withdraw())
    let successor = try await stage.expect("b")
    #expect(!first.withdraw())
    shown.dismiss()  // the person pressed where the first one was
    #expect(successor.isUp)
    successor.dismiss()
  }

  enum Route: CaseIterable, Sendable {
    case choice, closing, timeLimit, surfaceExpiry, withdrawal, clearing, clearingSome, replacement, interruption, refusal, shutDown
  }

  /// Ends an alert that is up, that way; its outcome, how often `didEnd` ran, and how often its end was reported.
  private func end(by route: Route) async throws -> (outcome: AlertOutcome, didEnds: Int, events: Int, id: AlertID) {
    let stage = Stage()
    let events = stage.center.events(bufferingNewest: nil)
    let ends = Log<AlertOutcome>()
    let scheduling = AlertScheduling(priority: .low, timeLimit: .seconds(5), key: "k", source: "s")
    let handle = stage.center.show(
      alert: Probe("a", scheduling, actions: [AlertAction(id: "yes", title: "Yes")], ending: { ends.append($0) }))
    let shown = try await stage.expect("a")
    switch route {
    case .choice: shown.choose("yes")
    case .closing: shown.dismiss()
    case .timeLimit: await stage.pass(.seconds(5))
    case .surfaceExpiry: shown.timeOut()
    case .withdrawal: handle.withdraw()
    case .clearing: stage.center.withdrawAll()
    case .clearingSome: stage.center.withdraw { $0.source == "s" }
    case .replacement: stage.center.show(alert: .plain("b", AlertScheduling(key: "k", whenDuplicate: .replace)))
    case .interruption: stage.center.show(alert: .plain("h", .high))
    case .refusal: shown.fail(.unsupported("too tall"))
    case .shutDown: await stage.center.shutDown()
    }
    let outcome = await handle.outcome
    handle.withdraw()
    shown.dismiss()
    let all = await events.untilShutDown(stage.center)
    await eventually { ends.count > 0 }
    #expect(ends.all.allSatisfy { $0 == outcome })
    return (outcome, ends.count, all.count { if case .ended(handle.id, _) = $0 { true } else { false } }, handle.id)
  }

  // huri000/SwiftEntryKit#163, #85, #372: whether a completion ran depended on how the entry was closed.
  @Test(arguments: Route.allCases) func case17_everyRouteGivesExactlyOneEnd(_ route: Route) async throws {
    let end = try await end(by: route)
    #expect(end.events == 1)
    #expect(end.didEnds == 1)
  }

  // iamhosseindhv/notistack#220, fkhadra/react-toastify#556, samschott/desktop-notifier#236: the reasons could not be told apart.
  @Test func case28_everyRouteHasItsReason() async throws {
    var outcomes: [Route: AlertOutcome] = [:]
    for route in Route.allCases { outcomes[route] = try await end(by: route).outcome }
    #expect(outcomes[.choice] == .chose(AlertChoice("yes")))
    #expect(outcomes[.closing] == .dismissed)
    #expect(outcomes[.timeLimit] == .timedOut)
    #expect(outcomes[.surfaceExpiry] == .timedOut)
    for route in [Route.withdrawal, .clearing, .clearingSome, .shutDown] { #expect(outcomes[route] == .withdrawn) }
    guard case .superseded = outcomes[.replacement] else { return #expect(Bool(false), "not superseded") }
    #expect(outcomes[.interruption] == .dropped(.interrupted))
    guard case .failed = outcomes[.refusal] else { return #expect(Bool(false), "not failed") }
  }

  // Daltron/NotificationBanner#154: a sticky banner pushed under a newer one could never be dismissed.
  @Test func case19_aSuspendedOneCanBeTakenBackAtOnce() async throws {
    let stage = Stage()
    let sticky = stage.center.show(alert: .plain("a"))
    try await stage.expect("a")
    stage.center.show(alert: .plain("b", .high))
    let above = try await stage.expect("b")
    #expect(sticky.withdraw())
    #expect(await sticky.outcome == .withdrawn)
    #expect(above.isUp)
    above.dismiss()
    #expect(await stage.center.drain())
    #expect(stage.screen.history.map(\.title) == ["a", "b"])
  }

  // Daltron/NotificationBanner#123, #44, #84: a dismissal during the entrance was ignored; wished for: only the latest is shown.
  @Test func case22_aDismissalDuringTheEntranceCounts() async throws {
    let renderer = LateEntrance()
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let entering = center.show(alert: .plain("a"))
    await renderer.hasBegun.wait()
    #expect(entering.withdraw())
    #expect(await entering.outcome == .withdrawn)
    #expect(await !entering.appeared)
    #expect(await center.show(alert: .plain("b")).outcome == .dismissed)
    #expect(renderer.shown.all == ["b"])
  }
  @Test func case22_onlyTheLatestIsShownWhereEachReplacesTheOneBefore() async throws {
    let stage = Stage()
    let latest = AlertScheduling(key: "latest", whenDuplicate: .replace)
    let handles = (1...9).map { stage.center.show(alert: .plain("\($0)", latest)) }
    #expect(await handles[8].appeared)
    for handle in handles.dropLast() {
      guard case .superseded = await handle.outcome else { return #expect(Bool(false), "not superseded") }
    }
    #expect(stage.screen.mostAtOnce == 1)
    stage.center.withdrawAll()
  }

  // emilkowalski/sonner#288, payam-zahedi/toastification#193: a dismissal in the same turn as the show was lost.
  // iTwin/iTwinUI#1719: a toast closed before it was ever shown came back later, beside another one.
  @Test func case40_case49_oneTakenBackInTheSameTurnIsNeverShownNorComesBack() async throws {
    let stage = Stage()
    let relevance = Gate()
    let ghost = stage.center.show(
      alert: Probe(
        "a",
        isRelevant: {
          await relevance.wait()
          return true
        }))
    #expect(ghost.withdraw())
    stage.center.show(alert: .plain("b"))
    relevance.open()
    try await stage.expect("b").dismiss()
    stage.center.show(alert: .plain("c"))
    try await stage.expect("c").dismiss()
    #expect(await stage.center.drain())
    #expect(stage.screen.history.map(\.title) == ["b", "c"])
    #expect(await ghost.outcome == .withdrawn)
  }

  // mui/base-ui#4280: "close" called inside the close callback fired it twice.
  @Test func case46_takingItBackInsideItsOwnEndEndsItOnce() async throws {
    let stage = Stage()
    let center = stage.center
    let events = center.events(bufferingNewest: nil)
    let held = Lock<AlertHandle?>(nil)
    let answers = Log<Bool>()
    let handle = center.show(
      alert: Probe(
        "a",
        ending: { _ in
          answers.append(held.withLock { $0 }?.withdraw() ?? true)
          answers.append(center.withdrawAll() > 0)
        }))
    held.withLock { $0 = handle }
    try await stage.expect("a").dismiss()
    #expect(await center.drain())
    #expect(answers.all == [false, false])
    let all = await events.untilShutDown(center)
    #expect(all.count { if case .ended = $0 { true } else { false } } == 1)
  }

  // OnsenUI/OnsenUI#2755: hiding early did not free the place until the old time limit was over.
  @Test func case50_hidingEarlyFreesThePlaceAtOnce() async throws {
    let stage = Stage()
    let early = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(5))))
    try await stage.expect("a")
    await stage.pass(.seconds(1))
    early.withdraw()
    stage.center.show(alert: .plain("b"))
    let next = try await stage.expect("b")  // the clock stands still
    await stage.pass(.seconds(10))
    #expect(next.isUp)
    next.dismiss()
  }

  // AndreHaueisen/flushbar#58, #9: a swipe while the bar was hiding tripped a lock; a show meanwhile was swallowed.
  @Test(arguments: [AlertResponse.dismissed, .chose("yes"), .timedOut])
  func case56_whatAPersonDoesToALeavingAlertIsIgnored(_ late: AlertResponse) async throws {
    let renderer = SlowExit(last: late)
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let leaving = center.show(alert: Probe("a", actions: [AlertAction(id: "yes", title: "Yes")]))
    #expect(await leaving.appeared)
    leaving.withdraw()
    let next = center.show(alert: .plain("b"))
    #expect(leaving.status == .ending(.withdrawn))
    #expect(renderer.shown.all == ["a"])
    renderer.exit.open()
    #expect(await leaving.outcome == .withdrawn)
    #expect(await next.appeared)
    next.withdraw()
    #expect(await next.outcome == .withdrawn)
  }

  // sberrevoets/SDCAlertView#25, xxxAIRINxxx/SwAlert#2: dismiss and show in one block jammed the queue.
  @Test func case58_dismissAndShowInOneTurn() async throws {
    let stage = Stage()
    let first = stage.center.show(alert: .plain("a"))
    try await stage.expect("a")
    first.withdraw()
    let second = stage.center.show(alert: .plain("b"))
    try await stage.expect("b").dismiss()
    #expect(await second.outcome == .dismissed)
    stage.center.show(alert: .plain("c"))
    try await stage.expect("c").dismiss()
  }

  // dunst-project/dunst#453: an item called back from the history signalled "closed" twice.
  // Nothing can be called back here; the same value shown again is another call, with an end of its own.
  @Test func case64_theSameValueShownAgainIsAnotherCall() async throws {
    let stage = Stage()
    let ends = Log<AlertOutcome>()
    let alert = Probe("a", AlertScheduling(key: "k"), ending: { ends.append($0) })
    let first = stage.center.show(alert: alert)
    try await stage.expect("a").dismiss()
    #expect(await stage.center.drain())
    let second = stage.center.show(alert: alert)
    #expect(first.id != second.id)
    try await stage.expect("a").timeOut()
    #expect(await stage.center.drain())
    #expect(await first.outcome == .dismissed)
    #expect(await second.outcome == .timedOut)
    #expect(ends.all == [.dismissed, .timedOut])
  }

  // coder/coder-jetbrains-toolbox#314: a dismissal cancelled the task that waited, and its cleanup did not run.
  @Test func case80_aDismissalIsAValueAndOnlyTheCallersOwnCancellationThrows() async throws {
    let stage = Stage()
    let center = stage.center
    let cleanups = Log<String>()
    let asking = Task {
      let outcome = try await center.ask(alert: .plain("a"))
      cleanups.append(Task.isCancelled ? "cancelled" : "\(outcome)")
    }
    try await stage.expect("a").dismiss()
    try await asking.value
    #expect(cleanups.all == ["dismissed"])
    let withdrawn = Task { try await center.ask(alert: .confirmation("b")) }
    try await stage.expect("b")
    center.withdrawAll()
    #expect(try await withdrawn.value == false)  // the app took it back: an answer too, `otherwise`
    let cancelled = Task { try await center.ask(alert: .plain("c")) }
    try await stage.expect("c")
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  // tiann/KernelSU#3587: cancelling the job that waited left its bar up.
  @Test func case82_cancellingTheCallerTakesTheAlertDownAndFreesThePlace() async throws {
    let renderer = SlowExit()
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let events = center.events()
    let asking = Task { try await center.ask(alert: .plain("a")) }
    for await event in events { if case .appeared = event { break } }
    let next = center.show(alert: .plain("b"))
    asking.cancel()
    #expect(center.snapshot.history.isEmpty)  // it is still leaving, and the caller waits
    #expect(renderer.shown.all == ["a"])
    renderer.exit.open()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(center.snapshot.history.map(\.outcome) == [.withdrawn])
    #expect(await next.appeared)
    #expect(renderer.shown.all == ["a", "b"])
    next.withdraw()
  }

  // devxoul/Toaster#111: after "cancel all" the current one was still reported.
  // What is leaving is still current, and says that it is ending; nothing is when the center has drained.
  @Test func case83_clearingIsOneStep() async throws {
    let renderer = SlowExit()
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let shown = center.show(alert: .plain("a"))
    #expect(await shown.appeared)
    let waiting = (1...5).map { center.show(alert: .plain("\($0)")) }
    #expect(center.withdrawAll() == 6)
    #expect(center.snapshot.waiting.isEmpty)
    #expect(shown.status == .ending(.withdrawn))
    for handle in waiting { #expect(handle.status == .ended(.withdrawn)) }
    renderer.exit.open()
    #expect(await center.drain())
    #expect(center.snapshot.current == nil)
    #expect(center.snapshot.statistics.live == 0)
    #expect(renderer.shown.all == ["a"])
  }
}
