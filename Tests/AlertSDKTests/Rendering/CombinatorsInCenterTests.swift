import AlertSDK
import AlertSDKTestKit
import Testing

@Suite("Combinators in a center", .timeLimit(.minutes(1)))
struct CombinatorsInCenterTests {
  private let clock = ManualClock()
  private let a = TestScreen(name: "a")
  private let b = TestScreen(name: "b")

  @Test("a lost surface: the next gets what is left of the time, which stands still in between (S13)")
  func timeMoves() async throws {
    let center = AlertCenter(renderer: FallbackRenderer([a, ScriptedRenderer(thenAlways: .neverAppear), b]), clock: clock)
    let handle = center.show(alert: .notice("4 s"))
    let onA = try await a.next()
    #expect(await handle.appeared)
    clock.advance(by: .seconds(2))
    onA.fail(.lost("unplugged"))
    let limit = clock.now.advanced(by: .seconds(3))
    await clock.waitForDeadlines { $0.contains(limit) }  // how long the one that never appears is given
    clock.advance(by: .seconds(3))
    let onB = try await b.next()
    #expect(onB.timeLeft == .seconds(2))
    let end = clock.now.advanced(by: .seconds(2))
    await clock.waitForDeadlines { $0.contains(end) }
    await eventually { handle.status == .onScreen }
    clock.advance(by: .milliseconds(1_999))
    #expect(handle.status == .onScreen)
    clock.advance(by: .milliseconds(1))
    #expect(await handle.outcome == .timedOut)
    #expect(!onB.isUp)
  }

  @Test("the center's appearance limit of 10 s starts anew with each child, also after one was up (S26)")
  func appearanceLimit() async throws {
    let slow = (1...5).map { ScriptedRenderer(thenAlways: .neverAppear, name: "slow\($0)") }
    let center = AlertCenter(renderer: FallbackRenderer([a] + slow + [b]), clock: clock)
    let handle = center.show(alert: PlainAlert(.notice))
    let onA = try await a.next()
    #expect(await handle.appeared)  // from now on nobody sleeps for the limit of `a`, which would be that of the first slow one
    onA.fail(.lost("unplugged"))
    for _ in slow {
      let limit = clock.now.advanced(by: .seconds(3))
      await clock.waitForDeadlines { $0.contains(limit) }
      clock.advance(by: .seconds(3))
    }
    try await b.next().dismiss()
    #expect(await handle.outcome == .dismissed)
  }

  @Test("two surfaces: the first answer is the outcome, and the next alert comes when both are free (S1)")
  func oneAfterAnother() async throws {
    let center = AlertCenter(renderer: MultiplexRenderer([a, b]), clock: clock)
    let (first, second) = (center.show(alert: .confirmation("1?")), center.show(alert: .confirmation("2?")))
    for (handle, title) in [(first, "1?"), (second, "2?")] {
      let (onA, onB) = try await (a.next(), b.next())
      #expect(onA.content.title == title && onB.content.title == title)
      onB.choose("confirm")
      #expect(await handle.outcome == .chose(AlertChoice("confirm")))
      #expect(!onA.isUp)
    }
    #expect(a.mostAtOnce == 1 && b.mostAtOnce == 1)
  }

  @Test("an answer is decided before the other surface is down, and told after (S9, S10)")
  func decidedFirst() async throws {
    let deaf = ScriptedRenderer(.hang, name: "deaf")
    let center = AlertCenter(renderer: MultiplexRenderer([a, deaf]), clock: clock)
    let handle = center.show(alert: .confirmation("Sure?"))
    let onA = try await a.next()
    _ = try await deaf.shown(atLeast: 1)
    onA.choose("confirm")
    await eventually { handle.status == .ending(.chose(AlertChoice("confirm"))) }
    #expect(handle.status == .ending(.chose(AlertChoice("confirm"))))
    deaf.release()
    #expect(await handle.outcome == .chose(AlertChoice("confirm")))
  }

  @Test("nobody can ask: the asker is told every reason")
  func nobody() async throws {
    let center = AlertCenter(
      renderer: FallbackRenderer([
        ScriptedRenderer(thenAlways: .fail(.unavailable("no server")), name: "popup"), ScriptedRenderer(name: "line", capabilities: []),
      ]), clock: clock)
    let error = await #expect(throws: AlertError.self) { try await center.ask(alert: .confirmation("Sure?")) }
    #expect(error?.description == "popup,line: popup: no server; line: cannot show actions")
  }

  @Test("an update moves the alert between surfaces without an end")
  func update() async throws {
    let line = TestScreen(name: "line", capabilities: [])
    let center = AlertCenter(renderer: FallbackRenderer([line, a]), clock: clock)
    let handle = center.show(alert: PlainAlert(.notice))
    let onLine = try await line.next()
    handle.update(.question)
    let onA = try await a.next()
    #expect(!onLine.isUp && onA.content == .question)
    onA.choose("go")
    #expect(await handle.outcome == .chose(AlertChoice("go")))
  }

  @Test("a center with a child at rest is released when it is idle (S30)")
  func released() async throws {
    let renderer = FallbackRenderer([ScriptedRenderer(thenAlways: .fail(.unavailable("x", retryAfter: .seconds(60)))), a])
    weak let released: AlertCenter?
    do {
      let center = AlertCenter(renderer: renderer, clock: clock)
      released = center
      let handle = center.show(alert: PlainAlert(.notice))
      try await a.next().dismiss()
      #expect(await handle.outcome == .dismissed)
      #expect(await center.drain())
    }
    await eventually { released == nil }
    #expect(released == nil)
  }
}
