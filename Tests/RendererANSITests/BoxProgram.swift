import AlertTerminal
import PseudoTerminal

extension PseudoTerminal {
  /// The program most tests start.
  static var program: String { ChildProcess.built("ansi-test-program") }

  /// Starts a program in surroundings in which a box is shown, changed by what is given.
  func start(_ arguments: [String], environment: [String: String] = [:], input: Int32? = nil) throws {
    var variables = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    for name in ["LD_LIBRARY_PATH", "HOME", "TMPDIR"] { variables[name] = ProcessEnvironment.variables()[name] }
    try start(arguments, variables: variables.merging(environment) { $1 }, input: input)
  }

  /// Waits until the program has read everything that was typed; the terminal must be in raw mode.
  func waitUntilRead() throws {
    try wait("reading of what was typed") {
      var count: Int32 = 0
      return ioctl(slave, UInt(FIONREAD), &count) == 0 && count == 0
    }
  }

  /// What a terminal makes of all that was shown.
  func screen(columns: Int = 80, rows: Int = 24) -> VirtualTerminal {
    let terminal = VirtualTerminal(columns: columns, rows: rows)
    terminal.feed(bytes)
    return terminal
  }
}
