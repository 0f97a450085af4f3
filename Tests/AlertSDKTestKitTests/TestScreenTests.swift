import AlertSDK
import AlertSDKTestKit
import Testing

private func request(_ title: String, updates: AlertUpdates = AlertUpdates(), onAppear: @escaping @Sendable () -> Void = {}) -> AlertRequest
{
  let alert = PlainAlert(AlertContent(title: title))
  return AlertRequest(alert, content: alert.content, timeLimit: .seconds(4), updates: updates, onAppear: onAppear)
}

@Suite("TestScreen", .timeLimit(.minutes(1)))
struct TestScreenTests {
  let screen = TestScreen()

  @Test("what the person does is what present returns")
  func acts() async throws {
    let acts: [(TestScreen.Shown) -> Void] = [
      { $0.choose("go", values: ["name": "x"]) }, { $0.dismiss() }, { $0.timeOut() },
    ]
    let responses: [AlertResponse] = [.chose("go", values: ["name": "x"]), .dismissed, .timedOut]
    for (act, expected) in zip(acts, responses) {
      async let response = screen.present(request("a"))
      act(try await screen.next())
      #expect(try await response == expected)
    }
    #expect(screen.current == nil)
    #expect(screen.history.map(\.title) == ["a", "a", "a"])
  }

  @Test("a surface that fails makes present throw the failure")
  func fails() async throws {
    let failure = RendererFailure.lost("unplugged")
    let presenting = Task { [screen] in try await screen.present(request("a")) }
    try await screen.next().fail(failure)
    await #expect(throws: failure) { try await presenting.value }
  }

  @Test("an alert stays up until somebody acts, and is current from before its didAppear on")
  func staysUp() async throws {
    let screen = screen
    try await confirmation { appeared in
      async let response = screen.present(
        request("a") {
          #expect(screen.current?.content.title == "a")
          appeared()
        })
      let shown = try await screen.next()
      #expect(shown.isUp && shown.timeLeft == .seconds(4) && shown.repeatCount == 1)
      shown.dismiss()
      #expect(!shown.isUp)
      _ = try await response
    }
  }

  @Test("only the first act counts; later ones do not touch the alert after it (case 16)")
  func firstActCounts() async throws {
    async let first = screen.present(request("a"))
    let shown = try await screen.next()
    shown.choose("x")
    shown.dismiss()
    #expect(try await first == .chose("x"))
    async let second = screen.present(request("b"))
    let next = try await screen.next()
    shown.dismiss()
    #expect(next.isUp && next.content.title == "b")
    next.dismiss()
    _ = try await second
  }

  @Test("cancellation takes the alert down (R4), and draws nothing if it came before (R5)")
  func cancellation() async throws {
    let presenting = Task { [screen] in try await screen.present(request("a")) }
    let shown = try await screen.next()
    presenting.cancel()
    try await shown.gone()
    await #expect(throws: CancellationError.self) { try await presenting.value }

    let cancelled = Task { [screen] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await screen.present(request("b"))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(screen.history.map(\.title) == ["a"])
  }

  @Test("it keeps up with updates (R9)")
  func updates() async throws {
    let (stream, changes) = AsyncStream.makeStream(of: AlertUpdate.self)
    async let response = screen.present(request("a", updates: AlertUpdates { stream }))
    let shown = try await screen.next()
    let alert = PlainAlert(AlertContent(title: "a2"))
    changes.yield(AlertUpdate(alert: alert, content: alert.content, timeLeft: .seconds(1), repeatCount: 5, waitingCount: 2))
    try await shown.until { $0.repeatCount == 5 }
    #expect(shown.content.title == "a2" && shown.waitingCount == 2 && shown.timeLeft == .seconds(1))
    #expect(screen.history.map(\.title) == ["a", "a2"])
    shown.dismiss()
    _ = try await response
  }

  @Test("without .updates it does not listen to them")
  func noUpdates() async throws {
    let screen = TestScreen(capabilities: [.actions])
    let updates = AlertUpdates {
      Issue.record("subscribed")
      return AsyncStream { $0.finish() }
    }
    async let response = screen.present(request("a", updates: updates))
    try await screen.next().dismiss()
    _ = try await response
  }

  @Test("next gives each alert once, and passes over one that has gone")
  func next() async throws {
    let (appeared, appearance) = AsyncStream.makeStream(of: Void.self)
    let gone = Task { [screen] in try await screen.present(request("gone") { appearance.finish() }) }
    for await _ in appeared {}
    gone.cancel()
    _ = await gone.result
    async let response = screen.present(request("here"))
    let shown = try await screen.next()
    #expect(shown.content.title == "here")
    await #expect(throws: TestScreen.NothingShown.self) { try await screen.next(within: .milliseconds(1)) }
    shown.dismiss()
    _ = try await response
  }

  @Test("what does not come is an error that says what was there instead")
  func nothingShown() async throws {
    async let response = screen.present(request("something else"))
    let shown = try await screen.next()
    let error = await #expect(throws: TestScreen.NothingShown.self) {
      try await shown.until(within: .milliseconds(1)) { $0.repeatCount == 2 }
    }
    #expect(error?.description.contains("'something else'") == true)
    shown.dismiss()
    _ = try await response
  }

  @Test("next is cancelled with its task")
  func nextCancelled() async {
    let waiting = Task { [screen] in try await screen.next(within: .seconds(600)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("mostAtOnce tells two alerts at once from two in a row (S1)")
  func mostAtOnce() async throws {
    async let first = screen.present(request("a"))
    let shown = try await screen.next()
    #expect(screen.mostAtOnce == 1)
    async let second = screen.present(request("b"))
    let other = try await screen.next()
    #expect(screen.mostAtOnce == 2)
    for shown in [shown, other] { shown.dismiss() }
    _ = try await (first, second)
  }
}
