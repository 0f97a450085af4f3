import AlertSDK
import AlertSDKTestKit
import AlertTerminal
import PseudoTerminal
import Testing

@testable import RendererProcess

/// What the queue does with programs that misbehave.
@Suite(.serialized) struct QueueTests {
  private func center(_ renderer: any AlertRenderer) -> AlertCenter {
    var configuration = AlertCenter.Configuration()
    configuration.diagnostics = { _ in }
    configuration.appearanceLimit = .seconds(30)
    return AlertCenter(renderer: renderer, configuration: configuration)
  }

  @Test("S25: a program that crashes at every alert is tried three times, and each alert fails with the reason") func crash() async throws {
    let fake = Fake("crash")
    let center = center(fake.renderer)
    for _ in 0..<2 {
      let outcome = try await center.ask(alert: PlainAlert(question))
      guard case .failed(let failure) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(failure.renderer == "process")
      #expect(failure.reason.contains("fake ended with status 3"))
    }
    #expect(fake.processes.count >= 4)
    await center.shutDown()
  }

  @Test("A program that dies once with an alert up is started again, and the alert is shown again") func diesMidAlert() async throws {
    let fake = Fake("crash-once")
    let center = center(fake.renderer)
    #expect(try await center.ask(alert: PlainAlert(question)) == .chose(AlertChoice("yes")))
    #expect(fake.processes.count == 2)
    await center.shutDown()
  }

  @Test("A program that answers twice: each alert has one outcome, in order") func twice() async throws {
    let center = center(Fake("twice").renderer)
    let handles = (0..<4).map { _ in center.show(alert: PlainAlert(question)) }
    for handle in handles { #expect(await handle.outcome == .chose(AlertChoice("yes"))) }
    await center.shutDown()
  }

  @Test("S26: a program that hangs is withdrawn from, killed, and the next alert has a fresh one") func hangs() async throws {
    let fake = Fake("deaf") { $0.withdraw = .milliseconds(200) }
    let center = center(fake.renderer)
    let first = center.show(alert: PlainAlert(question))
    #expect(await first.appeared)
    first.withdraw()
    #expect(await first.outcome == .withdrawn)
    let second = center.show(alert: PlainAlert(question))
    #expect(await second.appeared)
    #expect(fake.processes.count == 2)
    await center.shutDown()
  }

  @Test("A program that floods: its alert goes to the next renderer") func flood() async throws {
    let fake = Fake("flood")
    let center = center(FallbackRenderer([fake.renderer, ScriptedRenderer(thenAlways: .choose("no"))]))
    #expect(try await center.ask(alert: PlainAlert(question)) == .chose(AlertChoice("no")))
    await center.shutDown()
  }

  @Test("A program for notices alone: a question goes to the next renderer") func unable() async throws {
    let fake = Fake("notices")
    let center = center(FallbackRenderer([fake.renderer, ScriptedRenderer(thenAlways: .choose("no"))]))
    #expect(try await center.ask(alert: PlainAlert(question)) == .chose(AlertChoice("no")))
    #expect(try await center.ask(alert: .notice("Tea")) == .delivered)
    #expect(fake.notes.filter { $0 == "present" }.count == 1)
    await center.shutDown()
  }

  @Test("S13: at its time limit an alert is withdrawn from the program") func timeLimit() async throws {
    let fake = Fake("wait")
    let center = center(fake.renderer)
    let outcome = try await center.ask(alert: PlainAlert(question, scheduling: AlertScheduling(timeLimit: .milliseconds(50))))
    #expect(outcome == .timedOut)
    #expect(fake.notes.last == "withdraw")
    await center.shutDown()
  }
}
