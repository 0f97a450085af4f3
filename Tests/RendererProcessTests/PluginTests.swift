import AlertSDK
import AlertTerminal
import PseudoTerminal
import Testing

@testable import RendererProcess

@Suite struct PluginTests {
  private func registry() throws -> RendererRegistry { try RendererRegistry([.process]) }

  @Test("A spec names the command line; without one there is nothing to start") func spec() async throws {
    let spec = #"process:cmd=python3 '\#(Fake.path)' choose"#
    let renderer = try registry().make(spec)
    #expect(renderer.name == "process")
    #expect(try await renderer.present(request()) == .chose("yes"))
    for bad in ["process", "process:cmd", "process:cmd=", "process:cmd= "] {
      let failure = #expect(throws: RendererRegistry.Failure.self) { try registry().make(bad) }
      #expect(failure?.description == "process: needs the program to start, as in process:cmd=./notify.py")
    }
  }

  @Test("'auto' never takes it") func auto() throws {
    let failure = #expect(throws: RendererRegistry.Failure.self) { try registry().make("auto") }
    #expect(failure?.description.contains("process: needs the program to start") == true)
  }

  @Test("The program in the guide works as it stands there") func guide() async throws {
    let guide = ScratchFile(
      at: Fake.path.replacing(
        "Tests/RendererProcessTests/Fixtures/renderer.py", with: "Sources/AlertSDK/AlertSDK.docc/WritingARendererAsAProgram.md"))
    let script = try #require(guide.text.split(separator: "```sh\n").first { $0.hasPrefix("#!/bin/sh") }?.split(separator: "```").first)
    let alerts = ScratchFile()
    let renderer = ProcessRenderer(command: String(script).replacing("alerts.jsonl", with: alerts.path))
    for title in ["Tea \u{1B}[2J", "ready"] { #expect(try await renderer.present(request(AlertContent(title: title))) == .delivered) }
    await #expect(throws: RendererFailure.unsupported("file cannot show alerts with actions")) { try await renderer.present(request()) }
    await renderer.stop()
    #expect(alerts.text == #"{"severity":"info","title":"Tea \u001b[2J"}"# + "\n" + #"{"severity":"info","title":"ready"}"# + "\n")
  }

  @Test("R14: a program that dies as the terminal's foreground leaves it to the app, whose next renderer asks there") func foreground()
    async throws
  {
    let terminal = try PseudoTerminal()
    let spec = "process:cmd=python3 '\(Fake.path)' take-terminal,stdout:mode=prompt"
    let arguments = ["show", "Delete?", "--action", "yes=Yes", "--cancel", "no=No", "--renderer", spec]
    let child = try ChildProcess(
      ChildProcess.built("alert-sdk-demo"), arguments, on: terminal, environment: ProcessEnvironment.variables())
    try await terminal.wait(for: "]: ")
    terminal.type("1\n")
    #expect(try await child.end() == .exited(0))
  }

  @Test("It works in a program that ignores SIGCHLD and has SIGPIPE at its default") func ignoredChildren() async throws {
    let terminal = try PseudoTerminal()
    let script = """
      import os, signal, sys
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      signal.signal(signal.SIGPIPE, signal.SIG_DFL)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let command = #"python3 '\#(Fake.path)' choose"#
    let demo = ChildProcess.built("alert-sdk-demo")
    let arguments = [
      "-c", script, demo, "show", "Delete?", "--action", "yes=Yes", "--cancel", "no=No", "--renderer", "process:cmd=\(command)",
    ]
    let child = try ChildProcess("/usr/bin/python3", arguments, on: terminal, environment: ProcessEnvironment.variables())
    #expect(try await child.end() == .exited(0))
  }
}
