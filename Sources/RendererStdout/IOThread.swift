import AlertSDK
import AlertTerminal

/// Runs what may block on a thread of its own, so that no thread of the concurrency pool waits (R21).
enum IOThread {
  /// Enough for formatting a message of 64 k characters: the text itself is on the heap.
  static let stackSize = 256 * 1024

  /// Runs `body` on a new thread that takes no signals but those of a crash, and gives back what it returns or throws.
  ///
  /// With SIGPIPE and SIGTTOU blocked there, writing to a closed pipe or from the background is an error or works; it never ends or
  /// stops the process.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let job = Job { continuation.resume(with: Result(catching: body)) }
      if let error = start(job) {
        continuation.resume(
          throwing: RendererFailure.unavailable("no thread to wait on: \(SystemError.text(error))", retryAfter: .seconds(1)))
      }
    }
  }

  private static func start(_ job: Job) -> Int32? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    for crash in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] { sigdelset(&blocked, crash) }
    pthread_sigmask(SIG_SETMASK, &blocked, &before)  // a new thread inherits the mask; only so is there no moment without it
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    let reference = Unmanaged.passRetained(job)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let error = pthread_create(&thread, &attributes, runJob, reference.toOpaque())
    guard error != 0 else { return nil }
    reference.release()
    return error
  }
}

private final class Job: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

// Named, not a closure: a literal in isolated code would be taken for isolated and trap on this thread.
#if canImport(Darwin)
  private func runJob(_ reference: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Job>.fromOpaque(reference).takeRetainedValue().body()
    return nil
  }
#else
  private func runJob(_ reference: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let reference { Unmanaged<Job>.fromOpaque(reference).takeRetainedValue().body() }
    return nil
  }
#endif
