import AlertTerminal
import PseudoTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import RendererANSI

/// A box is not alone on its terminal: other programs set modes, take the foreground, leave the mouse on.
@Suite(.serialized) struct SharedTerminalTests {
  private static let frameEnd = "\u{1B}[?2026l"

  private func openBox(on terminal: PseudoTerminal, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    try terminal.start([PseudoTerminal.program] + arguments, environment: environment)
    try terminal.wait(for: Self.frameEnd)
  }
  private func modes(of terminal: PseudoTerminal) -> termios {
    var modes = termios()
    tcgetattr(terminal.slave, &modes)
    return modes
  }
  private func set(_ modes: termios, on terminal: PseudoTerminal) {
    var modes = modes
    tcsetattr(terminal.slave, TCSANOW, &modes)
  }

  @Test(
    "R14: a box opened over another program's raw mode leaves the terminal as that program left it meanwhile",
    arguments: ["\r", "", "wait"])
  func modesOfAnother(end: String) throws {
    let terminal = try PseudoTerminal()
    let before = modes(of: terminal)
    set(TerminalDevice.raw(from: before), on: terminal)
    try openBox(on: terminal)
    set(before, on: terminal)  // the other one ends
    if end == "wait" {
      try terminal.wait("raw mode again") { terminal.isRaw }
      terminal.type("\r")
    } else if end.isEmpty {
      kill(terminal.process, SIGTERM)
    } else {
      terminal.type(end)
    }
    try terminal.waitForEnd()
    #expect(terminal.ending == (end.isEmpty ? -SIGTERM : 0) && terminal.settingsAreRestored)
  }

  @Test("R14: over a program that stays in raw mode, raw mode is what is put back") func modesOfAHost() throws {
    let terminal = try PseudoTerminal()
    var host = TerminalDevice.raw(from: modes(of: terminal))
    host.c_oflag &= ~tcflag_t(OPOST)
    host.c_iflag |= tcflag_t(IXON)
    set(host, on: terminal)
    let settings = terminal.settings
    try openBox(on: terminal)
    #expect(terminal.settings != settings)
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.settings == settings)
  }

  @Test("Modes changed while the program was stopped are those it leaves") func modesSetMeanwhile() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(["/bin/sh", "-mc", "\(PseudoTerminal.program); stty -ixon; echo stopped; read line; fg > /dev/null; stty -a"])
    try terminal.wait(for: Self.frameEnd)
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped")
    terminal.forget()
    terminal.type("\n")
    try terminal.wait(for: Self.frameEnd)
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.text.contains("-ixon"))
  }

  @Test("A key pressed while another program is in front is not for the box, and not its end") func keyForAnother() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(["/bin/sh", "-mc", "sleep 60 & GROUP=$! \(PseudoTerminal.program) --do lend-foreground 0; kill $!"])
    try terminal.wait(for: "lent")
    terminal.type("n")
    try terminal.wait("the box again") { terminal.text.components(of: "Updated in place.") > 0 && terminal.text.hasSuffix(Self.frameEnd) }
    terminal.type("\r")
    try terminal.wait(for: "yes\r\n")
    try terminal.waitForEnd()
    #expect(terminal.settingsAreRestored)
  }

  @Test("^D where somebody put line mode on does not pass for a terminal that has gone") func endOfInput() throws {
    let terminal = try PseudoTerminal()
    let before = modes(of: terminal)
    try openBox(on: terminal)
    set(before, on: terminal)
    terminal.type("\u{4}")
    try terminal.wait("raw mode again") { terminal.isRaw }
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0)
  }

  @Test("In the background with half a key pressed the program sleeps") func noSpinning() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      ["/bin/sh", "-mc", "\(PseudoTerminal.program); bg > /dev/null; echo behind; read line; fg > /dev/null; echo over"],
      environment: ["ESCDELAY": "200"])
    try terminal.wait(for: Self.frameEnd)
    let job = terminal.foreground
    terminal.type("\u{1B}")
    try terminal.waitUntilRead()
    kill(job, SIGTSTP)
    try terminal.wait(for: "behind")
    let before = Self.processorTime(of: job)
    poll(nil, 0, 1_000)  // what is measured is what it takes meanwhile
    #expect(Self.processorTime(of: job) - before < 0.5)
    terminal.forget()
    terminal.type("\n")
    try terminal.wait(for: Self.frameEnd)
    terminal.type("\t")  // and the ESC from before presses nothing
    try terminal.wait(for: "> [N]o <")
    terminal.type("\r")
    try terminal.wait(for: "over")
    try terminal.waitForEnd()
  }

  /// Seconds of processor time a process has taken.
  private static func processorTime(of process: pid_t) -> Double {
    let fields = Tmux.shell("cut -d')' -f2- /proc/\(process)/stat").output.split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return .nan }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  @Test("Reports of a mouse nobody asked for press nothing") func mouseOfAnother() throws {
    let terminal = try PseudoTerminal()
    try openBox(on: terminal)
    for row in 1...24 { for column in stride(from: 1, through: 80, by: 4) { terminal.type("\u{1B}[<0;\(column);\(row)M") } }
    try terminal.waitUntilRead()
    terminal.forget()
    terminal.type("\t")
    try terminal.wait(for: "> [N]o <")
    #expect(terminal.ending == nil)
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 1)
  }

  @Test("An answer to a query that never ends does not keep ^C from its work", arguments: ["\u{1B}]11;rgb:y", "\u{1B}P>|y", "\u{1B}[2"])
  func endlessAnswer(beginning: String) throws {
    let terminal = try PseudoTerminal()
    try openBox(on: terminal)
    terminal.type(beginning)
    try terminal.waitUntilRead()
    terminal.type("\u{3}")
    try terminal.waitForEnd(within: .seconds(5))
    #expect(terminal.ending == -SIGINT && terminal.settingsAreRestored)
  }

  @Test("Keys without end do not hide that the terminal has another size") func resizeUnderKeys() throws {
    let terminal = try PseudoTerminal()
    try openBox(on: terminal)
    terminal.forget()
    terminal.resize(40, 12)
    try terminal.wait("a repaint", within: .seconds(10)) {
      terminal.type("x")  // means nothing here, and comes more often than the size is looked at
      return terminal.text.contains("\u{1B}[2J")
    }
    terminal.type("\r")
    try terminal.waitForEnd()
  }

  @Test("Inline, moved to the other screen, stopped by ^Z and brought back: the text of the first screen is whole") func movedAndBack()
    throws
  {
    let terminal = try PseudoTerminal()
    let program = "\(PseudoTerminal.program) --spec mode=inline --message '\(String(repeating: "long ", count: 14))'"
    try terminal.start([
      "/bin/sh", "-mc", "\(program); echo stopped; read line; fg > /dev/null; echo over",
    ])
    try terminal.wait(for: Self.frameEnd)
    terminal.resize(30, 24)
    terminal.type("\t")
    try terminal.wait("the other screen") { terminal.text.contains("\u{1B}[?1047h") && terminal.text.hasSuffix(Self.frameEnd) }
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped")
    let frames = terminal.text.components(of: Self.frameEnd)
    terminal.type("\n")
    try terminal.wait("the box again") { terminal.text.components(of: Self.frameEnd) > frames && terminal.text.hasSuffix(Self.frameEnd) }
    #expect(terminal.screen().isAlternate)
    terminal.type("\r")
    try terminal.wait(for: "over")
    let screen = terminal.screen()
    #expect(!screen.isAlternate && screen.modes == [7, 25] && terminal.settingsAreRestored)
    #expect(screen.lines.contains("stopped") && screen.lines.contains("over") && !screen.lines.joined().contains("│"), "\(screen.lines)")
    try terminal.waitForEnd()
  }

  @Test("Inline, moved to the other screen, stopped from outside and continued: the first screen is back at the end")
  func movedAndStopped() throws {
    let terminal = try PseudoTerminal()
    try openBox(on: terminal, ["--message", String(repeating: "long ", count: 14), "--spec", "mode=inline"])
    terminal.resize(30, 24)
    terminal.type("\t")
    try terminal.wait("the other screen") { terminal.text.contains("\u{1B}[?1047h") && terminal.text.hasSuffix(Self.frameEnd) }
    let frames = terminal.text.components(of: Self.frameEnd)
    // Only a stop in the middle of a wait is told (EINTR), so until one was.
    try terminal.wait("a repaint") {
      kill(terminal.process, SIGSTOP)
      while Tmux.shell("grep -q 'State:.*T' /proc/\(terminal.process)/status").status != 0 {}
      kill(terminal.process, SIGCONT)
      return terminal.text.components(of: Self.frameEnd) > frames
    }
    try terminal.wait("the end") {
      terminal.type("\r")  // dropped where it comes back once more
      return terminal.ending != nil
    }
    let screen = terminal.screen()
    #expect(!screen.isAlternate && screen.modes == [7, 25] && terminal.settingsAreRestored && terminal.ending == 1)
  }
}
