import AlertTerminal

#if canImport(Glibc)
  import CLibrary
#endif

/// The system calls this program makes, with errors as values. Reading, writing and waiting may block: they belong on a ``BlockingThread``.
enum System {
  struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    let code: Int32
    /// The system's words for it; `strerror` of these codes is a constant text. Of a FIFO it would say "No such device or address".
    var description: String { code == ENXIO ? "nobody is at its other end" : String(cString: strerror(code)) }
  }

  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  /// Opens a file to read it; a FIFO without waiting for its writer: that is for ``waitToRead(_:)``, which can be woken.
  static func openForReading(_ path: String) throws(Failure) -> Int32 {
    Int32(try attempt { Int(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) }.get())
  }

  /// Opens a file to write it anew; a FIFO that nobody reads is an error.
  static func openForWriting(_ path: String) throws(Failure) -> Int32 {
    Int32(try attempt { Int(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)) }.get())
  }

  /// Reads what is there, at most as much as the buffer holds; nil where a non-blocking descriptor has nothing yet, 0 at the end.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(Failure) -> Int? {
    let result = buffer.withUnsafeMutableBytes { bytes in attempt { systemRead(descriptor, bytes.baseAddress, bytes.count) } }
    return try unlessNotReady(result)
  }

  /// Writes as much as goes; nil where a non-blocking descriptor takes nothing now.
  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(Failure) -> Int? {
    let result = bytes.withUnsafeBytes { bytes in attempt { systemWrite(descriptor, bytes.baseAddress, bytes.count) } }
    return try unlessNotReady(result)
  }

  /// Waits until one of the descriptors can be read (or is at its end, or broken); says which can.
  static func waitToRead(_ descriptors: [Int32]) throws(Failure) -> [Bool] { try wait(descriptors, Int16(POLLIN)) }

  /// Waits until the descriptor can be written (or is broken).
  static func waitToWrite(_ descriptor: Int32) throws(Failure) { _ = try wait([descriptor], Int16(POLLOUT)) }

  private static func wait(_ descriptors: [Int32], _ events: Int16) throws(Failure) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
    _ = try attempt { Int(poll(&entries, nfds_t(entries.count), -1)) }.get()
    return entries.map { $0.revents != 0 }
  }

  /// A pipe that no child inherits: its reading and its writing end.
  static func makePipe() throws(Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = try attempt { Int(pipe(&ends)) }.get()
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  static func removeFile(_ path: String) { _ = unlink(path) }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func isRegularFile(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Makes sure that the numbers of the standard streams belong to nothing else, and that a closed pipe is an error instead of the end.
  ///
  /// A stream that was closed by whoever started the program is opened the wrong way round, so that its use is an error as it should be.
  static func claimStandardStreams() {
    for (descriptor, flags) in [(standardInput, O_WRONLY), (standardOutput, O_RDONLY), (standardError, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      _ = open("/dev/null", flags)  // takes the lowest number that is free, which is this one
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Lets signals reach this thread: a pool's thread blocks them all, and what it starts, which this may be, inherits that.
  static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Lets all threads share one heap; glibc would give the first allocation on each thread a heap of its own, which together is a
  /// tenth of the time from the start to the first alert on screen.
  static func shareHeap() {
    #if canImport(Glibc)
      mallopt(M_ARENA_MAX, 1)
    #endif
  }

  static func exitProcess(_ status: Int32) -> Never { exit(status) }

  private static func attempt(_ call: () -> Int) -> Result<Int, Failure> {
    while true {
      let result = call()
      if result >= 0 { return .success(result) }
      if errno != EINTR { return .failure(Failure(code: errno)) }
    }
  }

  private static func unlessNotReady(_ result: Result<Int, Failure>) throws(Failure) -> Int? {
    if case .failure(let failure) = result, failure.code == EAGAIN || failure.code == EWOULDBLOCK { return nil }
    return try result.get()
  }
}

// Inside `System` the names `read` and `write` are its own.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(descriptor, buffer, count) }
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, buffer, count) }
