#if Libnotify && os(Linux)
  import AlertJSON
  import AlertTerminal
  import PseudoTerminal
  import Testing

  @testable import alert_sdk_demo

  /// What a desktop without a screen needs and this machine lacks.
  private let missingPrograms = ["Xvfb", "dunst", "xdotool", "dbus-daemon"].filter { program in
    ProcessEnvironment.variables()["PATH", default: ""].split(separator: ":").allSatisfy { access("\($0)/\(program)", X_OK) != 0 }
  }

  /// One alert on a real terminal and a real desktop at once, whichever the person reaches first.
  @Suite(
    .serialized,
    .enabled(if: missingPrograms.isEmpty, "not installed: \(missingPrograms.joined(separator: ", "))"),
    .timeLimit(.minutes(2)))
  struct TerminalAndDesktopTests {
    /// What stands on the terminal while the box is up; and what gives the screen back.
    private static let (title, screenBack) = ("Restart now?", "\u{1B}[?1049l\u{1B}8")

    let terminal: PseudoTerminal
    let signal: String

    init() throws {
      terminal = try PseudoTerminal()
      signal = "/tmp/alertsdk-\(getpid())-\(UInt32.random(in: .min ... .max)).fifo"
      try #require(mkfifo(signal, 0o600) == 0)
    }

    /// Shows the question on both; beside it runs what `person` does, which finds the FIFO in `$0`. What is left on the desktop is told
    /// at the end.
    private func start(_ person: String) throws -> ChildProcess {
      let root = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
      let script = """
        (\(person)) </dev/null >/dev/null 2>&1 &
        "$1" show '\(Self.title)' --action now=Now --preferred now --renderer ansi+libnotify
        status=$?
        if "$DESKTOP" wait-none; then echo 'no popup is left'; fi
        exit $status
        """
      var variables = ProcessEnvironment.variables().filter { ["PATH", "HOME"].contains($0.key) }
      variables["TERM"] = "xterm-256color"
      return try ChildProcess(
        "/\(root)/scripts/headless-desktop", ["dunst", "bash", "-c", script, signal, Child.path], on: terminal, environment: variables)
    }

    private func expectOneAnswer(_ program: ChildProcess) async throws {
      #expect(try await program.end(within: .seconds(60)) == .exited(0))
      let after = terminal.text.split(separator: Self.screenBack, omittingEmptySubsequences: false)
      #expect(after.count == 2, "the box was up once, and has gone")
      #expect(after.last == "now\r\nno popup is left\r\n")
    }

    @Test("A click on the popup is the answer, and the box goes") func desktopFirst() async throws {
      defer { unlink(signal) }
      let program = try start(#"read -r _ <"$0"; "$DESKTOP" wait-shown && "$DESKTOP" click"#)
      try await terminal.wait(for: Self.title)
      let descriptor = open(signal, O_RDWR | O_CLOEXEC)
      defer { close(descriptor) }
      #expect(write(descriptor, "\n", 1) == 1)
      try await expectOneAnswer(program)
    }

    @Test("A key at the terminal is the answer, and the popup goes") func terminalFirst() async throws {
      defer { unlink(signal) }
      let program = try start(#""$DESKTOP" wait-shown && echo shown >"$0""#)
      let descriptor = open(signal, O_RDWR | O_CLOEXEC)
      let lines = try LineReader(descriptor)
      #expect(try await lines.next() == .bytes(Array("shown".utf8)))
      try await terminal.wait(for: Self.title)
      terminal.type("\r")
      try await expectOneAnswer(program)
    }
  }
#endif
