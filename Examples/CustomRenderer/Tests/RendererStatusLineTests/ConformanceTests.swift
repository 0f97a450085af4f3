import AlertSDK
import AlertSDKTestKit
import RendererStatusLine
import Synchronization
import Testing

@Test func keepsTheRules() async {
  let report = await RendererConformance.check(driver: { LineDriver() })
  #expect(report.passes, "\(report)")
}

final class LineDriver: ConformanceDriver {
  private let shown = Mutex<String?>(nil)
  private let click = Mutex<(@Sendable (AlertAction.ID?) -> Void)?>(nil)
  var renderer: any AlertRenderer {
    StatusLineRenderer(
      .init(show: { text, _ in self.shown.withLock { $0 = text } }, onClick: { handler in self.click.withLock { $0 = handler } }))
  }

  func press(_ action: AlertAction.ID, in content: AlertContent, values: [AlertField.ID: String]) { click.withLock { $0 }?(action) }
  func close() { click.withLock { $0 }?(nil) }
  func isUp() -> Bool { shown.withLock { $0 } != nil }
  func text() -> String { shown.withLock { $0 } ?? "" }
}
