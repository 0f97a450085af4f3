import AlertTerminal
import PseudoTerminal
import Testing

@testable import alert_sdk_demo

/// `check` in a process of its own, where nothing else changes signal handlers: so R14 is decided here.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CheckCommandTests {
  private func expectHolds(_ rules: [Int], in output: String) {
    for rule in rules { #expect(output.contains("\("R\(rule)".padded) passed"), "R\(rule) in\n\(output)") }
    #expect(!output.contains("FAILED") && !output.contains("improve"), "\(output)")
  }

  @Test("Lines without a terminal keep what can be tried, R14 too, and the status is 0") func lines() async throws {
    let ending = try await Child(["check", "stdout"]).end(within: .seconds(120))
    #expect(ending.status == 0)
    expectHolds([1, 2, 3, 4, 5, 12, 13, 14, 17, 18, 20, 21], in: ending.output.joined(separator: "\n"))
    #expect(ending.output.last?.hasPrefix("stdout: ") == true)
    #expect(ending.errors.contains { $0.hasPrefix("R4 ") })
  }

  @Test("The box and the prompt on a terminal keep them, R14 too", arguments: ["ansi", "stdout"]) func terminal(name: String) async throws {
    let terminal = try DrainedTerminal()
    let program = try ChildProcess(
      Child.path, ["check", name], on: terminal.terminal, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
    #expect(try await program.end(within: .seconds(120)) == .exited(0))
    expectHolds([1, 2, 3, 4, 5, 8, 9, 10, 12, 13, 14, 17, 18, 20, 21], in: terminal.text)
    // The kit's alerts do not flood the screen: those of `stdout` are not on it at all.
    #expect(terminal.text.contains("R17 many presentations"))
    if name == "stdout" { #expect(!terminal.text.contains("kit1z") && terminal.text.count < 10_000) }
  }

  @Test("Where nothing can be shown nothing is proven: 3, with the reason") func nothing() async throws {
    let ending = try await Child(["check", "ansi"], environment: ["TERM": "dumb"]).end(within: .seconds(120))
    #expect(ending.status == 3)
    #expect(ending.output.contains { $0.contains("cannot show") && $0.contains("TERM is dumb") })
  }

  @Test("A spec with options is checked as such, and the help says what it is") func specs() throws {
    #expect(try Invocation(["check", "ansi:mode=inline"]).command == .check("ansi:mode=inline"))
    #expect(try Invocation(["check", "--renderer", "stdout"]).command == .check("stdout"))
    #expect(try Invocation(["check", "--help"]).command == .help(.check))
  }
}

extension String {
  fileprivate var padded: String { self + String(repeating: " ", count: max(0, 3 - count)) }
}
