import AlertSDK
import AlertTerminal
import CSpawn

// Inside the type its own `read` and `write` hide the C library's.
private let (receive, send) = (read, write)

/// A program that runs, with our ends of its three streams; for one thread.
struct ChildProcess {
  let id: pid_t
  private(set) var input: Int32
  private(set) var output: Int32
  private(set) var errors: Int32
  /// The terminal's foreground when the program was started; nil where there is no terminal.
  private let foreground: pid_t?

  /// Starts a program, and a thread that waits for its end and posts it.
  ///
  /// - Throws: `.unsupported` where it is not there or cannot be run, `.unavailable` where the system has no room for it now.
  init(_ program: Program, inbox: ProgramInbox) throws(RendererFailure) {
    var pipes: [[Int32]] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard alertsdk_spawn_pipe(&ends) == 0 else {
        let reason = SystemError.text(errno)
        pipes.joined().forEach { close($0) }
        throw .unavailable("cannot start \(program.label): \(reason)")
      }
      pipes.append(ends)
    }
    let (theirs, ours) = ([pipes[0][0], pipes[1][1], pipes[2][1]], [pipes[0][1], pipes[1][0], pipes[2][0]])
    for end in ours { _ = fcntl(end, F_SETFL, O_NONBLOCK) }

    let variables = program.environment ?? ProcessEnvironment.variables()
    var words: [UnsafeMutablePointer<CChar>?] = ([program.executable] + program.arguments).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    let foreground = Self.onTerminal { tcgetpgrp($0) }
    var id = pid_t()
    let error = alertsdk_spawn(&id, program.executable, &words, &settings, theirs)
    theirs.forEach { close($0) }
    guard error == 0 else {
      ours.forEach { close($0) }
      let isTransient = [EAGAIN, ENOMEM, EMFILE, ENFILE, ETXTBSY].contains(error)
      let reason = program.lacksInterpreter(error) ? "the interpreter that its first line names is missing" : SystemError.text(error)
      throw RendererFailure(isTransient ? .unavailable : .unsupported, "cannot start \(program.label): \(reason)")
    }
    (self.id, input, output, errors, self.foreground) = (id, ours[0], ours[1], ours[2], foreground)
    // Leaves the status there: while nobody has taken it, the process id is nobody else's.
    let threadError = DetachedThread.start(stackSize: 64 * 1024) { [id] in
      var info = siginfo_t()
      while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}  // else the app ignores SIGCHLD: it has ended, too
      inbox.post(.ended(id))
    }
    if let threadError {
      signal(SIGKILL)
      _ = reap()
      closeAll()
      throw .unavailable("no thread to wait for \(program.label): \(SystemError.text(threadError))")
    }
  }

  /// Signals everything in the program's process group.
  func signal(_ number: Int32) { kill(-id, number) }

  /// Ends what the program left behind, gives the terminal back, and takes its status; called once, after its end.
  func reap() -> ProgramEnd {
    signal(SIGKILL)
    giveTerminalBack()
    var status: Int32 = 0
    while true {
      if waitpid(id, &status, 0) == id { break }
      if errno != EINTR { return .unknown }
    }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
  }

  /// A program that made itself the terminal's foreground and died so would leave the app in the background.
  private func giveTerminalBack() {
    guard let foreground else { return }
    // SIGTTOU, which stops whoever does this from the background, is blocked on this thread.
    _ = Self.onTerminal { tcgetpgrp($0) == id ? tcsetpgrp($0, foreground) : 0 }
  }

  private static func onTerminal(_ body: (Int32) -> Int32) -> Int32? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    return body(terminal)
  }

  enum Transfer { case some(Int), later, over }

  func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    Self.transfer { bytes.withUnsafeBytes { send(input, $0.baseAddress, $0.count) } }
  }

  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
    let result = transfer { buffer.withUnsafeMutableBytes { receive(descriptor, $0.baseAddress, $0.count) } }
    if case .some(0) = result { return .over }
    return result
  }

  private static func transfer(_ call: () -> Int) -> Transfer {
    while true {
      let count = call()
      if count >= 0 { return .some(count) }
      if errno == EAGAIN { return .later }
      if errno != EINTR { return .over }
    }
  }

  mutating func closeInput() { Self.shut(&input) }
  mutating func closeOutput() { Self.shut(&output) }
  mutating func closeErrors() { Self.shut(&errors) }
  mutating func closeAll() {
    closeInput()
    closeOutput()
    closeErrors()
  }

  private static func shut(_ descriptor: inout Int32) {
    if descriptor >= 0 { _ = close(descriptor) }
    descriptor = -1
  }
}

extension Program {
  /// Whether the file that the system did not find is not the program itself.
  fileprivate func lacksInterpreter(_ error: Int32) -> Bool {
    error == ENOENT && executable.contains("/") && access(executable, F_OK) == 0
  }
}
