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

    /// Whether the process may open this many more files.
    static func hasSpareDescriptors(_ count: Int) -> Bool {
      var descriptors: [Int32] = []
      defer { for descriptor in descriptors { close(descriptor) } }
      for _ in 0..<count {
        let next =
          descriptors.last.map { fcntl($0, F_DUPFD_CLOEXEC, 3) } ?? socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard next >= 0 else { return false }
        descriptors.append(next)
      }
      return true
    }

    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
  #else
    static func fileExists(_ path: String) -> Bool { false }  // asked only where there are popups
  #endif
}
