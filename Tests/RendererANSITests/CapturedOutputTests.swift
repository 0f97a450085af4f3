import PseudoTerminal
import Testing

@testable import RendererANSI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the program prints while a box is up, taken in hand by `capturesStdio` or `AlertLog`.
@Suite(.serialized) struct CapturedOutputTests {
  private static let frameEnd = "\u{1B}[?2026l"

  private func openBox(_ arguments: [String]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.start([PseudoTerminal.program] + arguments)
    try terminal.wait(for: Self.frameEnd)
    return terminal
  }

  @Test("An app that sends its descriptors elsewhere while a box is up keeps them there; the box sleeps on") func redirected() throws {
    let terminal = try openBox(["--spec", "capture=true", "--do", "redirect", "0"])
    try terminal.wait(for: "Updated in place.")
    let before = clockTicks(of: terminal.process)
    poll(nil, 0, 700)  // what is measured is what it takes meanwhile
    #expect(clockTicks(of: terminal.process) - before < 30)
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0 && !terminal.text.contains("yes"), "\(terminal.text.suffix(100).debugDescription)")
  }

  private func clockTicks(of process: pid_t) -> Int {
    Tmux.shell("cut -d')' -f2- /proc/\(process)/stat").output.split(separator: " ").dropFirst(11).prefix(2).reduce(0) {
      $0 + (Int($1) ?? 0)
    }
  }

  @Test("A long write that is under way when the box closes loses neither its reader nor its end") func longWrite() throws {
    let terminal = try openBox(["--spec", "capture=true", "--do", "write-megabytes", "0"])
    try terminal.wait(for: "writing")
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0 && terminal.text.contains("lines dropped"), "\(terminal.text.suffix(100).debugDescription)")
  }

  @Test("What is over the limit is cut between lines, and said on a line of its own") func cutBetweenLines() throws {
    let terminal = try openBox(["--do", "flood", "0", "--spec", "capture=true"])
    try terminal.wait(for: "Updated in place.")
    terminal.type("\r")
    try terminal.waitForEnd()
    let lines = terminal.text.split(whereSeparator: \.isNewline).filter { $0.contains("line number") || $0.contains("dropped") }
    let last = try #require(lines.last)
    let kept = lines.dropLast().count
    #expect(last == "... \(20_000 - kept) lines dropped")
    #expect(lines.dropLast().last == "line number \(kept)")
  }

  @Test("An app that logs without end neither fills the memory nor keeps the box from its keys", arguments: ["overlay", "inline"])
  func endlessLog(mode: String) throws {
    let terminal = try openBox(["--do", "log-forever", "0", "--spec", "mode=\(mode)"])
    terminal.type("\u{1B}")
    try terminal.waitForEnd()
    #expect(terminal.ending == 1 && terminal.settingsAreRestored)
  }

  @Test("Lines wait for a box up to a limit; further ones are counted") func boundedLines() {
    let session = ModalSession()
    for _ in 0..<100_000 { session.print(Array("a line\n".utf8)) }
    let printed = session.collectPrinted()
    #expect(printed.bytes.count <= ModalSession.Printed.limit && printed.bytes.count > ModalSession.Printed.limit - 7)
    #expect(printed.droppedLines == 100_000 - printed.bytes.count / 7)
    #expect(session.collectPrinted().isEmpty)
  }
}
