/// A thread that takes no signals but those of a crash, for what may block or wait.
package enum DetachedThread {
  /// Starts it.
  ///
  /// With SIGPIPE and SIGTTOU blocked there, writing to a closed pipe or from the background is an error or works; it never ends or
  /// stops the process.
  /// - Returns: The error number where there is no thread to be had; then the body was not and will not be run.
  package static func start(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Int32? {
    let job = Job(body)
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
