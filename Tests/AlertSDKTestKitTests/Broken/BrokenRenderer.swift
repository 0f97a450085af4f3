import AlertSDK
import AlertSDKTestKit
import Testing

/// A renderer that breaks one rule, and what the kit must say of it.
struct BrokenRenderer: AlertRenderer, CustomTestStringConvertible {
  let rule: Int
  let fault: String
  let message: String
  var isDriven = true
  var name = "broken"
  var capabilities: RendererCapabilities = [.actions, .fields, .updates, .progress]
  var paper = Paper()
  let present: @Sendable (AlertRequest, Paper) async throws -> AlertResponse

  var testDescription: String { "R\(rule): \(fault)" }

  func present(_ request: AlertRequest) async throws -> AlertResponse { try await present(request, paper) }

  static let all = life + answers + updates + failures + process

  /// Draws, and does what `body` does; right in everything else.
  static func drawn(
    _ request: AlertRequest, _ paper: Paper, _ body: () async throws -> AlertResponse
  ) async throws -> AlertResponse {
    try Task.checkCancellation()
    paper.ignoreWhatWasDone()
    try paper.draw(request.content)
    defer { paper.erase() }
    request.didAppear()
    return try await body()
  }

  /// Right but for what becomes of what the person does.
  static func answering(
    _ request: AlertRequest, _ paper: Paper, _ body: (Paper.Act) throws -> AlertResponse?
  ) async throws -> AlertResponse {
    try await drawn(request, paper) {
      while let act = await paper.nextAct() { if let response = try body(act) { return response } }
      throw CancellationError()
    }
  }
}
