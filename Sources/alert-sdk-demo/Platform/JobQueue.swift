import AlertTerminal

/// Jobs in order, and sleepers by their time, with a thread that rests while there is neither.
final class JobQueue: Sendable {
  private struct Sleeper {
    let number: Int
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }
  private struct State {
    var jobs: [UnownedJob] = []
    var sleepers: [Sleeper] = []
    var lastNumber = 0
    var isClosed = false
  }
  private enum Work {
    case job(UnownedJob)
    case wake(Sleeper)
  }
  // A condition variable needs a mutex of its own kind and a place that never moves; all use of the state is between lock and unlock.
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private nonisolated(unsafe) let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private nonisolated(unsafe) var state = State()

  init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(changed, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(changed, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func append(_ job: UnownedJob) { locked { state.jobs.append(job) } }

  func close() { locked { state.isClosed = true } }

  /// Suspends the calling task until a moment has come and the thread of the queue has seen it.
  ///
  /// While the machine is suspended the thread's rest does not go on: what became due meanwhile is seen with the next job, or as much
  /// later as was left. A queue on which somebody sleeps must not be closed.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until deadline: ContinuousClock.Instant) async throws {
    let number = locked {
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Asked inside, and once: a cancellation that comes later finds the sleeper there.
        let isCancelled = locked {
          let isCancelled = Task.isCancelled
          if !isCancelled { state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation)) }
          return isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      takeSleeper(number)?.continuation.resume(throwing: CancellationError())
    }
  }

  /// The next job, as soon as there is one; nil: closed, and none is left.
  func next() -> UnownedJob? {
    while let work = locked(nextWork) {
      switch work {
      case .job(let job): return job
      case .wake(let sleeper): sleeper.continuation.resume()
      }
    }
    return nil
  }

  private func nextWork() -> Work? {
    while true {
      let first = state.sleepers.indices.min { state.sleepers[$0].deadline < state.sleepers[$1].deadline }
      let rest = first.map { ContinuousClock.now.duration(to: state.sleepers[$0].deadline) }
      if let first, let rest, rest <= .zero { return .wake(state.sleepers.remove(at: first)) }
      if !state.jobs.isEmpty { return .job(state.jobs.removeFirst()) }
      if state.isClosed { return nil }
      if let rest { wait(rest) } else { pthread_cond_wait(changed, mutex) }
    }
  }

  private func takeSleeper(_ number: Int) -> Sleeper? {
    locked { state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) } }
  }

  /// Returns when something has changed, or after the given time, or earlier.
  private func wait(_ limit: Duration) {
    let (seconds, attoseconds) = min(limit, .seconds(1 << 30)).components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    #if canImport(Darwin)
      pthread_cond_timedwait_relative_np(changed, mutex, &time)
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let nanoseconds = now.tv_nsec + time.tv_nsec
      time = timespec(tv_sec: now.tv_sec + time.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      pthread_cond_timedwait(changed, mutex, &time)
    #endif
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_signal(changed)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }
}
