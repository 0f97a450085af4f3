import AlertSDK
import AlertSDKTestKit
import Testing

@Suite struct EndRules {
  @Test func S8_everyHandleGetsOneOutcomeAndTheCountsAddUp() async throws {
    let stage = Stage { $0.capacity = 2 }
    let center = stage.center
    let shown = center.show(alert: .plain("shown", AlertScheduling(key: "k")))
    try await stage.expect("shown")
    let joined = center.show(alert: .plain("joined", AlertScheduling(key: "k")))
    let waiting = [center.show(alert: .plain("w1")), center.show(alert: .plain("w2"))]
    let victim = center.show(alert: .plain("w3"))
    #expect(await victim.outcome == .dropped(.queueFull))
    var statistics = center.snapshot.statistics
    #expect((statistics.submitted, statistics.ended, statistics.live) == (5, 1, 4))
    center.withdrawAll()
    for handle in [shown, joined] + waiting { #expect(await handle.outcome == .withdrawn) }
    statistics = center.snapshot.statistics
    #expect((statistics.submitted, statistics.ended, statistics.live) == (5, 5, 0))
  }

  @Test func S9_theFirstTerminalEventWinsAndOnlyTheDecidingWithdrawSaysTrue() async throws {
    let stage = Stage()
    let alert = stage.center.show(alert: .plain("a"))
    try await stage.expect("a")
    #expect(alert.withdraw())
    #expect(!alert.withdraw())
    #expect(await alert.outcome == .withdrawn)
    #expect(!alert.withdraw())
  }

  @Test func S9_anAnswerThatCameBeforeTheInterruptionTookEffectIsAnAnswer() async throws {
    // Cancelled for the more urgent one, this renderer comes back with what the person pressed just then.
    struct LastPress: AlertRenderer {
      let name = "last-press"
      let capabilities: RendererCapabilities = [.actions]
      let gate = Gate()
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        request.didAppear()
        guard request.content.title == "m" else { return .dismissed }
        await withTaskCancellationHandler {
          await gate.wait()
        } onCancel: {
          gate.open()
        }
        return .chose("yes")
      }
    }
    let center = AlertCenter(renderer: LastPress())
    let medium = center.show(alert: Probe("m", actions: [AlertAction(id: "yes", title: "Yes")]))
    #expect(await medium.appeared)
    let high = center.show(alert: .plain("h", .high))
    #expect(await medium.outcome == .chose(AlertChoice("yes")))
    #expect(await high.outcome == .dismissed)
  }

  @Test func S10_decidedIsVisibleAtOnceAndTheOutcomeOnlyWhenItIsOffTheScreen() async throws {
    let renderer = ScriptedRenderer(.stayUp, name: "slow")
    let center = AlertCenter(renderer: renderer)
    let alert = center.show(alert: .plain("a"))
    #expect(await alert.appeared)
    alert.withdraw()
    #expect([.ending(.withdrawn), .ended(.withdrawn)].contains(alert.status))
    #expect(await alert.outcome == .withdrawn)
    #expect(alert.status == .ended(.withdrawn))
  }

  @Test func S10_outcomeThenDidEndThenAskReturns() async throws {
    let stage = Stage()
    let order = Log<String>()
    let didEnd = Gate()
    let alert = Probe(
      "a",
      ending: { _ in
        order.append("didEnd"); await didEnd.wait()
      })
    let center = stage.center
    let asking = Task { () -> AlertOutcome in
      let answer = try await center.ask(alert: alert)
      order.append("ask")
      return answer
    }
    let events = center.events()
    try await stage.expect("a").dismiss()
    for await event in events { if case .ended = event { break } }
    order.append("ended")
    didEnd.open()
    #expect(try await asking.value == .dismissed)
    #expect(order.all.last == "ask")
    #expect(Set(order.all) == ["didEnd", "ended", "ask"])
  }

  @Test func S10_aCallerThatIsCancelledAlreadyShowsNothing() async throws {
    let stage = Stage()
    let center = stage.center
    let start = Gate()
    let asking = Task {
      await start.wait()
      return try await center.ask(alert: .plain("a"))
    }
    asking.cancel()
    start.open()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(center.snapshot.statistics.submitted == 0)
  }

  @Test func S11_didEndRunsOncePerValueAlsoWhenItWasNeverPresented() async throws {
    let stage = Stage()
    let ends = Log<AlertOutcome>()
    stage.center.pause()
    let withdrawn = stage.center.show(alert: Probe("a", ending: { ends.append($0) }))
    withdrawn.withdraw()
    stage.center.resume()
    stage.center.show(alert: Probe("b", ending: { ends.append($0) }))
    try await stage.expect("b").dismiss()
    #expect(await stage.center.drain())
    // In either order: after an answer `didEnd` runs in the queue, after a withdrawal beside it.
    #expect(ends.count == 2)
    #expect(Set(ends.all) == [.withdrawn, .dismissed])
  }

  @Test func S11_didEndHoldsTheQueueAfterAnAnswerOnly() async throws {
    let stage = Stage()
    let gate = Gate()
    stage.center.show(alert: Probe("held", ending: { _ in await gate.wait() }))
    let next = stage.center.show(alert: .plain("next"))
    try await stage.expect("held").dismiss()
    #expect(await next.reaches { $0 == .waiting(because: [.behindTurn]) })
    gate.open()
    try await stage.expect("next").dismiss()

    let beside = Gate()
    let withdrawn = stage.center.show(alert: Probe("withdrawn", ending: { _ in await beside.wait() }))
    try await stage.expect("withdrawn")
    stage.center.show(alert: .plain("not held"))
    withdrawn.withdraw()
    try await stage.expect("not held").dismiss()
    beside.open()
  }

  @Test func S11_longerThanEndLimitTheQueueGoesOn() async throws {
    let stage = Stage { $0.endLimit = .seconds(5) }
    let gate = Gate()
    stage.center.show(alert: Probe("slow", ending: { _ in await gate.wait() }))
    let next = stage.center.show(alert: .plain("next"))
    try await stage.expect("slow").dismiss()
    #expect(await next.reaches { $0 == .waiting(because: [.behindTurn]) })
    await stage.pass(.seconds(5))
    try await stage.expect("next").dismiss()
    #expect(stage.center.snapshot.statistics.overruns == 1)
    gate.open()
  }

  @Test func S12_nothingOfAnAlertIsHeldAfterItsEnd() async throws {
    final class Token: Sendable {}
    let stage = Stage()
    weak var token: Token?
    let handle: AlertHandle
    do {
      let held = Token()
      token = held
      handle = stage.center.show(alert: Probe("a", ending: { [held] _ in _ = held })) { [held] _ in _ = held }
      try await stage.expect("a").dismiss()
      _ = await handle.outcome
    }
    #expect(await stage.center.drain())
    #expect(await eventually { token == nil })
    #expect(await handle.outcome == .dismissed)
  }

  @Test func S12_aDeinitMayCallBack() async throws {
    final class Caller: Sendable {
      let center: AlertCenter
      init(_ center: AlertCenter) { self.center = center }
      deinit { center.show(alert: .plain("from deinit")) }
    }
    let stage = Stage()
    do {
      let caller = Caller(stage.center)
      stage.center.show(alert: Probe("a", ending: { [caller] _ in _ = caller }))
    }
    try await stage.expect("a").dismiss()
    try await stage.expect("from deinit").dismiss()
  }
}
