import AlertTerminal

/// Jobs in order, with a thread that sleeps while there is none.
final class JobQueue: Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var isClosed = false
  }
  // A condition variable needs a mutex of its own kind and a place that never moves; all use of the state is between lock and unlock.
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private nonisolated(unsafe) let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private nonisolated(unsafe) var state = State()

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func append(_ job: UnownedJob) { locked { state.jobs.append(job) } }

  func close() { locked { state.isClosed = true } }

  /// The next job, as soon as there is one; nil: closed, and none is left.
  func next() -> UnownedJob? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while state.jobs.isEmpty {
      if state.isClosed { return nil }
      pthread_cond_wait(changed, mutex)
    }
    return state.jobs.removeFirst()
  }

  private func locked(_ change: () -> Void) {
    pthread_mutex_lock(mutex)
    change()
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
  }
}
