import AlertSDK

/// Shows alerts on another renderer as notices, and plays the person that is not there: tours and demonstrations run without anybody.
///
/// An alert stays up until its own time limit, or until it is answered: with the action that its attribute ``answer`` names, after a while.
struct SelfAnsweringRenderer: AlertRenderer {
  /// The attribute of an alert that says which of its actions is chosen.
  static let answer = "demo.answer"

  let name: String
  let capabilities: RendererCapabilities = [.actions, .fields, .updates, .progress]
  private let screen: any AlertRenderer
  private let delay: Duration

  init(_ screen: any AlertRenderer, answersAfter delay: Duration) {
    (name, self.screen, self.delay) = (screen.name, screen, delay)
  }

  private enum Step: Sendable { case show(AlertContent, repeatCount: Int), answer(AlertAction.ID), failed(any Error) }

  func present(_ request: AlertRequest) async throws -> AlertResponse {
    let (steps, next) = AsyncStream<Step>.makeStream()
    next.yield(.show(request.content, repeatCount: request.repeatCount))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        for await update in request.updates { next.yield(.show(update.content, repeatCount: update.repeatCount)) }
      }
      if let action = request.content.attributes[Self.answer] {
        group.addTask {
          try await request.sleep(for: delay)
          next.yield(.answer(action))
        }
      }
      return try await follow(steps, of: request) { next.yield(.failed($0)) }
    }
  }

  /// Shows one content after another until there is an answer.
  private func follow(
    _ steps: AsyncStream<Step>, of request: AlertRequest, whenFailed: @escaping @Sendable (any Error) -> Void
  ) async throws -> AlertResponse {
    var shown: (content: AlertContent, repeatCount: Int)?
    var frame: Task<Void, Never>?
    func takeDown() async {
      frame?.cancel()
      await frame?.value
    }
    for await step in steps {
      switch step {
      case .show(let content, let repeatCount):
        if let shown, shown == (content, repeatCount) { continue }
        shown = (content, repeatCount)
        await takeDown()
        frame = Task {
          do { try await show(content, repeatCount: repeatCount, for: request) } catch is CancellationError {} catch { whenFailed(error) }
        }
      case .answer(let action):
        await takeDown()
        await Console.say("   (somebody chooses \(action.quoted))")
        return .chose(action)
      case .failed(let error):
        await takeDown()
        throw error
      }
    }
    await takeDown()
    if request.content.attributes[Self.answer] != nil { await Console.say("   (it is taken down)") }
    throw CancellationError()
  }

  /// One notice in place of the alert, with its choices in words.
  private func show(_ content: AlertContent, repeatCount: Int, for request: AlertRequest) async throws {
    var notice = content
    let choices = content.actions.map { "[\($0.title)]" }.joined(separator: " ")
    notice.message = [content.message, choices].filter { !$0.isEmpty }.joined(separator: "\n")
    (notice.actions, notice.fields) = ([], [])
    var part = request
    // What changes is shown by this renderer, as a notice anew.
    (part.content, part.repeatCount, part.updates) = (notice, repeatCount, AlertUpdates())
    _ = try await screen.present(part)
  }
}
