import PseudoTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Many alerts in one program, which nothing else in it disturbs: what it holds can be compared exactly.
@Suite(.serialized, .enabled(if: ProcessFootprint.isKnown, "there is no /proc to read a process's footprint from")) struct LongRunTests {
  /// What is up is up for good: a box is drawn and its frame is complete.
  private func waitForBox(_ terminal: PseudoTerminal) throws {
    try terminal.wait("box") { terminal.text.contains("\u{1B}[?1049h") && terminal.text.hasSuffix("\u{1B}[?2026l") }
  }

  /// Answers 1,000 boxes, and compares what the program holds while the 100th and while the 1,000th is up.
  private func answerThousand(_ terminal: PseudoTerminal) throws {
    func answer(_ count: Int) throws {
      for _ in 0..<count {
        terminal.forget()
        terminal.type("\r")
        try waitForBox(terminal)
      }
    }
    try waitForBox(terminal)
    try answer(99)
    // A thread of the pool with nothing to do ends after some seconds, and another starts when there is something: wait for the idle.
    func settled() throws -> ProcessFootprint {
      var last = try ProcessFootprint(of: terminal.process)
      var equal = 0
      try terminal.wait("idle program") {
        guard let now = try? ProcessFootprint(of: terminal.process) else { return false }
        equal = now.threads == last.threads && now.descriptors == last.descriptors ? equal + 1 : 0
        last = now
        return equal >= 20
      }
      return last
    }
    let before = try settled()
    try answer(900)
    let after = try settled()
    #expect(after.descriptors == before.descriptors)
    #expect(after.signals == before.signals)
    #expect(after.residentMemory - before.residentMemory <= 2048, "\(before.residentMemory) kB, then \(after.residentMemory) kB")
    try terminal.wait("end of all threads but \(before.threads)") {
      (try? ProcessFootprint(of: terminal.process)).map { $0.threads <= before.threads } ?? false
    }
    terminal.forget()
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0)
    #expect(terminal.settingsAreRestored)
  }

  @Test("R17, R14: between the 100th and the 1,000th box of a program no descriptor, thread, handler or memory is lost")
  func boxes() throws {
    let terminal = try PseudoTerminal()
    try terminal.start([PseudoTerminal.program, "--count", "1000"])
    try answerThousand(terminal)
  }

  @Test("The same with the queue: between the 100th and the 1,000th line of a stream nothing is lost")
  func queue() throws {
    let terminal = try PseudoTerminal()
    // All wait in the queue before the 100th is answered, so what they take is not taken for a loss.
    let lines = #"for i in $(seq 1000); do echo "{\"title\":\"Question $i\",\"actions\":[{\"id\":\"yes\",\"title\":\"Yes\"}]}"; done"#
    let demo = "\(ChildProcess.built("alert-sdk-demo")) run - --renderer ansi"
    // The demo is the process itself, not a child of the shell.
    try terminal.start(["/bin/bash", "-c", "exec \(demo) < <(\(lines)) >/dev/null"])
    try answerThousand(terminal)
  }
}
