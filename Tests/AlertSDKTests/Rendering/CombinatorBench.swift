import AlertSDKTestKit
import Testing

@testable import AlertSDK

/// Stands in for the center: presents on a combinator with a clock that the test moves, and hears what the combinator says.
final class CombinatorBench: Sendable {
  let clock = ManualClock()
  /// What is left of the time on screen whenever the combinator asks.
  let timeLeft = Lock<Duration?>(nil)
  private let heard = Lock<[AlertRequest.Event]>([])
  private let changes = ChangeCount()
  private let relay = UpdateRelay()

  var events: [AlertRequest.Event] { heard.withLock { $0 } }

  func present(
    _ alert: some AlertPresentable, _ content: AlertContent, on renderer: any AlertRenderer
  ) -> Task<AlertResponse, any Error> {
    let request = AlertRequest(
      id: AlertID(number: 1), alert: alert, content: content, timeLimit: .seconds(10), repeatCount: 1, waitingCount: 0,
      updates: relay.updates,
      onEvent: { [self] event in
        heard.withLock { $0.append(event) }
        changes.increment()
      },
      sleeper: { [clock] in try await clock.sleep(for: $0) }, remaining: { [self] in timeLeft.withLock { $0 } })
    return Task { try await renderer.present(request) }
  }

  func present(_ content: AlertContent, on renderer: any AlertRenderer) -> Task<AlertResponse, any Error> {
    present(PlainAlert(content), content, on: renderer)
  }

  func update(_ content: AlertContent, repeatCount: Int = 1) {
    relay.send(AlertUpdate(alert: PlainAlert(content), content: content, repeatCount: repeatCount))
  }

  /// Waits until the combinator has said exactly this, which it does soon after its children.
  func hears(_ expected: AlertRequest.Event..., sourceLocation: SourceLocation = #_sourceLocation) async {
    _ = try? await changes.first(within: .seconds(60)) { self.events == expected ? true : nil }
    #expect(events == expected, sourceLocation: sourceLocation)
  }

  /// Waits until a sleep of that length, begun now, is what the clock would end first, and lets it pass.
  func pass(_ duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
    let end = clock.now.advanced(by: duration)
    await clock.waitForDeadlines { $0.contains(end) }
    #expect(clock.deadlines.contains(end), "nobody sleeps for \(duration)", sourceLocation: sourceLocation)
    clock.advance(by: duration)
  }
}

extension AlertContent {
  static let notice = AlertContent(title: "notice")
  static let question = AlertContent(title: "question", actions: [AlertAction(id: "go", title: "Go")])
  static let form = AlertContent(
    title: "form", actions: [AlertAction(id: "go", title: "Go")], fields: [AlertField(id: "name", label: "Name")])
}
