import AlertTerminal
import Synchronization

/// A thread of its own for an actor whose methods block: reading input, writing output.
///
/// Swift's shared pool has one thread a core; a method that blocks there holds up everybody. The thread starts with the first call and
/// ends when the executor is released and its jobs are done.
final class BlockingThread: SerialExecutor {
  private let jobs = JobQueue()
  private let hasThread = Atomic(false)

  func enqueue(_ job: consuming ExecutorJob) {
    // Asked first: as soon as the job is in it may run, and release its actor and this executor with it.
    let isFirst = !hasThread.exchange(true, ordering: .relaxed)
    jobs.append(UnownedJob(job))
    if isFirst { start() }
  }

  deinit { jobs.close() }

  private func start() {
    // Only used while a job runs, and a job's actor keeps its executor alive.
    let executor = asUnownedSerialExecutor()
    let error = DetachedThread.start(stackSize: 512 << 10) { [jobs] in
      while let job = jobs.next() { job.runSynchronously(on: executor) }
    }
    // Without the thread every call would wait for ever; a process that cannot have one more has no way to go on.
    precondition(error == nil, "no thread for blocking calls: \(SystemError.text(error ?? 0))")
  }
}
