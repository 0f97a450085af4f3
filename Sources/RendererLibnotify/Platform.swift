// The only file of this target that imports the C library (scripts/layers).

#if canImport(Glibc)
  import Glibc
#endif

/// What this module asks of the operating system.
enum Platform {
  #if canImport(Glibc)
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Runs the closure with all signals blocked that are not faults, so that a thread it starts never runs a handler of the app, nor
    /// takes a signal that is waited for elsewhere.
    static func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
      var (all, saved) = (sigset_t(), sigset_t())
      sigfillset(&all)
      for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] { sigdelset(&all, fault) }
      pthread_sigmask(SIG_SETMASK, &all, &saved)
      defer { pthread_sigmask(SIG_SETMASK, &saved, nil) }
      return body()
    }

    /// Puts back what the closure changes about SIGPIPE.
    static func keepingPipeSignal(_ body: () -> Void) {
      var saved = sigaction()
      sigaction(SIGPIPE, nil, &saved)
      body()
      sigaction(SIGPIPE, &saved, nil)
    }

    /// A copy of a descriptor, not inherited by other programs; nil where there is none left.
    static func copy(of descriptor: Int32) -> Int32? {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      return copy < 0 ? nil : copy
    }

    /// Whether the process may open this many more files; looks only, as taking them would leave other threads without for a moment,
    /// and Swift's own pool ends the process when its first thread finds none.
    static func hasSpareDescriptors(_ count: Int) -> Bool {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
      // From the top, where they are free, as the system gives out the lowest.
      return (0..<Int32(min(limit.rlim_cur, 1 << 20))).reversed().lazy.filter { fcntl($0, F_GETFD) < 0 }.prefix(count).count == count
    }

    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
  #else
    static func fileExists(_ path: String) -> Bool { false }  // asked only where there are popups
  #endif
}
