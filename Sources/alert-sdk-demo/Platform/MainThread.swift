/// The main thread as the place where the command's tasks run.
///
/// An `async` main would hand the main thread to libdispatch, which ends it by unwinding its stack, and starts others in its stead: 0.3 ms
/// of the time until the first alert is on screen, or 2.5 where all is linked into one file. The queue of alerts runs here, too
/// (`AlertCenter.Configuration.executor`): another 0.4 ms. So do its limits (``MainThreadClock``).
final class MainThread: TaskExecutor {
  /// Runs nothing before ``run(_:)``.
  static let shared = MainThread()
  private let jobs = JobQueue()

  func sleep(until deadline: ContinuousClock.Instant) async throws { try await jobs.sleep(until: deadline) }

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  /// Runs the command, and whatever it starts, on the thread that calls.
  static func run(_ command: @escaping @Sendable () async -> Never) -> Never {
    // Detached, at the priority that the tasks of the SDK have: the shared pool starts a thread for each that is in use.
    Task.detached(executorPreference: shared) { await command() }
    while let job = shared.jobs.next() { job.runSynchronously(on: shared.asUnownedTaskExecutor()) }
    preconditionFailure("the queue is closed, which nobody does")
  }
}

/// The system's clock, on which tasks sleep that run on the main thread.
///
/// For the first that sleeps on `ContinuousClock` libdispatch starts three threads, which are in the way of the one that draws the first
/// alert.
struct MainThreadClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await MainThread.shared.sleep(until: deadline)
  }
}
