import AlertTerminal
import PseudoTerminal
import Testing

@testable import alert_sdk_demo

/// The built program with a person at a real pseudo-terminal.
@Suite(.serialized) struct TerminalProgramTests {
  private func start(_ words: String..., on terminal: PseudoTerminal) throws -> ChildProcess {
    var variables = ["TERM": "xterm"]
    variables["PATH"] = ProcessEnvironment.variables()["PATH"]
    return try ChildProcess(Child.path, words + ["--renderer", "stdout"], on: terminal, environment: variables)
  }

  @Test(
    "A choice is printed, and decides the exit status",
    arguments: [("1", "yes", 0), ("2", "no", 1), ("dele", "yes", 0)] as [(String, String, Int32)])
  func choice(typed: String, answer: String, status: Int32) async throws {
    let terminal = try PseudoTerminal()
    let program = try start("show", "Delete?", "--destructive", "yes=Delete", "--cancel", "no=Keep", on: terminal)
    try await terminal.wait(for: "]: ")
    terminal.type(typed + "\n")
    #expect(try await program.end() == .exited(status))
    #expect(terminal.text.hasSuffix("\r\n\(answer)\r\n"))
  }

  @Test("A secret is shown only by whoever asked for it") func secret() async throws {
    let terminal = try PseudoTerminal()
    let program = try start("show", "Login", "--secret", "pw=Password", on: terminal)
    try await terminal.wait(for: "Password")
    try await eventually("the echo is off") { !terminal.isEchoing }
    terminal.type("hidden\n")
    try await terminal.wait(for: "]: ")
    #expect(terminal.count(of: "hidden") == 0)
    terminal.type("\n")
    #expect(try await program.end() == .exited(0))
    #expect(terminal.text.hasSuffix("submit\r\npw\thidden\r\n") || terminal.text.hasSuffix("submit\r\npw      hidden\r\n"))
  }

  @Test("The time limit is status 124") func timeout() async throws {
    let terminal = try PseudoTerminal()
    let program = try start("show", "Now?", "--action", "go", "--timeout", "0.05", on: terminal)
    #expect(try await program.end() == .exited(124))
  }

  @Test("INT and TERM give the terminal back, and take effect", arguments: [SIGINT, SIGTERM], [false, true])
  func signals(number: Int32, byKey: Bool) async throws {
    if byKey, number != SIGINT { return }
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let program = try start("show", "Login", "--secret", "pw=Password", on: terminal)
    try await eventually("the echo is off") { !terminal.isEchoing }
    if byKey { terminal.type("\u{3}") } else { program.signal(number) }
    #expect(try await program.end() == .killed(number))
    #expect(terminal.settings == before)
    #expect(!terminal.text.contains("submit\r\n"))
  }

  @Test("A second signal right after the first ends the command at once, and the echo is back all the same") func impatience() async throws
  {
    for round in 0..<40 {
      let terminal = try PseudoTerminal()
      let before = terminal.settings
      let program = try start("show", "Login", "--secret", "pw=Password", on: terminal)
      try await eventually("the echo is off") { !terminal.isEchoing }
      program.signal(SIGTERM)
      usleep(UInt32(round * 40))  // the second one at many moments of what the first one starts
      program.signal(SIGINT)
      let end = try await program.end()
      #expect([.killed(SIGTERM), .killed(SIGINT)].contains(end), "round \(round)")
      #expect(terminal.settings == before, "round \(round), \(end)")
    }
  }

  @Test("^C ends the tour, gives the terminal back, and takes effect") func tour() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let program = try start("tour", on: terminal)
    try await terminal.wait(for: "]: ")
    terminal.type("\u{3}")
    #expect(try await program.end() == .killed(SIGINT))
    #expect(terminal.settings == before)
    #expect(terminal.count(of: "No longer asked.") == 1)
    #expect(terminal.count(of: Tour.scenes[2].title) == 0)
  }

  @Test("run: questions of a stream are asked at the terminal, one after another") func run() async throws {
    let terminal = try PseudoTerminal()
    let ends = try System.makePipe()
    let program = try ChildProcess(
      Child.path, ["run", "-", "--renderer", "stdout"], on: terminal, environment: ["TERM": "xterm"], input: ends.reading)
    System.closeDescriptor(ends.reading)
    let input = OutputFile(ends.writing)
    for id in ["a", "b"] {
      try await input.write(#"{"id":"\#(id)","title":"\#(id)?","actions":[{"id":"y","title":"Yes"},{"id":"n","title":"No"}]}"#)
    }
    System.closeDescriptor(ends.writing)
    try await terminal.wait(for: "]: ")
    terminal.type("yes\n")
    try await terminal.wait(for: #"{"id":"a","outcome":"chose","action":"y","values":{},"#)
    try await terminal.wait(for: "]: ", times: 2)
    terminal.type("2\n")
    #expect(try await program.end() == .exited(0))
    #expect(terminal.count(of: #"{"id":"b","outcome":"chose","action":"n","values":{},"#) == 1)
  }
}
