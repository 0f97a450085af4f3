import AlertTerminal

/// A thread of its own for an actor whose methods block: reading input, writing output.
///
/// Swift's shared pool has one thread a core; a method that blocks there holds up everybody. The thread starts with the first call and
/// ends when the executor is released and its jobs are done.
final class BlockingThread: SerialExecutor {
  private let jobs = JobQueue()

  func enqueue(_ job: consuming ExecutorJob) {
    if jobs.append(UnownedJob(job)) { start() }
  }

  deinit { jobs.close() }

  private func start() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 << 10)
    defer { pthread_attr_destroy(&attributes) }
    let start = Start(jobs: jobs, executor: asUnownedSerialExecutor())
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(&thread, &attributes, runJobs, Unmanaged.passRetained(start).toOpaque())
    // Without the thread every call would wait for ever; a process that cannot have one more has no way to go on.
    precondition(result == 0, "no thread for blocking calls: \(String(cString: strerror(result)))")
  }
}

private final class Start {
  let jobs: JobQueue
  /// Only used while a job runs, and a job's actor keeps its executor alive.
  let executor: UnownedSerialExecutor

  init(jobs: JobQueue, executor: UnownedSerialExecutor) { (self.jobs, self.executor) = (jobs, executor) }
}

#if canImport(Darwin)
  private nonisolated func runJobs(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { run(argument) }
#else
  private nonisolated func runJobs(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { argument.flatMap(run) }
#endif

private nonisolated func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
  while let job = start.jobs.next() { job.runSynchronously(on: start.executor) }
  return nil
}

/// Jobs in order, with a thread that sleeps while there is none.
private final class JobQueue: Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var hasThread = false
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

  /// - Returns: Whether this was the first job ever, so that a thread is needed.
  func append(_ job: UnownedJob) -> Bool {
    locked {
      state.jobs.append(job)
      defer { state.hasThread = true }
      return !state.hasThread
    }
  }

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

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_signal(changed)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }
}
