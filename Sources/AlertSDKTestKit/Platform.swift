// The one place of the kit that knows which C library this is.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl  // its `environ` is a plain global variable
#elseif canImport(Darwin)
  internal import Darwin
#else
  #error("AlertSDKTestKit needs Glibc, Musl or Darwin")
#endif

/// What the kit asks the C library; everything but `withStandardStreams(keptBy:)` only looks.
enum Platform {
  /// What is done about each signal: the handler's address, its flags and the signals it keeps out.
  static func signalHandlers() -> [String: String] {
    var handlers: [String: String] = [:]
    for signal in 1..<Int32(32) {
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { continue }
      handlers["signal \(signal)"] = withUnsafeBytes(of: &action) { bytes in
        let address = bytes.loadUnaligned(as: UInt.self)
        return address == 0 ? "default" : address == 1 ? "ignored" : "a handler (\(String(address, radix: 16)))"
      }
    }
    return handlers
  }

  /// The environment, name by name.
  static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    guard var entry = firstVariable() else { return variables }
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      variables["environment variable \(pair[0])"] = pair.count > 1 ? String(pair[1]) : ""
      entry += 1
    }
    return variables
  }

  private static func firstVariable() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Glibc)
      // Swift's own `environ` traps after `clearenv()`, which leaves the C variable null.
      guard let variable = dlsym(nil, "environ") else { return environ }
      return variable.load(as: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self)
    #elseif canImport(Darwin)
      return _NSGetEnviron().pointee
    #else
      return environ
    #endif
  }

  /// The locale, the working folder, and of the three standard descriptors the flags and, where they are terminals, the modes.
  static func surroundings() -> [String: String] {
    var facts: [String: String] = [:]
    if let locale = setlocale(LC_ALL, nil) { facts["the locale"] = String(cString: locale) }
    if let folder = getcwd(nil, 0) {
      facts["the working folder"] = String(cString: folder)
      free(folder)
    }
    for descriptor in Int32(0)...2 {
      facts["the status flags of descriptor \(descriptor)"] = String(fcntl(descriptor, F_GETFL) & ~O_RDWR & ~O_WRONLY)
      facts["the descriptor flags of descriptor \(descriptor)"] = String(fcntl(descriptor, F_GETFD))
      if let modes = terminalModes(of: descriptor) { facts["the terminal modes of descriptor \(descriptor)"] = modes }
    }
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    if terminal >= 0 {
      facts["the modes of the controlling terminal"] = terminalModes(of: terminal)
      close(terminal)
    }
    return facts
  }

  private static func terminalModes(of descriptor: Int32) -> String? {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    return "\(modes.c_iflag) \(modes.c_oflag) \(modes.c_cflag) \(modes.c_lflag)"
  }

  /// How many descriptors are open.
  static func descriptorCount() -> Int {
    entries(of: "/proc/self/fd") ?? (0..<Int32(min(getdtablesize(), 4096))).count { fcntl($0, F_GETFD) >= 0 }
  }

  /// How many threads there are, where the system tells.
  static func threadCount() -> Int? { entries(of: "/proc/self/task") }

  private static func entries(of folder: String) -> Int? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }

  /// The memory in use in KiB, where the system tells.
  static func residentKiB() -> Int? {
    guard let file = fopen("/proc/self/statm", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024 } : nil
  }

  /// What stdout and stderr got while `body` ran: for that time both are a file without a name; it is printed afterwards.
  static func standardStreams(during body: () async -> Void) async -> String? {
    guard let file = tmpfile() else { return nil }
    defer { fclose(file) }
    flushStandardOutput()
    let saved = [1, 2].map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    defer { for copy in saved where copy >= 0 { close(copy) } }
    guard saved.allSatisfy({ $0 >= 0 }) else { return nil }
    for descriptor in Int32(1)...2 { dup2(fileno(file), descriptor) }
    await body()
    flushStandardOutput()
    for (copy, descriptor) in zip(saved, Int32(1)...2) { dup2(copy, descriptor) }
    var kept = stat()
    fstat(fileno(file), &kept)
    var bytes = [UInt8](repeating: 0, count: min(Int(kept.st_size), 1 << 20))
    let count = pread(fileno(file), &bytes, bytes.count, 0)
    bytes.removeLast(bytes.count - max(0, count))
    // What others printed meanwhile is theirs; so nothing of it is lost, only late.
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes out what `print` holds back; all streams at once would wait for one that somebody reads.
  private static func flushStandardOutput() {
    #if canImport(Darwin)
      let name = "__stdoutp"
    #else
      let name = "stdout"
    #endif
    // By name: the C variable is not one that Swift 6 lets a thread read.
    if let stream = dlsym(dlopen(nil, RTLD_LAZY), name)?.load(as: UnsafeMutablePointer<FILE>?.self) { fflush(stream) }
  }

  /// Runs a body on a new thread.
  static func startThread(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    if pthread_create(&thread, nil, runThreadBody, work.toOpaque()) == 0 {
      #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
      #else
        pthread_detach(thread)
      #endif
    } else {
      work.release()  // nothing runs: the limits of the rules say so
    }
  }
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

// Named, not a closure: a literal in isolated code would be taken for isolated and trap on this thread.
#if canImport(Darwin)
  private func runThreadBody(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
#else
  private func runThreadBody(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<ThreadBody>.fromOpaque(work).takeRetainedValue().body() }
    return nil
  }
#endif

/// A value behind a lock on which a thread can wait for a change.
///
/// Unchecked: the state is touched only with the mutex held, and the pointers never change.
final class Monitor<State>: @unchecked Sendable {
  /// What a waiting thread found.
  enum Look<Value> { case found(Value), nothing(until: ContinuousClock.Instant?) }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes or reads the state, and wakes who waits.
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Looks now, after each change and at the time named, until something is found; blocks its thread.
  func wait<Value>(_ look: (inout State) -> Look<Value>) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      switch look(&state) {
      case .found(let value): return value
      case .nothing(until: nil): pthread_cond_wait(condition, mutex)
      case .nothing(until: let time?): wait(for: time - .now)
      }
    }
  }

  private func wait(for duration: Duration) {
    let (seconds, attoseconds) = max(duration, .zero).components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    #if canImport(Darwin)
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      time.tv_sec += now.tv_sec + (time.tv_nsec + now.tv_nsec) / 1_000_000_000
      time.tv_nsec = (time.tv_nsec + now.tv_nsec) % 1_000_000_000
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}

extension String {
  /// Whether these bytes occur.
  ///
  /// What `contains(_:)` does comes from the library for regular expressions, which a program would load at each start, and one more.
  func contains(text: String) -> Bool {
    let searched = Array(text.utf8)
    guard let first = searched.first else { return true }
    return Array(utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      // In C: the outputs are long, and tests are not optimised.
      while rest.count >= searched.count, let start = rest.base.baseAddress?.advanced(by: rest.startIndex),
        let found = memchr(start, Int32(first), rest.count - searched.count + 1)
      {
        if memcmp(found, searched, searched.count) == 0 { return true }
        rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
      }
      return false
    }
  }
}
