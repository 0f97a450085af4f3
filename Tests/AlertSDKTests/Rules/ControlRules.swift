import AlertSDK
import AlertSDKTestKit
import Testing

@Suite struct ControlRules {
  // MARK: Pause and hold

  @Test func S17_pauseStopsNewPresentationsAndNothingElse() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("up"))
    let up = try await stage.expect("up")
    stage.center.pause()
    #expect(stage.center.isPaused)
    let waiting = stage.center.show(alert: .plain("waits", .high))
    #expect(up.isUp)
    up.dismiss()
    #expect(await waiting.reaches { $0 == .waiting(because: [.paused]) })
    stage.center.resume()
    try await stage.expect("waits").dismiss()
  }

  @Test func S17_pauseBelowALevelLetsMoreUrgentOnesPass() async throws {
    let stage = Stage()
    stage.center.pause(below: .high)
    let medium = stage.center.show(alert: .plain("m"))
    stage.center.show(alert: .plain("h", .high))
    try await stage.expect("h").dismiss()
    #expect(await medium.reaches { $0 == .waiting(because: [.paused]) })
    stage.center.pause(below: .medium)  // the last call's level counts
    try await stage.expect("m").dismiss()
    #expect(stage.center.isPaused)
  }

  @Test func S18_holdsOverlapAndReleasingOneOrOneTwiceDoesNotTouchTheOthers() async throws {
    let stage = Stage()
    let first = stage.center.hold(lease: .seconds(60))
    let second = stage.center.hold(lease: .seconds(60))
    let alert = stage.center.show(alert: .plain("a"))
    first.release()
    first.release()
    #expect(alert.status == .waiting(because: [.held(remaining: .seconds(60))]))
    second.release()
    try await stage.expect("a").dismiss()
  }

  @Test func S18_aHoldEndsWithItsLeaseOrItsOwner() async throws {
    let stage = Stage()
    let events = stage.center.events()
    let hold = stage.center.hold(lease: .seconds(5))
    hold.extend(by: .seconds(5))
    stage.center.show(alert: .plain("a"))
    await stage.pass(.seconds(9))
    #expect(stage.screen.current == nil)
    await stage.pass(.seconds(1))
    try await stage.expect("a").dismiss()
    for await event in events { if event == .leaseEnded { break } }
    hold.release()
    _ = stage.center.hold(lease: .seconds(1000))  // deallocated at once
    stage.center.show(alert: .plain("b"))
    try await stage.expect("b").dismiss()
  }

  // MARK: Turns

  @Test func S19_aTurnWaitsItsTurnAndNothingIsShownMeanwhile() async throws {
    let stage = Stage()
    let center = stage.center
    center.show(alert: .plain("a"))
    let first = try await stage.expect("a")
    let (started, finish) = (Gate(), Gate())
    let turn = Task {
      try await center.withTurn(priority: .medium) {
        started.open()
        await finish.wait()
        return 42
      }
    }
    await eventually { !center.snapshot.waiting.isEmpty }
    #expect(!center.snapshot.isTurnRunning && first.isUp)
    first.dismiss()
    await started.wait()
    let urgent = center.show(alert: .plain("h", .high))
    #expect(urgent.status == .waiting(because: [.behindTurn]))
    finish.open()
    #expect(try await turn.value == 42)
    try await stage.expect("h").dismiss()
  }

  @Test func S19_aTurnNeedsNoRendererAndThrowsWhatItsBodyThrows() async throws {
    struct Oops: Error {}
    let stage = Stage(installed: false)
    await #expect(throws: Oops.self) { try await stage.center.withTurn { throw Oops() } }
    #expect(stage.center.snapshot.isTurnRunning == false)
  }

  @Test func S19_cancelledOrShutDownWhileWaitingItThrows() async throws {
    let stage = Stage()
    let center = stage.center
    center.pause()
    let cancelled = Task { try await center.withTurn {} }
    await eventually { !center.snapshot.waiting.isEmpty }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let shut = Task { try await center.withTurn {} }
    await eventually { !center.snapshot.waiting.isEmpty }
    await center.shutDown()
    await #expect(throws: CancellationError.self) { try await shut.value }
    await #expect(throws: CancellationError.self) { try await center.withTurn {} }
  }

  @Test func S19_aMoreUrgentTurnInterrupts() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("m"))
    try await stage.expect("m")
    try await stage.center.withTurn(priority: .high) { #expect(stage.screen.current == nil) }
    try await stage.expect("m").dismiss()
  }

  @Test func S20_whatIsShownInsideATurnIsPresentedInside() async throws {
    let stage = Stage()
    let center = stage.center
    try await center.withTurn {
      center.show(alert: .plain("inner medium"))
      try await stage.expect("inner medium")
      center.show(alert: .plain("inner high", .high))
      try await stage.expect("inner high").dismiss()
      try await stage.expect("inner medium").dismiss()
      #expect(await center.drain())
    }
  }

  @Test func S20_nothingOutsideInterruptsATurn() async throws {
    let stage = Stage()
    let center = stage.center
    let outside = try await center.withTurn { () -> AlertHandle in
      let asked = Task { try await center.ask(alert: .plain("inside")) }
      let inner = try await stage.expect("inside")
      let outside = await Task.detached { center.show(alert: .plain("outside", .high)) }.value
      #expect(outside.status == .waiting(because: [.behindTurn]))
      #expect(inner.isUp)
      inner.dismiss()
      #expect(try await asked.value == .dismissed)
      return outside
    }
    try await stage.expect("outside").dismiss()
    #expect(await outside.outcome == .dismissed)
  }

  @Test func S20_whatSomebodyInsideWaitsForIsMovedIntoTheTurn() async throws {
    let stage = Stage()
    let center = stage.center
    center.pause()
    let waiting = center.show(alert: .plain("from before"))
    let turn = Task { try await center.withTurn(priority: .high) { await waiting.outcome } }
    await eventually { center.snapshot.waiting.count == 2 }
    center.resume()
    try await stage.expect("from before").dismiss()
    #expect(try await turn.value == .dismissed)
  }

  @Test func S20_joiningFromInsideMovesTheHostIn() async throws {
    let stage = Stage()
    let center = stage.center
    center.pause()
    center.show(alert: .plain("host", AlertScheduling(key: "k")))
    let turn = Task {
      try await center.withTurn(priority: .high) { try await center.ask(alert: .plain("guest", AlertScheduling(key: "k"))) }
    }
    await eventually { center.snapshot.waiting.count == 2 }
    center.resume()
    try await stage.expect("host").dismiss()
    #expect(try await turn.value == .dismissed)
  }

  @Test func S20_didEndAndPerformAreTurns() async throws {
    let stage = Stage()
    let center = stage.center
    let answers = Log<Bool>()
    center.pause()  // until both are there: else the first might be on screen before the second is shown
    center.show(
      alert: ChoiceAlert(
        "first",
        choices: [
          .init("Go on") {
            if let answer = try? await center.ask(alert: .confirmation("second")) { answers.append(answer) }
          }
        ]))
    center.show(alert: .plain("outside", .high.raised))
    center.resume()
    try await stage.expect("outside").dismiss()
    try await stage.expect("first").choose("Go on")
    try await stage.expect("second").choose("confirm")
    #expect(await center.drain())
    #expect(answers.all == [true])
  }

  @Test func S20_whatATurnLeavesBecomesOrdinary() async throws {
    let stage = Stage()
    let center = stage.center
    try await center.withTurn {
      center.show(alert: .plain("left on screen"))
      try await stage.expect("left on screen")
      center.show(alert: .plain("left waiting"))
      _ = await Task.detached { center.show(alert: .plain("outside")) }.value
    }
    #expect(stage.screen.current?.content.title == "left on screen")
    stage.screen.current?.dismiss()
    for title in ["outside", "left waiting"] { try await stage.expect(title).dismiss() }
  }

  @Test func S20_turnsNestAtAnyDepth() async throws {
    let stage = Stage()
    let center = stage.center
    let depth = try await center.withTurn {
      try await center.withTurn { try await center.withTurn { 3 } }
    }
    #expect(depth == 3)
    #expect(await center.drain())
  }

  @Test func S20_anAlertAwaitedInsidePresentFailsAtOnce() async throws {
    struct Asking: AlertRenderer {
      let name = "asking"
      let inner = Log<AlertOutcome>()
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        request.didAppear()
        if request.content.title == "outer" {
          inner.append(await AlertCenter.current.show(alert: .plain("inner")).outcome)
          do { try await AlertCenter.current.withTurn {} } catch let error as AlertError { inner.append(error.outcome) }
          #expect(await AlertCenter.current.drain() == false)
        }
        return .delivered
      }
    }
    let renderer = Asking()
    let center = AlertCenter(renderer: renderer)
    #expect(await center.show(alert: .plain("outer")).outcome == .delivered)
    for outcome in renderer.inner.all {
      guard case .failed(let failure) = outcome else { return #expect(Bool(false), "\(outcome)") }
      #expect(failure.kind == .unsupported)
    }
    #expect(renderer.inner.count == 2)
  }

  @Test func S20_aTaskThatOutlivesItsTurnIsOutsideAgain() async throws {
    let stage = Stage()
    let center = stage.center
    let over = Gate()
    let left = try await center.withTurn {
      Task {
        await over.wait()
        return try await center.ask(alert: .plain("after the turn"))
      }
    }
    over.open()
    try await stage.expect("after the turn").dismiss()
    #expect(try await left.value == .dismissed)
  }

  @Test func S20_turnLimitAndStallAreReported() async throws {
    let stage = Stage { $0.turnLimit = .seconds(20) }
    let center = stage.center
    let events = center.events()
    let (started, finish) = (Gate(), Gate())
    let turn = Task {
      try await center.withTurn {
        started.open(); await finish.wait()
      }
    }
    await started.wait()
    let next = center.show(alert: .plain("next"))
    await stage.clock.waitForSleepers()
    await stage.pass(.seconds(10))
    for await event in events { if case .turnStalled = event { break } }
    #expect(next.status == .waiting(because: [.behindTurn]))
    await stage.pass(.seconds(10))
    try await stage.expect("next").dismiss()
    finish.open()
    try await turn.value
  }

  // MARK: Withdrawing and updating

  @Test func S21_withdrawReachesEveryState() async throws {
    let stage = Stage()
    let shown = stage.center.show(alert: .plain("shown"))
    try await stage.expect("shown")
    let waiting = stage.center.show(alert: .plain("waiting"))
    #expect(waiting.withdraw())
    #expect(await waiting.outcome == .withdrawn)
    stage.center.show(alert: .plain("h", .high))
    let high = try await stage.expect("h")
    #expect(shown.withdraw())  // suspended
    #expect(await shown.outcome == .withdrawn)
    high.dismiss()
    #expect(await stage.center.drain())
    #expect(stage.screen.history.map(\.title) == ["shown", "h"])
  }

  @Test func S21_withdrawWhere() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("shown", AlertScheduling(source: "a")))
    try await stage.expect("shown")
    let others = ["a", "b", "a"].map { stage.center.show(alert: .plain($0, AlertScheduling(source: $0))) }
    #expect(stage.center.withdraw { $0.source == "a" } == 3)
    try await stage.expect("b").dismiss()
    #expect(await others[1].outcome == .dismissed)
    #expect(await others[2].outcome == .withdrawn)
  }

  @Test func S22_updateReachesWaitingShownAndSuspendedOnes() async throws {
    let stage = Stage()
    let first = stage.center.show(alert: .plain("a"))
    let second = stage.center.show(alert: .plain("b"))
    #expect(second.update(.titled("b2")))
    let shown = try await stage.expect("a")
    #expect(first.update(.titled("a2")))
    try await shown.until { $0.content.title == "a2" }
    shown.dismiss()
    #expect(await first.outcome == .dismissed)
    #expect(!first.update(.titled("a3")))
    try await stage.expect("b2").dismiss()
  }

  @Test func S22_withoutUpdatesTheAlertIsMovedAtMostOnceASecondAndKeepsThePlace() async throws {
    let stage = Stage(updates: false)
    let alert = stage.center.show(alert: .plain("a", AlertScheduling(timeLimit: .seconds(10))))
    try await stage.expect("a")
    stage.center.show(alert: .plain("next"))
    await stage.pass(.milliseconds(1500))
    stage.center.pause()  // no pause comes between
    alert.update(.titled("a2"))
    let moved = try await stage.expect("a2")
    #expect(moved.timeLeft == .milliseconds(8500))
    alert.update(.titled("a3"))
    alert.update(.titled("a4"))
    #expect(moved.isUp)
    await stage.pass(.seconds(1))
    try await stage.expect("a4").dismiss()
    #expect(await alert.outcome == .dismissed)
    stage.center.resume()
    try await stage.expect("next").dismiss()
  }

  // MARK: Duplicates

  @Test func S23_allowShowsBothAndDropDropsTheNewcomer() async throws {
    let stage = Stage()
    for policy in [AlertScheduling.DuplicatePolicy.allow, .allow] {
      stage.center.show(alert: .plain("twice", AlertScheduling(key: "k", whenDuplicate: policy)))
    }
    let dropped = stage.center.show(alert: .plain("dropped", AlertScheduling(key: "k", whenDuplicate: .drop)))
    #expect(await dropped.outcome == .dropped(.duplicate))
    for _ in 0..<2 { try await stage.expect("twice").dismiss() }
    #expect(await stage.center.drain())
    let late = stage.center.show(alert: .plain("late", AlertScheduling(key: "k", whenDuplicate: .drop)))
    try await stage.expect("late").dismiss()
    #expect(await late.outcome == .dismissed)
  }

  @Test func S23_joinSharesShowingCountAndOutcome() async throws {
    let stage = Stage()
    let key = AlertScheduling(key: "k")
    let presented = Log<AlertID>()
    let host = stage.center.show(alert: .plain("host", key))
    let shown = try await stage.expect("host")
    let joined = stage.center.show(alert: .plain("guest", key)) { presented.append($0.id) }
    try await shown.until { $0.repeatCount == 2 }
    #expect(joined.id != host.id)
    shown.dismiss()
    #expect(await joined.outcome == .dismissed)
    #expect(await host.outcome == .dismissed)
    #expect(stage.screen.history.map(\.title).allSatisfy { $0 == "host" })
    await eventually { presented.count > 0 }
    #expect(presented.all == [joined.id])
  }

  @Test func S23_oneParticipantLeavesAloneAndTheAlertGoesWithTheLast() async throws {
    let stage = Stage()
    let key = AlertScheduling(key: "k")
    let host = stage.center.show(alert: .plain("host", key))
    let joined = stage.center.show(alert: .plain("guest", key))
    let shown = try await stage.expect("host")
    #expect(host.withdraw())
    #expect(!host.withdraw())
    #expect(await host.outcome == .withdrawn)
    #expect(host.status == .ended(.withdrawn))
    #expect(shown.isUp)
    #expect(joined.withdraw())
    #expect(await joined.outcome == .withdrawn)
    try await shown.gone()
  }

  @Test func S23_cancellingOneWhoAskedEndsThatParticipantAlone() async throws {
    let stage = Stage()
    let center = stage.center
    let key = AlertScheduling(key: "k")
    let host = center.show(alert: .plain("host", key))
    let shown = try await stage.expect("host")
    let asking = Task { try await center.ask(alert: .plain("guest", key)) }
    try await shown.until { $0.repeatCount == 2 }
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(shown.isUp)
    shown.dismiss()
    #expect(await host.outcome == .dismissed)
  }

  @Test func S23_joinRaisesThePriorityToTheEndOfTheNewEquals() async throws {
    let stage = Stage()
    stage.center.pause()
    stage.center.show(alert: .plain("raised", AlertScheduling(priority: .low, key: "k")))
    stage.center.show(alert: .plain("medium"))
    stage.center.show(alert: .plain("guest", AlertScheduling(priority: .medium, key: "k")))
    stage.center.resume()
    for title in ["medium", "raised"] { try await stage.expect(title).dismiss() }
  }

  @Test func S23_joinTakesTheLaterWaitLimit() async throws {
    let stage = Stage()
    stage.center.pause()
    let host = stage.center.show(alert: .plain("host", AlertScheduling(waitLimit: .seconds(5), key: "k")))
    stage.center.show(alert: .plain("guest", AlertScheduling(waitLimit: .seconds(9), key: "k")))
    await stage.pass(.seconds(8))
    #expect(host.status == .waiting(because: [.paused]))
    await stage.pass(.seconds(1))
    #expect(await host.outcome == .dropped(.stale))
  }

  @Test func S23_aCountAloneNeverTakesAnAlertDown() async throws {
    let stage = Stage(updates: false)
    let key = AlertScheduling(key: "k")
    stage.center.show(alert: .plain("host", key))
    let shown = try await stage.expect("host")
    await stage.pass(.seconds(5))
    stage.center.show(alert: .plain("guest", key))
    #expect(shown.isUp)
    shown.dismiss()
    #expect(await stage.center.drain())
    #expect(stage.screen.history.count == 1)
  }

  @Test func S23_replaceWhileWaitingTakesTheOldOnesPlace() async throws {
    let stage = Stage()
    stage.center.pause()
    let old = stage.center.show(alert: .plain("old", AlertScheduling(key: "k")))
    stage.center.show(alert: .plain("second"))
    let new = stage.center.show(alert: .plain("new", AlertScheduling(key: "k", whenDuplicate: .replace)))
    #expect(await old.outcome == .superseded(by: new.id))
    stage.center.resume()
    for title in ["new", "second"] { try await stage.expect(title).dismiss() }
  }

  @Test func S23_replaceOnScreenIsOneUpdateWithItsFullTime() async throws {
    let stage = Stage()
    let presented = Log<AlertID>()
    let old = stage.center.show(alert: .plain("old", AlertScheduling(timeLimit: .seconds(10), key: "k")))
    let shown = try await stage.expect("old")
    await stage.pass(.seconds(9))
    let new = stage.center.show(
      alert: .plain("new", AlertScheduling(timeLimit: .seconds(10), key: "k", whenDuplicate: .replace))
    ) { presented.append($0.id) }
    #expect(await old.outcome == .superseded(by: new.id))
    try await shown.until { $0.content.title == "new" }
    #expect(shown.timeLeft == .seconds(10))
    #expect(await new.appeared)
    await stage.pass(.seconds(9))
    #expect(shown.isUp)
    await stage.pass(.seconds(1))
    #expect(await new.outcome == .timedOut)
    await eventually { presented.count > 0 }
    #expect(presented.all == [new.id])
  }

  @Test func S23_replaceOnScreenWithoutUpdatesMovesAndNobodyComesBetween() async throws {
    let stage = Stage(updates: false)
    let old = stage.center.show(alert: .plain("old", AlertScheduling(key: "k")))
    try await stage.expect("old")
    stage.center.show(alert: .plain("waits"))
    let new = stage.center.show(alert: .plain("new", AlertScheduling(key: "k", whenDuplicate: .replace)))
    #expect(await old.outcome == .superseded(by: new.id))
    for title in ["new", "waits"] { try await stage.expect(title).dismiss() }
  }

  @Test func S23_anIrrelevantNewcomerReplacesNothing() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("old", AlertScheduling(key: "k")))
    let shown = try await stage.expect("old")
    let new = stage.center.show(
      alert: Probe("new", AlertScheduling(key: "k", whenDuplicate: .replace), isRelevant: { false }))
    #expect(await new.outcome == .dropped(.irrelevant))
    #expect(shown.isUp)
    shown.dismiss()
  }

  @Test func S24_overflowDropsTheLowestTheNewestOrTheOldest() async throws {
    let expected: [AlertCenter.Configuration.Overflow: [String]] = [
      .dropLowest: ["h", "m", "m2"], .dropNewest: ["h", "m", "l"], .dropOldest: ["h", "m2", "m"],
    ]
    for (overflow, titles) in expected {
      let stage = Stage { ($0.capacity, $0.overflow) = (3, overflow) }
      stage.center.pause()
      let order: [(String, AlertPriority)] =
        overflow == .dropOldest
        ? [("l", .low), ("m2", .medium), ("h", .high), ("m", .medium)]
        : [("l", .low), ("h", .high), ("m", .medium), ("m2", .medium)]
      for (title, priority) in order { stage.center.show(alert: .plain(title, AlertScheduling(priority: priority))) }
      stage.center.resume()
      for title in titles { try await stage.expect(title).dismiss() }
      #expect(stage.center.snapshot.statistics.dropped == 1)
    }
  }

  @Test func S24_suspendedOnesNeitherCountNorAreVictims() async throws {
    let stage = Stage { $0.capacity = 1 }
    let suspended = stage.center.show(alert: .plain("m"))
    try await stage.expect("m")
    stage.center.show(alert: .plain("h", .high))
    let high = try await stage.expect("h")
    let waiting = stage.center.show(alert: .plain("w"))
    let victim = stage.center.show(alert: .plain("v"))
    #expect(await victim.outcome == .dropped(.queueFull))
    high.dismiss()
    for title in ["m", "w"] { try await stage.expect(title).dismiss() }
    #expect(await suspended.outcome == .dismissed)
    #expect(await waiting.outcome == .dismissed)
  }

  @Test func S38_handlesOfJoinedAndReplacedAlertsAnswer() async throws {
    let stage = Stage()
    let host = stage.center.show(alert: .plain("host", AlertScheduling(key: "k")))
    try await stage.expect("host")
    let joined = stage.center.show(alert: .plain("guest", AlertScheduling(key: "k")))
    #expect(joined.status == .onScreen)
    let new = stage.center.show(alert: .plain("new", AlertScheduling(key: "k", whenDuplicate: .replace)))
    #expect(await joined.outcome == .superseded(by: new.id))
    #expect(joined.status == .ended(.superseded(by: new.id)))
    #expect(host.status == joined.status)
  }
}

extension AlertScheduling {
  /// More urgent than anything else in its test.
  var raised: AlertScheduling { AlertScheduling(priority: AlertPriority(rawValue: priority.rawValue + 1)) }
}
