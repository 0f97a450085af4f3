import AlertTerminal
import PseudoTerminal
import Testing

/// What only a process with a controlling terminal of its own can show: signals and job control.
@Suite struct ControllingTerminalTests {
  let probe = ChildProcess.built("PromptProbe")
  let environment = ["TERM": "xterm", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"]

  @Test("A question at the controlling terminal, also with standard input piped (case 26)") func pipedInput() async throws {
    let (terminal, input) = (try PseudoTerminal(), Pipe())
    input.put("yes\nyes\n")
    let child = try ChildProcess(probe, on: terminal, environment: environment, input: input.readEnd)
    try await terminal.wait(for: "Choose 1-2 or name [2]: ")
    terminal.type("1\n")
    try await terminal.wait(for: "probe: chose yes")
    #expect(try await child.end() == .exited(0))
    #expect(input.take() == "yes\nyes\n")
  }

  @Test(
    "R14, R16: a signal in the middle of a secret gives the echo back and still ends the process (case 22)",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(number: Int32) async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let child = try ChildProcess(probe, ["secret"], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    #expect(!terminal.isEchoing)
    terminal.type("hunt")
    try await terminal.typedIsIn()
    child.signal(number)
    #expect(try await child.end() == .killed(number))
    #expect(terminal.settings == before)
    #expect(!terminal.text.contains("hunt"))
    terminal.type("ls\n")
    try await terminal.typedIsIn()
    #expect(terminal.unreadLines() == "ls\n")  // not "huntls": what was typed of a secret is not for the shell
  }

  @Test("R14: an echo that another program was keeping off, and has switched on since, stays on") func echoOfAnother() async throws {
    let terminal = try PseudoTerminal()
    var modes = termios()
    tcgetattr(terminal.slave, &modes)
    var silent = modes
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal.slave, TCSANOW, &silent)
    let child = try ChildProcess(probe, ["secret"], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    tcsetattr(terminal.slave, TCSANOW, &modes)
    terminal.type("hunter2\n1\n")
    #expect(try await child.end() == .exited(0))
    #expect(terminal.settingsAreRestored)
  }

  @Test("R14, R16: kills at random moments, while secrets come and go, leave the echo on and the status the signal's")
  func randomKills() async throws {
    let count = ProcessEnvironment.variables()["ALERTSDK_KILLS"].flatMap { Int($0) } ?? 40
    for round in 0..<count {
      let terminal = try PseudoTerminal()
      let before = terminal.settings
      let child = try ChildProcess(probe, ["many", "1000000"], on: terminal, environment: environment)
      try await terminal.wait(for: "Word (not shown): ")
      let (number, delay) = ([SIGTERM, SIGHUP, SIGINT, SIGQUIT].randomElement()!, UInt32.random(in: 0..<5_000))
      usleep(delay)
      child.signal(number)
      #expect(try await child.end() == .killed(number), "round \(round), \(delay) µs")
      #expect(terminal.settings == before, "round \(round), signal \(number) after \(delay) µs")
    }
  }

  @Test("^C at a secret and at a choice end the process as ever (case 14)", arguments: [["secret"], []]) func interrupt(arguments: [String])
    async throws
  {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let child = try ChildProcess(probe, arguments, on: terminal, environment: environment)
    try await terminal.wait(for: arguments.isEmpty ? "[2]: " : "(not shown): ")
    terminal.type("\u{3}")
    #expect(try await child.end() == .killed(SIGINT))
    #expect(terminal.settings == before)
  }

  @Test("A crash in the middle of a secret gives the echo back (case 1)", arguments: [SIGSEGV, SIGABRT, SIGILL]) func crash(number: Int32)
    async throws
  {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let child = try ChildProcess(probe, ["secret"], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    child.signal(number)
    #expect(try await child.end() == .killed(number))
    #expect(terminal.settings == before)
  }

  @Test("R14: a handler of the app's own is never taken; the prompt goes on after it") func ownHandler() async throws {
    let terminal = try PseudoTerminal()
    let child = try ChildProcess(probe, ["secret", "own-handlers"], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    child.signal(SIGTERM)
    terminal.type("abc\n")
    try await terminal.wait(for: "[1]: ")
    terminal.type("yes\n")
    try await terminal.wait(for: "probe: chose yes with 3 letters")
    try await terminal.wait(for: "probe: handlers as before")
    #expect(try await child.end() == .exited(0))
  }

  @Test("An app's handler gives the terminal back for good: the secret is no longer asked for, and what was typed of it is gone")
  func ownRestore() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let child = try ChildProcess(probe, ["secret", "own-handlers"], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    terminal.type("hunt")
    try await terminal.typedIsIn()
    child.signal(SIGINT)
    try await terminal.wait(for: "probe: failed: the terminal was given back by the program")
    #expect(try await child.end() == .exited(0))
    #expect(terminal.settings == before)
    terminal.type("ls\n")
    try await terminal.typedIsIn()
    #expect(terminal.unreadLines() == "ls\n")
  }

  @Test("An app's handler gives the terminal back for a while: nothing is read meanwhile, then the secret is asked for again")
  func ownSuspension() async throws {
    let terminal = try PseudoTerminal()
    let child = try ChildProcess(probe, ["secret", "own-handlers"], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    child.signal(SIGUSR1)
    try await eventually("the echo is back") { terminal.isEchoing }
    terminal.type("ls\n")
    try await terminal.typedIsIn()
    #expect(terminal.unreadLines() == "ls\n")
    child.signal(SIGUSR2)
    try await terminal.wait(for: "Word (not shown): ", times: 2)
    #expect(!terminal.isEchoing)
    terminal.type("abc\n")
    try await terminal.wait(for: "[1]: ")
    terminal.type("yes\n")
    try await terminal.wait(for: "probe: chose yes with 3 letters")
    #expect(try await child.end() == .exited(0))
  }

  @Test(
    "R14, R19: a box and a secret at two terminals give all back in whatever order they open and close", arguments: [true, false],
    [true, false])
  func besideABox(opensBoxFirst: Bool, closesBoxFirst: Bool) async throws {
    let (terminal, other) = (try PseudoTerminal(), try PseudoTerminal())
    let before = [terminal.settings, other.settings]
    let order = opensBoxFirst ? "box" : "prompt"
    let child = try ChildProcess(probe, ["beside", other.path, order], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    try await other.wait(for: "Go on?")
    for isBox in [closesBoxFirst, !closesBoxFirst] {
      if isBox {
        other.type("1")
        try await terminal.wait(for: "probe: box: chose yes with 0 letters")
      } else {
        terminal.type("abc\n")
        try await terminal.wait(for: "[1]: ")
        terminal.type("yes\n")
        try await terminal.wait(for: "probe: prompt: chose yes with 3 letters")
      }
      #expect(isBox ? other.settings == before[1] : terminal.settings == before[0])
    }
    try await terminal.wait(for: "probe: handlers as before")
    #expect(try await child.end() == .exited(0))
  }

  @Test("A signal gives back both terminals, a box's and a secret's") func signalBesideABox() async throws {
    let (terminal, other) = (try PseudoTerminal(), try PseudoTerminal())
    let before = [terminal.settings, other.settings]
    let child = try ChildProcess(probe, ["beside", other.path, "box"], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    try await other.wait(for: "Go on?")
    #expect(!terminal.isEchoing && !other.isEchoing)
    child.signal(SIGTERM)
    #expect(try await child.end() == .killed(SIGTERM))
    #expect(terminal.settings == before[0])
    #expect(other.settings == before[1])
  }

  @Test("R14: after a secret all signal actions are as they were") func handlersPutBack() async throws {
    let terminal = try PseudoTerminal()
    let child = try ChildProcess(probe, ["secret"], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    terminal.type("abc\n")
    try await terminal.wait(for: "[1]: ")
    terminal.type("yes\n")
    try await terminal.wait(for: "probe: handlers as before")
    #expect(try await child.end() == .exited(0))
  }

  @Test("R11: in the background nothing is read or changed: unavailable, with the reason") func background() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let shell = try ChildProcess("/bin/sh", ["-c", "set -m; \(probe) secret & wait"], on: terminal, environment: environment)
    try await terminal.wait(for: "probe: failed: this process is in the background of its terminal")
    #expect(try await shell.end() == .exited(0))
    #expect(terminal.settings == before)
  }

  @Test("Stopped in the middle of a secret, the terminal echoes; brought back, the question is asked again without echo")
  func stopAndContinue() async throws {
    let terminal = try PseudoTerminal()
    let script = "set -m; \(probe) secret; echo stopped; fg >/dev/null; echo over"
    let shell = try ChildProcess("/bin/sh", ["-c", script], on: terminal, environment: environment)
    try await terminal.wait(for: "Word (not shown): ")
    #expect(!terminal.isEchoing)
    terminal.type("\u{1A}")
    try await terminal.wait(for: "stopped")
    try await terminal.wait(for: "Word (not shown): ", times: 2)
    #expect(!terminal.isEchoing)
    terminal.type("abc\n")
    try await terminal.wait(for: "[1]: ")
    terminal.type("yes\n")
    try await terminal.wait(for: "probe: chose yes with 3 letters")
    try await terminal.wait(for: "over")
    #expect(try await shell.end() == .exited(0))
  }

  @Test("R17: many presentations leave no descriptor and no thread behind") func leavesNothing() async throws {
    let terminal = try PseudoTerminal()
    let child = try ChildProcess(probe, ["many", "300"], on: terminal, environment: environment)
    try await terminal.wait(for: "probe: ", within: .seconds(60))
    try await terminal.wait(for: "behind")
    let isClean = terminal.count(of: "probe: nothing left behind") == 1
    #expect(isClean, "\(terminal.text.split(separator: "\r\n").last ?? "")")
    #expect(try await child.end() == .exited(0))
  }
}
