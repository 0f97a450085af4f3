import AlertTerminal
import PseudoTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import RendererANSI

/// The terminal comes back, whatever ends the program; on real pseudo-terminals.
@Suite(.serialized) struct TerminalRestoreTests {
  private func open(_ arguments: [String] = [], environment: [String: String] = [:], ignoringHangUp: Bool = false) throws -> PseudoTerminal
  {
    let terminal = try PseudoTerminal()
    let command = [PseudoTerminal.program] + arguments
    try terminal.start(ignoringHangUp ? ["/bin/sh", "-c", "trap '' HUP; exec \"$0\" \"$@\""] + command : command, environment: environment)
    try terminal.wait(for: "\u{1B}[?2026l")
    // A box that something in the program ends may be over when this looks.
    if !arguments.contains("--do"), !arguments.contains("--seconds") { #expect(terminal.isRaw, "raw while a box is open") }
    return terminal
  }

  private func expectRestored(_ terminal: PseudoTerminal, _ note: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(terminal.settingsAreRestored, "modes \(note)", sourceLocation: sourceLocation)
    let screen = terminal.screen()
    #expect(
      !screen.isAlternate && screen.modes == [7, 25] && screen.style == "0", "\(note) \(screen.modes)", sourceLocation: sourceLocation)
    #expect(screen.violations.isEmpty, "\(screen.violations)", sourceLocation: sourceLocation)
  }

  @Test("An answer gives everything back and drops what was typed too early (case 8, 22, 43)") func answer() throws {
    let terminal = try open()
    terminal.type("\t\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 1)
    #expect(terminal.screen().mainLines[0] == "no")
    expectRestored(terminal)
  }

  @Test(
    "A signal restores, and its status stays its own", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGTRAP, SIGBUS])
  func signals(signal: Int32) throws {
    let terminal = try open()
    kill(terminal.process, signal)
    try terminal.waitForEnd()
    #expect(terminal.ending == -signal)
    expectRestored(terminal, "after signal \(signal)")
  }

  @Test(
    "Case 1: a crash, a trap, an abort on another thread restores first",
    arguments: [("segv", -SIGSEGV), ("trap", -SIGILL), ("abort", -SIGABRT)])
  func crashes(deed: String, ending: Int32) throws {
    let terminal = try open(["--do", deed, "20"])
    try terminal.waitForEnd()
    #if arch(x86_64)
      #expect(terminal.ending == ending)
    #else
      #expect((terminal.ending ?? 0) < 0)
    #endif
    expectRestored(terminal, deed)
  }

  @Test("Over the runtime's own crash handler too: restored first, then it has its say") func backtracer() throws {
    let terminal = try open(
      ["--do", "segv", "20"],
      environment: ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,sanitize=no,limit=4,threads=crashed,images=none"])
    try terminal.waitForEnd(within: .seconds(90))
    #expect(terminal.ending == -SIGSEGV)
    expectRestored(terminal)
  }

  @Test("A terminal that takes nothing ends the alert as unavailable; a cancellation does not wait for it", arguments: [true, false])
  func stoppedOutputWithoutSignal(isCancelled: Bool) throws {
    let terminal = try open(isCancelled ? ["--seconds", "0.7"] : [])
    terminal.stopOutput()
    terminal.type("\t")
    try terminal.waitForEnd(within: .seconds(10), reading: false)
    #expect(terminal.ending == (isCancelled ? 124 : 3))
    #expect(terminal.settingsAreRestored)
  }

  @Test("exit() on another thread restores") func exits() throws {
    let terminal = try open(["--do", "exit", "20"])
    try terminal.waitForEnd()
    #expect(terminal.ending == 7)
    expectRestored(terminal)
  }

  @Test(
    "Cases 14, 22, 43, 44: ^C and ^\\ restore and end the whole group by the signal", arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)])
  func interrupts(key: String, signal: Int32) throws {
    let terminal = try open()
    terminal.type(key)
    try terminal.waitForEnd()
    #expect(terminal.ending == -signal)
    expectRestored(terminal)
  }

  @Test("^C only dismisses where the app says so") func interruptDismisses() throws {
    let terminal = try open(["--spec", "interrupt=dismiss"])
    terminal.type("\u{3}")
    try terminal.waitForEnd()
    #expect(terminal.ending == 1 && terminal.text.contains("dismissed"))
    expectRestored(terminal)
  }

  @Test("R4: a cancellation takes the box down") func cancellation() throws {
    let terminal = try open(["--seconds", "0.2"])
    try terminal.waitForEnd()
    #expect(terminal.ending == 124)
    expectRestored(terminal)
  }

  @Test("Cases 38: the terminal vanishes while HUP is ignored: lost, at once, without spinning") func hangUp() throws {
    let terminal = try open(ignoringHangUp: true)
    terminal.hangUp()
    try terminal.waitForEnd(within: .seconds(5), reading: false)
    #expect(terminal.ending == 3)
  }

  @Test("A hang-up ends the program by SIGHUP") func hangUpSignal() throws {
    let terminal = try open()
    terminal.hangUp()
    try terminal.waitForEnd(within: .seconds(5), reading: false)
    #expect(terminal.ending == -SIGHUP)
  }

  @Test("An app's own handler is untouched and can give the terminal back for good: the alert is lost") func ownRestore() throws {
    let terminal = try open(["--do", "restore", "20"])
    try terminal.waitForEnd()
    #expect(terminal.ending == 3 && terminal.text.contains("given back by the program"))
    expectRestored(terminal)
  }

  @Test("willSuspend and didResume: the box comes back") func suspendAndResume() throws {
    let terminal = try open(["--do", "suspend", "20"])
    try terminal.wait("a repaint") {
      terminal.text[...].range(of: "suspended").map { terminal.text[$0.upperBound...].range(of: "Updated in place.") != nil } == true
    }
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0 && terminal.settingsAreRestored)
  }

  @Test("An app's SIGTERM handler is called and its box stays: SIGTERM is not ours then") func ownHandler() throws {
    let terminal = try PseudoTerminal()
    try terminal.start([PseudoTerminal.program, "--do", "handler", "0"])
    try terminal.wait(for: "\u{1B}[?2026l")
    kill(terminal.process, SIGTERM)
    try terminal.wait(for: "own handler")
    #expect(terminal.ending == nil)
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0)
  }

  @Test("A signal that is ignored stays ignored, and the box stays") func ignoredSignals() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(["/bin/sh", "-c", "trap '' TERM INT HUP QUIT; exec \(PseudoTerminal.program)"])
    try terminal.wait(for: "\u{1B}[?2026l")
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] { kill(terminal.process, signal) }
    terminal.type("\t")
    try terminal.wait(for: "> [N]o <")
    #expect(terminal.isRaw && terminal.ending == nil)
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 1)
  }

  @Test("SIGTERM with stopped output ends the program, restored") func stoppedOutput() throws {
    let terminal = try open()
    terminal.stopOutput()
    terminal.type("\t")
    terminal.type("\t")
    kill(terminal.process, SIGTERM)
    try terminal.waitForEnd(within: .seconds(5), reading: false)
    #expect(terminal.ending == -SIGTERM && terminal.settingsAreRestored)
  }

  @Test("Stop and continue under a shell with job control: restored while stopped, repainted after", arguments: ["signal", "key"])
  func stopAndContinue(how: String) throws {
    let terminal = try PseudoTerminal()
    try terminal.start(["/bin/sh", "-mc", "\(PseudoTerminal.program); echo \"[$?]\"; read line; fg > /dev/null; echo \"[$?]\""])
    try terminal.wait(for: "\u{1B}[?2026l")
    try terminal.wait("raw mode") { terminal.isRaw }
    let job = terminal.foreground
    if how == "key" { terminal.type("\u{1A}") } else { kill(job, SIGTSTP) }
    try terminal.wait(for: "[\(128 + SIGTSTP)]")
    expectRestored(terminal, "while stopped")
    terminal.forget()
    terminal.type("\n")
    try terminal.wait(for: "\u{1B}[?2026l")
    #expect(terminal.text.contains("Delete 3 files?"), "a full repaint")
    terminal.type("\r")
    try terminal.wait(for: "[0]")
    expectRestored(terminal, "at the end")
    try terminal.waitForEnd()
  }

  @Test("^Z as soon as the box is up, with a time limit running, and again: it comes back each time") func stoppedAtOnce() throws {
    let terminal = try PseudoTerminal()
    let program = "\(PseudoTerminal.program) --time-limit 600"
    try terminal.start(["/bin/sh", "-mc", "\(program); for i in 1 2 3; do echo stopped; read line; fg > /dev/null; done; echo \"[$?]\""])
    for round in 1...3 {
      try terminal.wait(for: "\u{1B}[?2026l")
      if round == 2 { kill(terminal.foreground, SIGTSTP) } else { terminal.type("\u{1A}") }
      try terminal.wait(for: "stopped")
      expectRestored(terminal, "while stopped")
      poll(nil, 0, 1_050)  // so that another second is to be shown
      terminal.forget()
      terminal.type("\n")
    }
    try terminal.wait(for: "\u{1B}[?2026l")
    terminal.type("\r")
    try terminal.wait(for: "[0]")
    try terminal.waitForEnd()
  }

  @Test("Stopped again and again while it draws, the box is not lost") func stoppedWhileDrawing() throws {
    let terminal = try PseudoTerminal()
    let program = "\(PseudoTerminal.program) --do update-forever 0"
    try terminal.start(["/bin/sh", "-mc", "\(program); while fg > /dev/null 2>&1; do :; done; echo over"])
    try terminal.wait(for: "\u{1B}[?2026l")
    let job = terminal.foreground
    for _ in 1...200 {
      kill(job, SIGTSTP)
      usleep(UInt32.random(in: 0..<4_000))
      _ = terminal.bytes
    }
    try terminal.wait("the end") {
      terminal.type("\u{1B}")
      return terminal.count(of: "over") > 0
    }
    #expect(!terminal.text.contains("could not ask"))
    try terminal.waitForEnd()
    expectRestored(terminal)
  }

  @Test("Stopped from outside by SIGSTOP: after a continue modes and box are back") func outsideStop() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(["/bin/sh", "-mc", "\(PseudoTerminal.program); stty sane; echo \"[$?]\"; read line; fg > /dev/null; echo \"[$?]\""])
    try terminal.wait(for: "\u{1B}[?2026l")
    kill(terminal.foreground, SIGSTOP)
    try terminal.wait(for: "[0]")
    terminal.forget()
    terminal.type("\n")
    try terminal.wait(for: "\u{1B}[?2026l")
    #expect(terminal.text.contains("Delete 3 files?"))
    try terminal.wait("raw mode") { terminal.isRaw }
    terminal.type("\r")
    try terminal.wait(for: "[0]")
    try terminal.waitForEnd()
  }

  @Test("In the background nothing is changed or drawn: unavailable") func background() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(["/bin/sh", "-mc", "\(PseudoTerminal.program) & wait $!; echo \"[$?]\""])
    try terminal.wait(for: "[3]")
    #expect(terminal.text.contains("in the background") && !terminal.text.contains("\u{1B}"))
    try terminal.waitForEnd()
  }

  @Test("Kills at random moments leave the terminal right and the status the signal's") func randomKills() throws {
    var random = SplitMix(state: 7)
    let count = ProcessEnvironment.variables()["ALERTSDK_KILLS"].flatMap { Int($0) } ?? 40
    for round in 0..<count {
      let signal = [SIGTERM, SIGHUP, SIGINT, SIGQUIT][Int(random.next() % 4)]
      let delay = Int32(random.next() % 30_000)
      let terminal = try PseudoTerminal()
      try terminal.start([PseudoTerminal.program, "--count", "50", "--time-limit", "9"])
      // Keys make it draw, close and open all the time.
      terminal.type("\t\r\t\r\t\r\t\r\t\r\t\r")
      usleep(UInt32(delay))
      terminal.type("\t\r\t\r\t\r")
      kill(terminal.process, signal)
      try terminal.waitForEnd()
      #expect(terminal.ending == -signal, "round \(round), \(delay) µs")
      expectRestored(terminal, "round \(round), signal \(signal) after \(delay) µs")
    }
  }
}
