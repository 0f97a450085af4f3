import AlertSDK
import AlertSDKTestKit
import Testing

@testable import alert_sdk_demo

@Suite struct TourCommandTests {
  @Test("S29: cancelling ends every scene, also where it waits for an outcome", .timeLimit(.minutes(1)), arguments: Tour.scenes.indices)
  func cancelled(scene: Int) async throws {
    let screen = ScriptedRenderer(thenAlways: .stayUp)
    let command = TourCommand(renderer: screen, log: try EventLog(nil), isInteractive: true, scenes: [Tour.scenes[scene]])
    let tour = Task { try await command.run() }
    _ = try await screen.shown(atLeast: 1)
    tour.cancel()
    #expect(try await tour.value == .couldNotAsk)
  }
}
