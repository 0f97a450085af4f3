import AlertSDK
import AlertTerminal

/// What all copies of a renderer share: the way to the thread of its program, and what the program can do.
///
/// The thread starts with the first alert, and ends with the program when this is released.
final class ProgramHost: Sendable {
  private struct State: Sendable {
    var inbox: ProgramInbox?
    var lastNumber = 0
  }
  private let program: Program
  private let limits: ProcessRenderer.Limits
  private let diagnostics: (@Sendable (String) -> Void)?
  private let state = Lock(State())
  private let known = KnownCapabilities()

  init(_ program: Program, limits: ProcessRenderer.Limits, diagnostics: (@Sendable (String) -> Void)?) {
    (self.program, self.limits, self.diagnostics) = (program, limits, diagnostics)
  }

  deinit { state.withLock { $0.inbox }?.post(.close) }

  var capabilities: RendererCapabilities { known.value }

  func present(_ request: AlertRequest) async throws -> AlertResponse {
    try Task.checkCancellation()
    let (inbox, number) = try opened()
    let presentation = Presentation(number, request)
    inbox.post(.present(presentation))
    // Not a child task: an answer must not wait for updates that are slow to come. After the alert, which they are about.
    let updates = Task { for await update in request.updates { inbox.post(.update(number, PresentedAlert(update))) } }
    defer { updates.cancel() }
    return try await withTaskCancellationHandler {
      try await presentation.response
    } onCancel: {
      inbox.post(.cancel(number))
    }
  }

  func stop() async {
    guard let inbox = state.withLock({ $0.inbox }) else { return }
    await withCheckedContinuation { inbox.post(.stop($0)) }
  }

  /// The way to the thread, which is started where there is none, and a number for an alert.
  private func opened() throws(RendererFailure) -> (ProgramInbox, Int) {
    try state.withLock { state throws(RendererFailure) in
      state.lastNumber += 1
      if let inbox = state.inbox { return (inbox, state.lastNumber) }
      let inbox = try ProgramInbox()
      let error = DetachedThread.start(stackSize: 512 * 1024) { [program, limits, diagnostics, known] in
        var loop = ProgramLoop(program, limits: limits, inbox: inbox, known: known, diagnostics: diagnostics)
        loop.run()
      }
      if let error { throw .unavailable("no thread for the program: \(SystemError.text(error))", retryAfter: .seconds(1)) }
      state.inbox = inbox
      return (inbox, state.lastNumber)
    }
  }
}

/// What the program can do, as far as is known.
final class KnownCapabilities: Sendable {
  private let capabilities = Lock(RendererCapabilities([.actions, .fields, .updates, .progress]))
  var value: RendererCapabilities { capabilities.withLock { $0 } }
  func learn(_ capabilities: RendererCapabilities) { self.capabilities.withLock { $0 = capabilities } }
}
