import AlertSDKTestKit
import Testing

@testable import AlertSDK

@Suite("FallbackRenderer", .timeLimit(.minutes(1)))
struct FallbackRendererTests {
  private let bench = CombinatorBench()
  private let a = TestScreen(name: "a")
  private let b = TestScreen(name: "b")

  private func rested(_ renderer: FallbackRenderer) async {
    await eventually { renderer.children.candidates(for: .notice).resting.isEmpty }
    #expect(renderer.children.candidates(for: .notice).resting.isEmpty)
  }

  @Test("the first that can shows the alert; the others are not touched")
  func first() async throws {
    let presenting = bench.present(.question, on: FallbackRenderer([a, b]))
    try await a.next().choose("go")
    #expect(try await presenting.value == .chose("go"))
    #expect(bench.events == [.appeared])
    #expect(b.history.isEmpty)
  }

  @Test(
    "a failure of any kind hands the alert to the next",
    arguments: [RendererFailure.unavailable("x"), .unsupported("x"), .lost("x")])
  func next(failure: RendererFailure) async throws {
    let presenting = bench.present(.notice, on: FallbackRenderer([ScriptedRenderer(.fail(failure)), b]))
    try await b.next().dismiss()
    #expect(try await presenting.value == .dismissed)
    #expect(bench.events == [.disappeared, .appeared])
  }

  @Test("capabilities are the union, the name is the spec, and an alert goes to the first that has what it needs")
  func capabilities() async throws {
    let line = TestScreen(name: "line", capabilities: [])
    let buttons = TestScreen(name: "buttons", capabilities: [.actions, .progress])
    let renderer = FallbackRenderer([line, buttons, TestScreen(name: "all", capabilities: [.actions, .fields])])
    #expect(renderer.capabilities == [.actions, .fields, .progress])
    #expect(renderer.name == "line,buttons,all")
    for (content, screen) in [(AlertContent.notice, line), (.question, buttons)] {
      let presenting = bench.present(content, on: renderer)
      try await screen.next().dismiss()
      _ = try await presenting.value
    }
    #expect(line.history == [.notice] && buttons.history == [.question])
  }

  @Test("lost while up: time stands still, and the next gets what is left of it")
  func lostWhileUp() async throws {
    let presenting = bench.present(.notice, on: FallbackRenderer([a, b]))
    let shown = try await a.next()
    #expect(shown.timeLeft == .seconds(10))
    bench.timeLeft.withLock { $0 = .seconds(4) }
    await bench.hears(.appeared)
    shown.fail(.lost("unplugged"))
    let again = try await b.next()
    #expect(again.timeLeft == .seconds(4))
    await bench.hears(.appeared, .disappeared, .appeared)
    again.dismiss()
    _ = try await presenting.value
  }

  @Test("one that has not appeared within 3 s is taken down and counts as lost")
  func neverAppears() async throws {
    let renderer = FallbackRenderer([ScriptedRenderer(thenAlways: .neverAppear, name: "slow"), b])
    let presenting = bench.present(.notice, on: renderer)
    await bench.pass(.seconds(3))
    try await b.next().dismiss()
    _ = try await presenting.value
    #expect(renderer.children.candidates(for: .notice).resting == [0])
  }

  @Test("one deaf to cancellation for 1 s is left behind, and skipped until its call has returned")
  func deaf() async throws {
    let deaf = ScriptedRenderer(.hang, thenAlways: .dismiss, name: "deaf")
    let renderer = FallbackRenderer([deaf, b])
    let cancelled = bench.present(.notice, on: renderer)
    _ = try await deaf.shown(atLeast: 1)
    await bench.hears(.appeared)
    cancelled.cancel()
    await bench.pass(.seconds(1))
    await #expect(throws: CancellationError.self) { try await cancelled.value }

    let second = bench.present(.notice, on: renderer)
    try await b.next().dismiss()
    _ = try await second.value
    #expect(deaf.shown.count == 1)

    deaf.release()
    await eventually { renderer.children.candidates(for: .notice).ready == [0, 1] }
    #expect(try await bench.present(.notice, on: renderer).value == .dismissed)
    #expect(deaf.shown.count == 2)
  }

  @Test("with only a deaf one left the failure says so and that it may come back")
  func onlyDeaf() async throws {
    let deaf = ScriptedRenderer(.hang, name: "deaf")
    let renderer = FallbackRenderer([deaf])
    let cancelled = bench.present(.notice, on: renderer)
    _ = try await deaf.shown(atLeast: 1)
    cancelled.cancel()
    await bench.pass(.seconds(1))
    _ = await cancelled.result
    await #expect(throws: RendererFailure.unavailable("deaf: has not taken an earlier alert down")) {
      try await bench.present(.notice, on: renderer).value
    }
    deaf.release()
  }

  @Test("cancellation takes the alert down at once (R4)")
  func cancellation() async throws {
    let presenting = bench.present(.notice, on: FallbackRenderer([a, b]))
    let shown = try await a.next()
    presenting.cancel()
    await #expect(throws: CancellationError.self) { try await presenting.value }
    #expect(!shown.isUp && b.history.isEmpty)
  }

  @Test("cancelled before anything was drawn: nothing is (R5)")
  func cancelledBefore() async throws {
    let bench = bench
    let renderer = FallbackRenderer([a, b])
    let request = AlertRequest(PlainAlert(.notice), content: .notice)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await renderer.present(request)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(a.history.isEmpty && b.history.isEmpty && bench.events.isEmpty)
  }

  @Test("a failed one is passed over until its rest is over: 0.1 s, doubled with each failure in a row")
  func rest() async throws {
    let flaky = ScriptedRenderer(.fail(.unavailable("x")), .fail(.lost("y")), .dismiss, .fail(.unavailable("z")), name: "flaky")
    let other = ScriptedRenderer(thenAlways: .timeOut)
    let renderer = FallbackRenderer([flaky, other])
    #expect(try await bench.present(.notice, on: renderer).value == .timedOut)
    #expect(try await bench.present(.notice, on: renderer).value == .timedOut)  // passed over: its script has not moved
    await bench.pass(.milliseconds(100))
    await rested(renderer)
    #expect(try await bench.present(.notice, on: renderer).value == .timedOut)
    await bench.pass(.milliseconds(200))
    await rested(renderer)
    #expect(try await bench.present(.notice, on: renderer).value == .dismissed)
    #expect(try await bench.present(.notice, on: renderer).value == .timedOut)
    await bench.pass(.milliseconds(100))  // its success was the end of the row
    await rested(renderer)
  }

  @Test("a failure that says when to try again is taken at its word; an unsupported alert is no reason to rest")
  func retryAfter() async throws {
    let later = ScriptedRenderer(.fail(.unavailable("x", retryAfter: .seconds(7))))
    let picky = ScriptedRenderer(.fail(.unsupported("not this one")))
    let renderer = FallbackRenderer([later, picky, ScriptedRenderer(thenAlways: .timeOut)])
    #expect(try await bench.present(.notice, on: renderer).value == .timedOut)
    #expect(renderer.children.candidates(for: .notice).resting == [0])
    #expect(try await bench.present(.notice, on: renderer).value == .dismissed)  // by the picky one
    await bench.pass(.seconds(7))
    await rested(renderer)
  }

  @Test("rather than fail, those at rest are tried")
  func restingAsLastResort() async throws {
    let renderer = FallbackRenderer([ScriptedRenderer(.fail(.unavailable("x", retryAfter: .seconds(60))), thenAlways: .timeOut)])
    _ = await bench.present(.notice, on: renderer).result
    #expect(try await bench.present(.notice, on: renderer).value == .timedOut)
  }

  @Test("all failed: unavailable if any may come back, with the earliest retryAfter, each with its name and reason")
  func allFailed() async throws {
    let failing = [
      ScriptedRenderer(.fail(.unavailable("no server", retryAfter: .seconds(5))), name: "popup"),
      ScriptedRenderer(.fail(.unavailable("busy", retryAfter: .seconds(2))), name: "lamp"),
      ScriptedRenderer(.fail(.unsupported("no terminal")), name: "box"), ScriptedRenderer(name: "line", capabilities: []),
    ]
    await #expect(
      throws: RendererFailure.unavailable(
        "popup: no server; lamp: busy; box: no terminal; line: cannot show actions and fields", retryAfter: .seconds(2))
    ) { try await bench.present(.form, on: FallbackRenderer(failing)).value }
  }

  @Test("all failed for good: unsupported")
  func allUnsupported() async throws {
    let renderer = FallbackRenderer([
      ScriptedRenderer(.fail(.unsupported("no terminal")), name: "box"), ScriptedRenderer(name: "line", capabilities: [.actions]),
    ])
    await #expect(throws: RendererFailure.unsupported("box: no terminal; line: cannot show fields")) {
      try await bench.present(.form, on: renderer).value
    }
    await #expect(throws: RendererFailure.unsupported("there is no renderer to choose from")) {
      try await bench.present(.notice, on: FallbackRenderer([])).value
    }
  }

  @Test("a foreign error is a loss with its text (R18)")
  func foreignError() async throws {
    struct Broken: Error {}
    struct Breaking: AlertRenderer {
      let name = "breaking"
      func present(_ request: AlertRequest) async throws -> AlertResponse { throw Broken() }
    }
    await #expect(throws: RendererFailure.unavailable("breaking: Broken()", retryAfter: .milliseconds(100))) {
      try await bench.present(.notice, on: FallbackRenderer([Breaking()])).value
    }
  }

  @Test("updates reach a child that can take them, and the newest content goes to the next")
  func updates() async throws {
    let presenting = bench.present(.notice, on: FallbackRenderer([a, b]))
    let shown = try await a.next()
    bench.update(AlertContent(title: "newer"), repeatCount: 3)
    try await shown.until { $0.content.title == "newer" && $0.repeatCount == 3 }
    shown.fail(.lost("x"))
    let next = try await b.next()
    #expect(next.content.title == "newer" && next.repeatCount == 3)
    next.dismiss()
    _ = try await presenting.value
    #expect(b.history.count == 1)
  }

  @Test("a child without updates is called anew for new content, at most once a second, and never for a count alone (S22, S23)")
  func calledAnew() async throws {
    let still = TestScreen(name: "still", capabilities: [.actions])
    let presenting = bench.present(.notice, on: FallbackRenderer([still, TestScreen(capabilities: [.updates, .fields])]))
    _ = try await still.next()
    bench.update(.notice, repeatCount: 2)
    bench.update(AlertContent(title: "1"), repeatCount: 3)
    let first = try await still.next()
    #expect(first.content.title == "1" && first.repeatCount == 3)
    await bench.hears(.appeared, .disappeared, .appeared)
    bench.update(AlertContent(title: "2"))
    bench.update(AlertContent(title: "3"))
    await bench.pass(.seconds(1))
    let last = try await still.next()
    #expect(last.content.title == "3")
    last.dismiss()
    #expect(try await presenting.value == .dismissed)
    #expect(still.history.map(\.title) == ["notice", "1", "3"] && still.mostAtOnce == 1)
  }

  @Test(
    "an answer, or what is out, counts although its surface is just being called anew for newer content (S9)",
    arguments: [AlertResponse.chose("go"), .delivered])
  func answeredWhileCalledAnew(last: AlertResponse) async throws {
    struct LastPress: AlertRenderer {
      let name = "last-press"
      let capabilities: RendererCapabilities = [.actions]
      let last: AlertResponse
      let shown = Log<String>()
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        shown.append(request.content.title)
        request.didAppear()
        guard shown.count == 1 else { return .dismissed }
        await untilCancelled()
        return last
      }
    }
    let leaving = LastPress(last: last)
    let presenting = bench.present(.question, on: FallbackRenderer([leaving]))
    await bench.hears(.appeared)
    bench.update(AlertContent(title: "newer", actions: AlertContent.question.actions))
    #expect(try await presenting.value == last)
    #expect(leaving.shown.all == ["question"])
  }

  @Test("an answer, or what is out, counts although the alert is just being taken down for another (S9)")
  func answeredWhileCancelled() async throws {
    for last in [AlertResponse.chose("go"), .delivered, .dismissed, .timedOut] {
      let bench = CombinatorBench()
      let leaving = SlowExit(last: last, capabilities: [.actions])
      leaving.exit.open()
      let presenting = bench.present(.question, on: FallbackRenderer([leaving]))
      await bench.hears(.appeared)
      presenting.cancel()
      if last.isFinal {
        #expect(try await presenting.value == last)
      } else {  // it may just be how it comes back from the cancellation (R4)
        await #expect(throws: CancellationError.self) { try await presenting.value }
      }
    }
  }

  @Test("content that the child cannot show moves the alert to one that can")
  func movesToAbleChild() async throws {
    let buttons = TestScreen(name: "buttons", capabilities: [.actions, .updates])
    let presenting = bench.present(.question, on: FallbackRenderer([buttons, b]))
    let shown = try await buttons.next()
    await bench.hears(.appeared)
    bench.update(.form)
    let form = try await b.next()
    #expect(!shown.isUp && form.content == .form)
    await bench.hears(.appeared, .disappeared, .appeared)
    form.choose("go", values: ["name": "x"])
    #expect(try await presenting.value == .chose("go", values: ["name": "x"]))
  }

  @Test("one that is deaf to being called anew counts as lost")
  func deafToUpdate() async throws {
    let deaf = ScriptedRenderer(.hang, name: "deaf", capabilities: [])
    let presenting = bench.present(.notice, on: FallbackRenderer([deaf, b]))
    _ = try await deaf.shown(atLeast: 1)
    bench.update(AlertContent(title: "newer"))
    await bench.pass(.seconds(1))
    let shown = try await b.next()
    #expect(shown.content.title == "newer")
    shown.dismiss()
    _ = try await presenting.value
    deaf.release()
  }

  @Test("a fallback in a fallback: each try of the inner one has its own 3 s")
  func nested() async throws {
    let slow = { ScriptedRenderer(thenAlways: .neverAppear, name: $0) }
    let inner = FallbackRenderer([slow("1"), slow("2"), slow("3"), a])
    let presenting = bench.present(.notice, on: FallbackRenderer([inner, b]))
    for _ in 1...3 { await bench.pass(.seconds(3)) }
    try await a.next().choose("x")
    #expect(try await presenting.value == .chose("x"))
    #expect(b.history.isEmpty)
  }

  @Test("the reasons of a nested combinator stand in one list")
  func nestedReasons() async throws {
    let no = { ScriptedRenderer(.fail(.unsupported("no")), name: $0) }
    let renderer = FallbackRenderer([MultiplexRenderer([no("a"), FallbackRenderer([no("b"), no("c")])]), no("d")])
    #expect(renderer.name == "a+(b,c),d")
    await #expect(throws: RendererFailure.unsupported("a: no; b: no; c: no; d: no")) {
      try await bench.present(.notice, on: renderer).value
    }
  }

  @Test("a child at rest holds nothing of the alert (S12)")
  func restHoldsNothing() async throws {
    final class Token: Sendable {}
    struct Holder: AlertPresentable {
      let token: Token
      var content: AlertContent { .notice }
    }
    let renderer = FallbackRenderer([ScriptedRenderer(.fail(.unavailable("x")))])
    weak let released: Token?
    do {
      let token = Token()
      released = token
      _ = await bench.present(Holder(token: token), .notice, on: renderer).result
    }
    #expect(renderer.children.candidates(for: .notice).resting == [0])
    await eventually { released == nil }
    #expect(released == nil)
  }

  @Test("a combinator that is released takes its sleeping rests with it")
  func releaseEndsRest() async throws {
    do {
      let renderer = FallbackRenderer([ScriptedRenderer(.fail(.unavailable("x", retryAfter: .seconds(60))))])
      _ = await bench.present(.notice, on: renderer).result
      await bench.clock.waitForDeadlines { $0.map(\.offset) == [.seconds(60)] }
    }
    await bench.clock.waitForDeadlines(\.isEmpty)
    #expect(bench.clock.deadlines.isEmpty)
  }

  @Test("answers, updates and cancellations at once: one end each (ConcurrentSafe)")
  func manyAtOnceConcurrentSafe() async throws {
    for round in 0..<50 {
      let bench = CombinatorBench()
      let screen = TestScreen(capabilities: [.actions])
      let presenting = bench.present(.question, on: FallbackRenderer([screen, TestScreen()]))
      let shown = try await screen.next()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { shown.choose("go") }
        group.addTask { bench.update(AlertContent(title: "newer", actions: AlertContent.question.actions)) }
        if round.isMultiple(of: 2) { group.addTask { presenting.cancel() } }
      }
      if !round.isMultiple(of: 2), let next = screen.current { next.choose("go") }
      presenting.cancel()
      switch await presenting.result {
      case .success(let response): #expect(response == .chose("go"))
      case .failure(let error): #expect(error is CancellationError)
      }
      #expect(screen.current == nil && screen.mostAtOnce == 1)
    }
  }
}
