import AlertSDK
import AlertSDKTestKit
import Testing

/// Faults that were seen in a coordinator of three priorities, by number, and in a small queue that went on when "the view disappeared".
@Suite(.timeLimit(.minutes(1))) struct CoordinatorFaults {
  // Pause was undone by the next dismissal.
  @Test func fault1_noEndOfAnAlertEndsAPause() async throws {
    let stage = Stage()
    let waiting = stage.center.show(alert: .plain("m"))
    let first = try await stage.expect("m")
    stage.center.pause(below: .high)
    let behind = stage.center.show(alert: .plain("behind"))
    first.dismiss()
    #expect(await waiting.outcome == .dismissed)
    let ends: [(TestScreen.Shown, AlertHandle) -> Void] = [
      { shown, _ in shown.dismiss() }, { _, handle in handle.withdraw() }, { _, _ in stage.clock.advance(by: .seconds(5)) },
      { shown, _ in shown.fail(.unsupported("no")) },
    ]
    for end in ends {
      let high = stage.center.show(alert: .plain("h", AlertScheduling(priority: .high, timeLimit: .seconds(5))))
      end(try await stage.expect("h"), high)
      _ = await high.outcome
      #expect(stage.center.isPaused)
      #expect(await behind.reaches { $0 == .waiting(because: [.paused]) })  // `didEnd`, a turn, comes after the outcome (S10)
    }
    stage.center.resume()
    try await stage.expect("behind").dismiss()
  }

  // A second high alert was lost while a high one was on screen.
  @Test func fault2_aSecondHighOneWaits() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("m"))
    try await stage.expect("m")
    let highs = ["h1", "h2", "h3"].map { stage.center.show(alert: .plain($0, .high)) }
    let first = try await stage.expect("h1")
    #expect(highs[1].status == .waiting(because: [.behind(highs[0].id)]))
    first.dismiss()
    for title in ["h2", "h3", "m"] { try await stage.expect(title).dismiss() }
    for high in highs { #expect(await high.outcome == .dismissed) }
  }

  // An interrupted low alert came back, beside the high one, though it should have been dropped.
  @Test func fault3_anInterruptedLowOneIsDroppedAndDoesNotComeBack() async throws {
    let stage = Stage()
    let low = stage.center.show(alert: .plain("l", .low))
    try await stage.expect("l")
    stage.center.show(alert: .plain("h", .high))
    let high = try await stage.expect("h")
    #expect(await low.outcome == .dropped(.interrupted))
    high.dismiss()
    #expect(await stage.center.drain())
    #expect(stage.screen.history.map(\.title) == ["l", "h"])
    #expect(stage.screen.mostAtOnce == 1)
  }

  // An interrupted medium alert was shown together with the high one.
  @Test func fault4_anInterruptedMediumOneWaitsUntilTheHighOneHasGone() async throws {
    let stage = Stage()
    let medium = stage.center.show(alert: .plain("m"))
    try await stage.expect("m")
    let high = stage.center.show(alert: .plain("h", .high))
    let above = try await stage.expect("h")
    #expect(medium.status == .waiting(because: [.behind(high.id)]))
    #expect(stage.screen.history.map(\.title) == ["m", "h"])
    above.dismiss()
    try await stage.expect("m").dismiss()
    #expect(stage.screen.mostAtOnce == 1)
  }

  // "Current" was set only when the entrance had ended, so that two starts in that gap put two alerts up.
  @Test func fault5_anAlertHasThePlaceFromBeforeItsEntrance() async throws {
    final class SlowEntrance: AlertRenderer {
      let name = "slow-entrance"
      let entrance = Gate()
      let calls = Log<String>()
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        calls.append(request.content.title)
        await entrance.wait()
        request.didAppear()
        return .dismissed
      }
    }
    let renderer = SlowEntrance()
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let events = center.events()
    let first = center.show(alert: .plain("a"))
    for await event in events where event == .presenting(first.id) { break }
    let others = ["b", "c"].map { center.show(alert: .plain($0)) }
    for other in others { #expect(other.status == .waiting(because: [.behind(first.id)])) }
    #expect(center.snapshot.current == first.id)
    #expect(renderer.calls.count <= 1)
    renderer.entrance.open()
    for handle in [first] + others { #expect(await handle.outcome == .dismissed) }
    #expect(renderer.calls.all == ["a", "b", "c"])
  }

  // A repeated "display" interrupted an alert of equal priority.
  @Test(arguments: [AlertPriority.low, .medium, .high])
  func fault6_nothingOfEqualPriorityInterrupts(_ priority: AlertPriority) async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("a", AlertScheduling(priority: priority)))
    let shown = try await stage.expect("a")
    let again = stage.center.show(alert: .plain("a", AlertScheduling(priority: priority)))
    stage.center.resume()
    stage.center.pause()
    stage.center.resume()
    stage.center.hold(lease: .seconds(1)).release()
    #expect(shown.isUp)
    #expect(again.status == .waiting(because: [.behind(.first)]))
    shown.dismiss()
    try await stage.expect("a").dismiss()
    #expect(stage.screen.history.count == 2)
  }

  // The shown alert was held weakly: it could be forgotten, and the next one was put over it.
  @Test func fault7_theCenterKeepsWhatItShows() async throws {
    final class Token: Sendable {}
    let stage = Stage()
    weak var token: Token?
    do {
      let held = Token()
      token = held
      stage.center.show(alert: Probe("a", ending: { [held] _ in _ = held }))
    }
    let shown = try await stage.expect("a")
    let next = stage.center.show(alert: .plain("b"))
    #expect(token != nil)
    #expect(next.status == .waiting(because: [.behind(.first)]))
    shown.dismiss()
    try await stage.expect("b").dismiss()
    #expect(stage.screen.mostAtOnce == 1)
  }

  // What was enqueued as medium or low into an idle, running coordinator was not shown.
  @Test(arguments: [AlertPriority.low, .medium, .high])
  func fault8_anIdleCenterShowsAnyPriorityAtOnce(_ priority: AlertPriority) async throws {
    let stage = Stage()
    for title in ["first", "after a drain"] {
      stage.center.show(alert: .plain(title, AlertScheduling(priority: priority)))
      try await stage.expect(title).dismiss()
      #expect(await stage.center.drain())
    }
  }

  // A reset ended a pause.
  @Test func fault9_takingEverythingBackKeepsThePause() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("a"))
    try await stage.expect("a")
    stage.center.pause()
    stage.center.withdrawAll()
    #expect(await stage.center.drain())
    #expect(stage.center.isPaused)
    let waiting = stage.center.show(alert: .plain("b"))
    #expect(waiting.status == .waiting(because: [.paused]))
    stage.center.resume()
    try await stage.expect("b").dismiss()
  }

  // A hold that was never completed blocked for ever, and any stray "complete" freed somebody else's place.
  @Test func fault10_aHoldEndsWithItsLeaseAndAStrayReleaseFreesNobodyElse() async throws {
    let stage = Stage()
    let forgotten = stage.center.hold(lease: .seconds(5))
    let alert = stage.center.show(alert: .plain("a"))
    await stage.pass(.seconds(5))
    let shown = try await stage.expect("a")
    let other = stage.center.hold(lease: .seconds(60))
    forgotten.release()
    forgotten.release()
    #expect(shown.isUp)
    shown.dismiss()
    #expect(await alert.outcome == .dismissed)
    let next = stage.center.show(alert: .plain("b"))
    #expect(await next.reaches { $0 == .waiting(because: [.held(remaining: .seconds(60))]) })  // after the `didEnd` of the first
    other.release()
    try await stage.expect("b").dismiss()
  }

  // MARK: The small queue

  // "The view disappeared" also came when something covered the alert, and the queue went on too early; a second one removed from an
  // empty list and crashed. Only the return of `present` frees the place, and it comes once; what a renderer says of itself may
  // come as often as it likes.
  @Test func smallQueue_aCoveredAlertKeepsThePlaceAndRepeatedCallbacksAreHarmless() async throws {
    final class Covered: AlertRenderer {
      let name = "covered"
      let (covers, isCovered, closes) = (Gate(), Gate(), Gate())
      let calls = Log<String>()
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        calls.append(request.content.title)
        request.didDisappear()
        for _ in 0..<2 { request.didAppear() }
        guard request.content.title == "a" else { return .dismissed }
        await covers.wait()
        for _ in 0..<3 { request.didDisappear() }
        isCovered.open()
        await closes.wait()
        for _ in 0..<2 { request.didAnswer(.dismissed) }
        for _ in 0..<2 { request.didDisappear() }
        return .timedOut
      }
    }
    let renderer = Covered()
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let first = center.show(alert: .plain("a"))
    #expect(await first.appeared)
    let second = center.show(alert: .plain("b"))
    renderer.covers.open()
    await renderer.isCovered.wait()
    #expect(second.status == .waiting(because: [.behind(first.id)]))
    #expect(center.snapshot.current == first.id)
    #expect(renderer.calls.all == ["a"])
    renderer.closes.open()
    #expect(await first.outcome == .dismissed)
    #expect(await second.outcome == .dismissed)
    #expect(await center.drain())
    #expect(center.snapshot.statistics.ended == 2)
  }

  // What had nothing to be presented from waited until something else was enqueued.
  @Test func smallQueue_installingARendererIsEnough() async throws {
    let stage = Stage(installed: false)
    let waiting = stage.center.show(alert: .plain("a"))
    #expect(waiting.status == .waiting(because: [.noRenderer]))
    stage.center.use(renderer: stage.screen)
    try await stage.expect("a").dismiss()
    #expect(await waiting.outcome == .dismissed)
  }
  @Test func smallQueue_aRendererThatComesBackIsFoundWithoutAnotherAlert() async throws {
    let clock = ManualClock()
    let renderer = ScriptedRenderer(.fail(.unavailable("no window yet")), thenAlways: .dismiss)
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: clock)
    let waiting = center.show(alert: .plain("a"))
    #expect(await waiting.reaches { $0.isUnavailable })
    clock.advance(by: .milliseconds(100))
    #expect(await waiting.outcome == .dismissed)
  }

  // The same alert could be queued twice.
  @Test func smallQueue_oneKeyIsOneAlert() async throws {
    let stage = Stage()
    stage.center.pause()
    let key = AlertScheduling(key: "k")
    let handles = (1...3).map { _ in stage.center.show(alert: .plain("same", key)) }
    #expect(stage.center.snapshot.waiting.count == 1)
    stage.center.resume()
    let shown = try await stage.expect("same")
    #expect(shown.repeatCount == 3)
    shown.dismiss()
    for handle in handles { #expect(await handle.outcome == .dismissed) }
    #expect(await stage.center.drain())
    #expect(stage.screen.history.count == 1)
  }

  // An urgent one could not go first.
  @Test func smallQueue_anUrgentOneGoesFirst() async throws {
    let stage = Stage()
    stage.center.pause()
    for number in 1...5 { stage.center.show(alert: .plain("\(number)")) }
    let urgent = stage.center.show(alert: .plain("urgent", .high))
    #expect(urgent.position() == 0)
    stage.center.resume()
    for title in ["urgent", "1", "2", "3", "4", "5"] { try await stage.expect(title).dismiss() }
  }
}
