import AlertSDK
import AlertSDKTestKit
import Testing

@Suite struct SmokeTests {
  @Test func showsOneAfterAnother() async throws {
    let screen = TestScreen()
    let center = AlertCenter(renderer: screen)
    let a = center.show(alert: .notice("a"))
    let b = center.show(alert: .confirmation("b?"))
    let first = try await screen.next()
    #expect(first.content.title == "a")
    first.dismiss()
    #expect(await a.outcome == .dismissed)
    let second = try await screen.next()
    #expect(second.content.title == "b?")
    second.choose("confirm")
    #expect(await b.outcome == .chose(AlertChoice("confirm")))
    #expect(await center.drain())
    #expect(center.snapshot.statistics.live == 0)
  }

  @Test func asks() async throws {
    let center = AlertCenter(renderer: ScriptedRenderer(.choose("confirm"), thenAlways: .dismiss))
    #expect(try await center.ask(alert: .confirmation("Sure?")))
    #expect(try await !center.ask(alert: .confirmation("Sure?")))
  }

  @Test func interrupts() async throws {
    let screen = TestScreen()
    let center = AlertCenter(renderer: screen)
    let low = center.show(alert: PlainAlert(AlertContent(title: "m")))
    _ = try await screen.next()
    let high = center.show(alert: PlainAlert(AlertContent(title: "h"), scheduling: AlertScheduling(priority: .high)))
    let shown = try await screen.next()
    #expect(shown.content.title == "h")
    shown.dismiss()
    #expect(await high.outcome == .dismissed)
    let again = try await screen.next()
    #expect(again.content.title == "m")
    again.dismiss()
    #expect(await low.outcome == .dismissed)
  }

  @Test func turnsHoldTheQueue() async throws {
    let screen = TestScreen()
    let center = AlertCenter(renderer: screen)
    let answer = try await center.withTurn {
      center.show(alert: .notice("inside"))
      let shown = try await screen.next()
      #expect(shown.content.title == "inside")
      shown.dismiss()
      return await center.drain()
    }
    #expect(answer)
  }

  @Test func timeLimit() async throws {
    let clock = ManualClock()
    let screen = TestScreen()
    let center = AlertCenter(renderer: screen, clock: clock)
    let a = center.show(alert: .notice("a"))
    _ = try await screen.next()
    clock.advance(by: .seconds(4))
    #expect(await a.outcome == .timedOut)
  }
}
