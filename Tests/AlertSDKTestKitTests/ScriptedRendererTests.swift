import AlertSDK
import AlertSDKTestKit
import Synchronization
import Testing

private final class Appearances: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func request(_ title: String = "a", updates: AlertUpdates = AlertUpdates()) -> AlertRequest {
    let alert = PlainAlert(AlertContent(title: title))
    return AlertRequest(alert, content: alert.content, updates: updates) { self.value.withLock { $0 += 1 } }
  }
}

@Suite("ScriptedRenderer", .timeLimit(.minutes(1)))
struct ScriptedRendererTests {
  private let appearances = Appearances()
  private let clock = ManualClock()

  @Test("answers step by step, then as always")
  func script() async throws {
    let renderer = ScriptedRenderer(.choose("go", values: ["n": "1"]), .timeOut, .deliver, thenAlways: .dismiss)
    var responses: [AlertResponse] = []
    for _ in 1...5 { responses.append(try await renderer.present(appearances.request())) }
    #expect(responses == [.chose("go", values: ["n": "1"]), .timedOut, .delivered, .dismissed, .dismissed])
    #expect(appearances.count == 5 && renderer.shown.count == 5)
  }

  @Test("a failing step does not appear; one that fails after a time does")
  func fails() async throws {
    let failure = RendererFailure.unavailable("no screen")
    let renderer = ScriptedRenderer(.fail(failure), .after(.seconds(1), .fail(failure)), clock: clock)
    await #expect(throws: failure) { try await renderer.present(appearances.request()) }
    #expect(appearances.count == 0 && renderer.shown.isEmpty)
    let second = Task { [appearances] in try await renderer.present(appearances.request()) }
    await clock.waitForSleepers()
    #expect(appearances.count == 1)
    clock.advance(by: .seconds(1))
    await #expect(throws: failure) { try await second.value }
  }

  @Test("a late step is not visible before its time")
  func late() async throws {
    let renderer = ScriptedRenderer(.late(by: .seconds(1), .choose("go")), clock: clock)
    async let response = renderer.present(appearances.request())
    await clock.waitForSleepers()
    #expect(appearances.count == 0)
    clock.advance(by: .seconds(1))
    #expect(try await response == .chose("go"))
    #expect(appearances.count == 1)
  }

  @Test("steps that stay end by cancellation", arguments: [true, false])
  func stays(appears: Bool) async throws {
    let renderer = ScriptedRenderer(thenAlways: appears ? .stayUp : .neverAppear)
    let presenting = Task { [appearances] in try await renderer.present(appearances.request()) }
    if appears { _ = try await renderer.shown(atLeast: 1) }
    presenting.cancel()
    await #expect(throws: CancellationError.self) { try await presenting.value }
    #expect(appearances.count == (appears ? renderer.shown.count : 0))
  }

  @Test("a hung alert is deaf to cancellation until released (S26)")
  func hang() async throws {
    let renderer = ScriptedRenderer(.hang)
    let presenting = Task { [appearances] in try await renderer.present(appearances.request()) }
    _ = try await renderer.shown(atLeast: 1)
    presenting.cancel()
    renderer.release()
    #expect(try await presenting.value == .dismissed)
  }

  @Test("what was updated while up was shown too")
  func updates() async throws {
    let renderer = ScriptedRenderer(thenAlways: .stayUp)
    let alert = PlainAlert(AlertContent(title: "b"))
    let updates = AlertUpdates {
      AsyncStream { $0.yield(AlertUpdate(alert: alert, content: alert.content)) }
    }
    let presenting = Task { [appearances] in try await renderer.present(appearances.request("a", updates: updates)) }
    #expect(try await renderer.shown(atLeast: 2).map(\.title) == ["a", "b"])
    presenting.cancel()
    _ = await presenting.result
  }

  @Test("too few alerts in time is an error that says so")
  func tooFew() async {
    let renderer = ScriptedRenderer(name: "lamp")
    let error = await #expect(throws: TestScreen.NothingShown.self) { try await renderer.shown(atLeast: 2, within: .milliseconds(1)) }
    #expect(error?.description == "no 2 alerts on 'lamp' within 0.001 seconds; nothing was shown")
  }
}
