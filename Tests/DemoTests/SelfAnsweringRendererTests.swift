import AlertSDK
import AlertSDKTestKit
import Testing

@testable import alert_sdk_demo

@Suite struct SelfAnsweringRendererTests {
  private let question = AlertContent(
    title: "Q", message: "m", actions: [AlertAction(id: "a", title: "A"), AlertAction(id: "b", title: "B")],
    attributes: [SelfAnsweringRenderer.answer: "b"])

  @Test("It shows a notice with the choices in words, and answers as the alert says") func answers() async throws {
    let screen = ScriptedRenderer(thenAlways: .stayUp, capabilities: [])
    let clock = ManualClock()
    let center = AlertCenter(renderer: SelfAnsweringRenderer(screen, answersAfter: .seconds(3)), clock: clock)
    let handle = center.show(alert: PlainAlert(question))
    let shown = try await screen.shown(atLeast: 1)
    #expect(shown[0].actions.isEmpty && shown[0].message == "m\n[A] [B]")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3))
    #expect(await handle.outcome == .chose(AlertChoice("b")))
  }

  @Test("A screen that cannot take back what it put out does not end the alert") func staysUp() async throws {
    let screen = ScriptedRenderer(thenAlways: .deliver, capabilities: [])
    let center = AlertCenter(renderer: SelfAnsweringRenderer(screen, answersAfter: .zero))
    var content = AlertContent(title: "1")
    let handle = center.show(alert: PlainAlert(content))
    _ = try await screen.shown(atLeast: 1)
    content.title = "2"
    #expect(handle.update(content))
    #expect(try await screen.shown(atLeast: 2).map(\.title) == ["1", "2"])
    #expect(handle.withdraw())
    #expect(await handle.outcome == .withdrawn)
  }

  @Test("The screen gets the request itself: its id and the app's own value, but updates of its own") func request() async throws {
    struct Screen: AlertRenderer {
      let name = "screen"
      let seen: @Sendable (AlertRequest) -> Void
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        seen(request)
        for await _ in request.updates { Issue.record("an update that the wrapper shows itself") }
        return .delivered
      }
    }
    let (requests, next) = AsyncStream<AlertRequest>.makeStream()
    let center = AlertCenter(renderer: SelfAnsweringRenderer(Screen { next.yield($0) }, answersAfter: .zero))
    let first = center.show(alert: .confirmation("1"))
    var iterator = requests.makeAsyncIterator()
    let request = try #require(await iterator.next())
    #expect(request.id == first.id)
    #expect(request.alert is ChoiceAlert<Bool>)
    #expect(request.content.message == "[OK] [Cancel]")
    first.withdraw()
    await center.shutDown()
  }

  @Test("A screen that fails is not covered up") func fails() async {
    let screen = ScriptedRenderer(thenAlways: .fail(.unsupported("no screen")), capabilities: [])
    let center = AlertCenter(renderer: SelfAnsweringRenderer(screen, answersAfter: .seconds(60)))
    guard case .failed(let failure) = await center.show(alert: PlainAlert(question)).outcome else {
      Issue.record("not failed")
      return
    }
    #expect(failure.reason == "no screen")
  }
}
