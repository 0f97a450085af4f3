/// One task that makes calls into apps and renderers, one after another; it ends with the first call that had to be cancelled.
final class Runner: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
  }
  private let state = Lock(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Starts the task, with nothing of the caller's: its priority, its task-locals and its cancellation are not the alert's.
  ///
  /// - Parameter executor: where it runs; nil is the pool that all tasks share.
  func start(on executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> Void) {
    let task = Task.detached(executorPreference: executor, operation: body)
    let isCancelled = state.withLock {
      $0.task = task
      return $0.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task: Task<Void, Never>? = state.withLock {
      $0.isCancelled = true
      return $0.task
    }
    task?.cancel()
  }
}
