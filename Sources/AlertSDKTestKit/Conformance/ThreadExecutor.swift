import AlertSDK

/// Runs tasks on one thread of its own, and sleeps without the concurrency pool.
///
/// The kit presents on such threads rather than on the pool's: a renderer that blocks its thread (R21) then blocks nobody else, and can be
/// seen doing it. The thread is started by the first task and ends with ``stop()``.
final class ThreadExecutor: TaskExecutor {
  private struct Sleeper {
    let id: Int
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }
  private struct State {
    var jobs: [UnownedJob] = []
    var sleepers: [Sleeper] = []
    var lastID = 0
    var isRunning = false
    var isStopped = false
    var jobBegan: ContinuousClock.Instant?
  }
  private enum Work { case job(UnownedJob), wakeUp(Sleeper), end }

  private let monitor = Monitor(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    post { $0.jobs.append(job) }
  }

  /// Lets the thread end once nothing is left to do; a task that comes later starts another.
  func stop() { monitor.withLock { $0.isStopped = true } }

  /// Since when the thread has been busy with one and the same step of a task; nil while it waits.
  var busySince: ContinuousClock.Instant? { monitor.withLock { $0.jobBegan } }

  /// Sleeps on this thread's clock, whatever the pool is doing.
  ///
  /// - Throws: `CancellationError`.
  func sleep(for duration: Duration) async throws {
    let id = monitor.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(id: id, deadline: .now + duration, continuation: continuation)
        let isCancelled = post { state in
          // Under the lock, and asked once: a cancellation that comes later finds the sleeper, and is alone in resuming it.
          let isCancelled = Task.isCancelled
          if !isCancelled { state.sleepers.append(sleeper) }
          return isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = monitor.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  @discardableResult
  private func post<Result>(_ change: (inout State) -> Result) -> Result {
    let (result, mustStart) = monitor.withLock { state in
      let result = change(&state)
      defer { state.isRunning = true }
      return (result, !state.isRunning)
    }
    if mustStart { Platform.startThread { self.run() } }
    return result
  }

  private func run() {
    while true {
      switch monitor.wait(Self.look) {
      case .job(let job):
        job.runSynchronously(on: asUnownedTaskExecutor())
        monitor.withLock { $0.jobBegan = nil }
      case .wakeUp(let sleeper): sleeper.continuation.resume()
      case .end: return
      }
    }
  }

  private static func look(_ state: inout State) -> Monitor<State>.Look<Work> {
    if !state.jobs.isEmpty {
      state.jobBegan = .now
      return .found(.job(state.jobs.removeFirst()))
    }
    let next = state.sleepers.indices.min { state.sleepers[$0].deadline < state.sleepers[$1].deadline }
    guard let next else {
      guard state.isStopped else { return .nothing(until: nil) }
      state.isRunning = false
      return .found(.end)
    }
    let deadline = state.sleepers[next].deadline
    return deadline <= .now ? .found(.wakeUp(state.sleepers.remove(at: next))) : .nothing(until: deadline)
  }
}
