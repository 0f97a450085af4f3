import AlertTerminal
import CTerminalRestore
import CTestTerminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program on a real pseudo-terminal of its own session, and the person in front of it.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var master: Int32
  private let slave: Int32
  let path: String
  private(set) var process: pid_t = -1
  /// Everything the terminal was sent.
  private(set) var output: [UInt8] = []
  private(set) var status: Int32?
  let modesBefore: termios

  /// The program most tests start.
  static var program: String { built("ansi-test-program") }
  /// A program that was built beside the tests.
  static func built(_ name: String) -> String {
    // .build/<triple>/debug/x.xctest or the test runner's own path lead to the same folder.
    let here = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    let folder = here.split(separator: "/", omittingEmptySubsequences: false).prefix { !$0.hasSuffix(".xctest") }
    return folder.joined(separator: "/") + "/" + name
  }

  init(columns: Int = 80, rows: Int = 24) throws {
    var name = [CChar](repeating: 0, count: 128)
    master = test_terminal_open(&name, name.count)
    guard master >= 0 else { throw Failure(description: "no pty: \(errno)") }
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var modes = termios()
    guard slave >= 0, tcgetattr(slave, &modes) == 0 else { throw Failure(description: "no slave: \(errno)") }
    modesBefore = modes
    _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK)
    resize(columns, rows)
  }

  deinit {
    if process > 0, status == nil {
      kill(process, SIGKILL)
      kill(-process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    hangUp()
    close(slave)
  }

  func resize(_ columns: Int, _ rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Starts a program as the leader of a session whose controlling terminal this is.
  func start(_ arguments: [String], environment: [String: String] = [:], stdin: String? = nil, stdout: String? = nil) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal a session leader opens becomes its controlling one.
    posix_spawn_file_actions_addopen(&actions, 2, path, O_RDWR, 0)
    if let stdin {
      posix_spawn_file_actions_addopen(&actions, 0, stdin, O_RDONLY, 0)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 2, 0)
    }
    if let stdout {
      posix_spawn_file_actions_addopen(&actions, 1, stdout, O_WRONLY, 0)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 2, 1)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigfillset(&defaults)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, test_terminal_spawn_setsid() | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var variables = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    variables.merge(environment) { $1 }
    for name in ["LD_LIBRARY_PATH", "HOME", "TMPDIR"] {
      if let value = ProcessEnvironment.variables()[name] { variables[name] = variables[name] ?? value }
    }
    let argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    let code = posix_spawnp(&process, arguments[0], &actions, &attributes, argv, envp)
    guard code == 0 else { throw Failure(description: "could not start \(arguments[0]): \(code)") }
  }

  /// ^S, which a box in raw mode would take for a key: the terminal takes no more output.
  func stopOutput() { tcflow(slave, TCOOFF) }

  func type(_ text: String) { type(Array(text.utf8)) }
  func type(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }

  /// Waits until the program has read everything that was typed; the terminal must be in raw mode.
  func waitUntilRead() throws {
    try wait("reading of what was typed") {
      var count: Int32 = 0
      return ioctl(slave, UInt(FIONREAD), &count) == 0 && count == 0
    }
  }

  /// The terminal vanishes.
  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// The process group in the foreground.
  var foreground: pid_t { tcgetpgrp(master) }
  var isRaw: Bool { modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0 }
  var modes: termios {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes
  }
  /// Whether every mode is as before the program was started.
  var modesAreRestored: Bool {
    var (now, before) = (modes, modesBefore)
    return withUnsafeBytes(of: &now) { a in withUnsafeBytes(of: &before) { b in a.elementsEqual(b) } }
  }
  var text: String { String(decoding: output, as: UTF8.self) }
  /// What a terminal makes of all that was sent.
  func screen(columns: Int = 80, rows: Int = 24) -> VirtualTerminal {
    let terminal = VirtualTerminal(columns: columns, rows: rows)
    terminal.feed(output)
    return terminal
  }
  func forget() { output = [] }

  /// Takes what has come, waiting at most so long for more.
  private func pump(milliseconds: Int32) {
    var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard master >= 0 else {
      poll(nil, 0, milliseconds)
      return
    }
    if poll(&poller, 1, milliseconds) > 0 {
      if poller.revents & Int16(POLLIN) == 0 { poll(nil, 0, milliseconds) }  // hung up: every end of the slave is closed
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { break }
        output += buffer.prefix(count)
      }
    }
  }

  /// Waits for a condition, with a deadline.
  func wait(_ what: String, seconds: Int = 20, reading: Bool = true, until isDone: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !isDone() {
      if ContinuousClock.now > deadline {
        throw Failure(description: "no \(what) within \(seconds) s; output: \(text.suffix(400).debugDescription)")
      }
      if reading { pump(milliseconds: 10) } else { poll(nil, 0, 5) }
    }
  }
  /// The same for tests that present in this process and must not keep a thread of the pool busy.
  func eventually(_ what: String, seconds: Int = 20, until isDone: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      pump(milliseconds: 0)
      if isDone() { return }
      if ContinuousClock.now > deadline { throw Failure(description: "no \(what); output: \(text.suffix(400).debugDescription)") }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
  func wait(for text: String) throws { try wait(text.debugDescription) { self.text.contains(text) } }

  /// Whether the process has ended; how, is in `status`.
  func hasEnded() -> Bool {
    guard status == nil else { return true }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return false }
    status = raw
    return true
  }
  func waitForEnd(seconds: Int = 20, reading: Bool = true) throws {
    try wait("end of the program", seconds: seconds, reading: reading) { hasEnded() }
    if reading { pump(milliseconds: 0) }
  }
  /// The exit status, or minus the signal.
  var ending: Int32? { status.map { $0 & 0x7F == 0 ? ($0 >> 8) & 0xFF : -($0 & 0x7F) } }
}
