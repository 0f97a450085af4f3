import AlertSDK

/// One call of `present` as the kit makes and sees it.
final class Presented: Sendable {
  enum Ending: Sendable, Hashable {
    case response(AlertResponse)
    case failure(RendererFailure)
    case cancellation
    /// An error of another type, with its text.
    case foreign(type: String, text: String)
  }
  private struct State: Sendable {
    var appearances = 0
    var ending: Ending?
    var subscriptions: [AsyncStream<AlertUpdate>.Continuation] = []
    var newest: AlertUpdate?
    var task: Task<Void, Never>?
  }

  let content: AlertContent
  let thread: ThreadExecutor
  private let state = Lock(State())
  private let changes = ChangeCount()
  private let time: ThreadExecutor

  /// Presents on a thread of its own, which a left-behind call keeps.
  init(
    _ content: AlertContent, on renderer: any AlertRenderer, timeLimit: Duration? = nil, isCancelled: Bool = false, time: ThreadExecutor,
    thread: ThreadExecutor? = nil
  ) {
    let executor = thread ?? ThreadExecutor()
    (self.content, self.time, self.thread) = (content, time, executor)
    let request = AlertRequest(
      PlainAlert(content), content: content, timeLimit: timeLimit,
      updates: AlertUpdates { [weak self] in self?.subscribe() ?? AsyncStream { $0.finish() } },
      onAppear: { [weak self] in self?.change { $0.appearances += 1 } })
    let task = Task(executorPreference: executor) {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      let ending: Ending
      do { ending = .response(try await renderer.present(request)) } catch let failure as RendererFailure {
        ending = .failure(failure)
      } catch is CancellationError {
        ending = .cancellation
      } catch {
        ending = .foreign(type: "\(type(of: error))", text: "\(error)")
      }
      let subscriptions = self.change { state in
        state.ending = ending
        return state.subscriptions
      }
      for subscription in subscriptions { subscription.finish() }
      if thread == nil { executor.stop() }
    }
    state.withLock { $0.task = task }
  }

  var hasAppeared: Bool { state.withLock { $0.appearances > 0 } }
  var ending: Ending? { state.withLock { $0.ending } }
  var isSubscribed: Bool { state.withLock { !$0.subscriptions.isEmpty } }

  /// Waits until it has appeared or is over; false when neither has come in time.
  func settles(within limit: Duration) async -> Bool { await wait(limit) { $0.appearances > 0 || $0.ending != nil } }
  /// How it ended; nil when it has not in time.
  func ends(within limit: Duration) async -> Ending? {
    _ = await wait(limit) { $0.ending != nil }
    return ending
  }
  /// Whether somebody listens to its updates, in time.
  func isHeard(within limit: Duration) async -> Bool { await wait(limit) { !$0.subscriptions.isEmpty || $0.ending != nil } && isSubscribed }

  func cancel() { state.withLock { $0.task }?.cancel() }

  /// Sends newer content, as the center does.
  func update(_ content: AlertContent) {
    let update = AlertUpdate(alert: PlainAlert(content), content: content)
    let subscriptions = state.withLock { state in
      state.newest = update
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.yield(update) }
  }

  private func subscribe() -> AsyncStream<AlertUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(of: AlertUpdate.self, bufferingPolicy: .bufferingNewest(1))
    let (newest, isOver) = change { state in
      state.subscriptions.append(continuation)
      return (state.newest, state.ending != nil)
    }
    if let newest { continuation.yield(newest) }
    if isOver { continuation.finish() }
    return stream
  }

  @discardableResult
  private func change<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
    defer { changes.increment() }
    return state.withLock { body(&$0) }
  }

  private func wait(_ limit: Duration, _ condition: @escaping @Sendable (State) -> Bool) async -> Bool {
    let found: Bool? = try? await changes.first(within: limit, sleep: { [time] in try await time.sleep(for: $0) }) {
      self.state.withLock { condition($0) } ? true : nil
    }
    return found ?? false
  }
}

extension Presented.Ending: CustomStringConvertible {
  var description: String {
    switch self {
    case .response(.chose(let choice)): "it returned .chose(\"\(choice.action)\")"
    case .response(let response): "it returned .\(response)"
    case .failure(let failure): "it threw .\(failure.kind) (\(failure.reason))"
    case .cancellation: "it threw CancellationError"
    case .foreign(let type, let text): "it threw \(type) (\(text))"
    }
  }
}
