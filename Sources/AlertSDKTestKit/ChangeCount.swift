import AlertSDK

/// Counts changes and lets tasks wait for the next one; how the kit waits without polling.
package final class ChangeCount: Sendable {
  private struct State: Sendable {
    var count = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  }
  private let state = Lock(State())

  package init() {}

  /// Says that something has changed.
  package func increment() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// The first value that `attempt` gives; it is tried now and after each change, outside every lock.
  ///
  /// - Throws: `CancellationError`.
  package func first<Value: Sendable>(_ attempt: @Sendable () -> Value?) async throws -> Value {
    while true {
      let seen = state.withLock { $0.count }  // before the attempt, so that no change falls between
      if let value = attempt() { return value }
      try await change(after: seen)
    }
  }

  /// The first value that `attempt` gives, or nil once `sleep` has slept as long as `limit`; by default on the continuous clock.
  ///
  /// - Throws: `CancellationError`.
  package func first<Value: Sendable>(
    within limit: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) },
    _ attempt: @escaping @Sendable () -> Value?
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await self.first(attempt) }
      group.addTask {
        try await sleep(limit)
        return nil
      }
      let first = try await group.next() ?? nil
      group.cancelAll()
      if let first { return first }
      return try? await group.next() ?? nil  // a value that came at the last moment is not lost
    }
  }

  private func change(after seen: Int) async throws {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let result: Result<Void, any Error>? = state.withLock { state in
          // Under the lock: a cancellation that comes later finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.count > seen { return .success(()) }
          state.waiters[id] = waiter
          return nil
        }
        if let result { waiter.resume(with: result) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }
  }
}
