import AlertTerminal
import PseudoTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import RendererANSI

/// The box on a real pseudo-terminal: what is drawn, what keys do, what it costs the process.
@Suite(.serialized) struct TerminalSessionTests {
  private func open(_ arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws
    -> PseudoTerminal
  {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try terminal.start([PseudoTerminal.program] + arguments, environment: environment)
    return terminal
  }
  private func openBox(_ arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws
    -> PseudoTerminal
  {
    let terminal = try open(arguments, columns: columns, rows: rows, environment: environment)
    try terminal.wait(for: "\u{1B}[?2026l")
    return terminal
  }

  @Test("Case 5: 50 alerts in a row take 50 keys; descriptors, threads and handlers are as before") func manyAlerts() throws {
    let terminal = try openBox(["--count", "50"])
    var descriptors = 0
    for round in 1...50 {
      try terminal.wait("box \(round)") { terminal.text.components(of: "\u{1B}[?2026l") == 1 }
      if round == 2 { descriptors = Self.descriptors(of: terminal.process) }
      if round == 50 { #expect(Self.descriptors(of: terminal.process) == descriptors) }
      terminal.forget()
      terminal.type("\r")
    }
    try terminal.waitForEnd()
    #expect(terminal.ending == 0 && terminal.settingsAreRestored)
  }

  private static func descriptors(of process: pid_t) -> Int {
    guard let folder = opendir("/proc/\(process)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }

  @Test("R15: keys typed before the box was visible are dropped") func typeAhead() throws {
    let terminal = try PseudoTerminal()
    terminal.type("\r\r\rn")
    try terminal.start([PseudoTerminal.program])
    try terminal.wait(for: "\u{1B}[?2026l")
    terminal.type("\t")
    terminal.forget()
    try terminal.wait(for: "\u{1B}[?2026l")
    #expect(terminal.ending == nil)
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 1)
  }

  @Test("A paste presses nothing, whatever is in it") func paste() throws {
    let terminal = try openBox()
    terminal.type("\u{1B}[200~\ry\r\u{1B}[201~")
    terminal.forget()
    terminal.type("\t")
    try terminal.wait(for: "\u{1B}[?2026l")
    #expect(terminal.ending == nil)
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 1)
  }

  @Test("Cases 8, 25, 50: no query is ever sent, and answers nobody asked for press nothing") func queries() throws {
    let terminal = try openBox()
    #expect(
      !terminal.text.contains("\u{1B}[6n") && !terminal.text.contains("$p") && !terminal.text.contains("\u{1B}]")
        && !terminal.text.contains("\u{1B}[c"))
    terminal.type("\u{1B}[24;1R\u{1B}[?2026;2$y\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;22c\u{1B}[I")
    terminal.type("\u{1B}")  // a lone ESC, certain after 50 ms
    try terminal.waitForEnd()
    #expect(terminal.ending == 1)
  }

  @Test("Typed text and a secret come back; the secret is nowhere on the terminal (R16)") func fields() throws {
    let terminal = try openBox(["--field", "name", "--secret", "password"])
    terminal.type("anna\r")
    try terminal.wait(for: "anna")
    terminal.type("hunter2")
    try terminal.wait(for: "*******")
    #expect(!terminal.text.contains("hunter2"))
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.text.contains("name=anna\r\npassword=hunter2"))
  }

  @Test("R9: an update is drawn in place, with counts") func update() throws {
    let terminal = try openBox(["--do", "update", "20"])
    try terminal.wait(for: "Updated in place.")
    try terminal.wait(for: "2 more waiting")
    #expect(terminal.text.contains("3"))
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0)
  }

  @Test("A resize storm ends with one straight box; 0x0, 1x1, 10x3 and 20x6 on the way") func resizeStorm() throws {
    let terminal = try openBox()
    for (columns, rows) in [(0, 0), (1, 1), (10, 3), (20, 6), (200, 60), (16, 5), (44, 14), (8, 1), (80, 24), (40, 12)] {
      terminal.resize(columns, rows)
      terminal.type("\t")
    }
    terminal.forget()
    try terminal.wait("a repaint at 40x12") {
      terminal.text.contains("\u{1B}[2J") && terminal.text.contains("╯") && terminal.text.hasSuffix("\u{1B}[?2026l")
    }
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect((terminal.ending ?? -1) >= 0 && terminal.settingsAreRestored)
  }

  @Test("Sizes from 0x0 on: asked in some form, answered, restored", arguments: [(0, 0), (1, 1), (7, 3), (10, 3), (16, 5), (20, 6)])
  func sizes(columns: Int, rows: Int) throws {
    let terminal = try open(columns: columns, rows: rows)
    try terminal.wait("the question") { terminal.text.contains("es") }
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0 && terminal.settingsAreRestored)
  }

  @Test("Case 10, inline: the text stays, the box goes, the cursor is at the start of a fresh line") func inline() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(["/bin/sh", "-c", "printf 'first\\nunfinished'; exec \(PseudoTerminal.program) --spec mode=inline"])
    try terminal.wait(for: "\u{1B}[?2026l")
    let open = terminal.screen()
    #expect(!open.isAlternate && open.lines[0] == "first" && open.lines[1] == "unfinished")
    #expect(open.lines[2].contains("Warning") && open.lines[4].contains("They cannot"), "\(open.lines)")
    terminal.type("\t")
    terminal.type("\r")
    try terminal.waitForEnd()
    let closed = terminal.screen()
    #expect(closed.lines.prefix(4) == ["first", "unfinished", "no", ""] && closed.cursor == (3, 0), "\(closed.lines)")
    #expect(closed.modes == [7, 25] && closed.violations.isEmpty && terminal.settingsAreRestored)
  }

  @Test("Inline at the bottom of the screen: the text above scrolls and stays") func inlineAtTheBottom() throws {
    let terminal = try PseudoTerminal()
    try terminal.start([
      "/bin/sh", "-c",
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26; do echo line $i; done; exec \(PseudoTerminal.program) --spec mode=inline",
    ])
    try terminal.wait(for: "\u{1B}[?2026l")
    terminal.type("\t\r")
    try terminal.waitForEnd()
    let screen = terminal.screen()
    let last = screen.lines.firstIndex(of: "line 26")
    #expect(last != nil && screen.lines[(last ?? 0) + 1] == "no", "\(screen.lines)")
  }

  @Test("A record stays where it is asked for") func record() throws {
    let terminal = try openBox(["--spec", "record=true"])
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.screen().mainLines[0] == "Alert: Delete 3 files? -> Yes")
  }

  @Test("A record says of ^C that nobody answered") func recordOfAnInterrupt() throws {
    let terminal = try openBox(["--spec", "record=true", "--spec", "interrupt=dismiss"])
    terminal.type("\u{3}")
    try terminal.waitForEnd()
    #expect(terminal.screen().mainLines[0] == "Alert: Delete 3 files? -> interrupted")
  }

  @Test("The app's log waits while a box is up", arguments: ["overlay", "inline"]) func log(mode: String) throws {
    let terminal = try openBox(["--do", "log", "20", "--spec", "mode=\(mode)"])
    if mode == "inline" { try terminal.wait(for: "logged 3") }
    try terminal.wait(for: "Updated in place.")
    terminal.type("\t")
    try terminal.wait(for: "> [N]o <")
    if mode == "overlay" { #expect(!terminal.text.contains("logged")) }
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.screen().mainLines.prefix(4) == ["logged 1", "logged 2", "logged 3", "no"], "\(terminal.screen().mainLines)")
  }

  @Test("What is printed while a box is up is kept and printed afterwards, in order") func capture() throws {
    let terminal = try openBox(["--do", "print", "20", "--spec", "capture=true"])
    try terminal.wait(for: "Updated in place.")
    terminal.type("\t")
    try terminal.wait(for: "> [N]o <")
    terminal.forget()
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.text.contains("printed 1\r\nprinted 2\r\nprinted 3\r\n") && terminal.text.hasSuffix("no\r\n"))
  }

  @Test("What was captured before a crash is printed by the emergency path") func captureAndCrash() throws {
    let terminal = try openBox(["--do", "print-abort", "20", "--spec", "capture=true"])
    try terminal.waitForEnd()
    #expect(terminal.ending == -SIGABRT && terminal.screen().mainLines[0] == "printed before the crash")
  }

  @Test("A flood of prints blocks nobody; what is over the limit is counted") func flood() throws {
    let terminal = try openBox(["--do", "flood", "0", "--spec", "capture=true"])
    try terminal.wait(for: "Updated in place.")
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.text.contains("line number 1\r\n") && terminal.text.contains("lines dropped"))
  }

  @Test("No terminal, piped stdin, TERM=dumb, CI: said with a reason, not one escape (cases 28, 29, 56)") func notHere() throws {
    for (environment, reason) in [(["TERM": "dumb"], "TERM is dumb"), (["TERM": ""], "TERM is empty"), (["CI": "true"], "CI is set")] {
      let terminal = try open(environment: environment)
      try terminal.waitForEnd()
      #expect(terminal.ending == 3 && terminal.text.contains(reason) && !terminal.text.contains("\u{1B}"), "\(terminal.text)")
    }
  }

  @Test("Cases 26, 32: stdin is a pipe or /dev/null: keys come from the terminal") func pipedInput() throws {
    let terminal = try PseudoTerminal()
    let nothing = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    try terminal.start([PseudoTerminal.program], input: nothing)
    try terminal.wait(for: "\u{1B}[?2026l")
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 0)
  }

  @Test("NO_COLOR: no colour, the focus still shows") func noColor() throws {
    let terminal = try openBox(environment: ["NO_COLOR": "1"])
    #expect(!terminal.text.contains("\u{1B}[0;3") && terminal.text.contains("> [Y]es <"))
    terminal.type("\r")
    try terminal.waitForEnd()
  }

  @Test("A locale without UTF-8: ASCII borders") func noUTF8() throws {
    let terminal = try openBox(["--title", "日本 ok?"], environment: ["LANG": "C"])
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 } && terminal.text.contains("?? ok?"))
    terminal.type("\r")
    try terminal.waitForEnd()
  }

  @Test("Hostile text reaches the terminal as text") func hostileText() throws {
    let terminal = try openBox([
      "--title", "A\u{1B}]0;pwned\u{7}\u{1B}[7;77H\u{9B}7;7H\u{202E}B\u{8}\u{8}", "--message", "\u{1B}[2J\u{1B}c",
    ])
    #expect(terminal.screen().violations.isEmpty)
    #expect(!terminal.text.contains("\u{202E}") && !terminal.text.contains("pwned\u{7}"))
    terminal.type("\r")
    try terminal.waitForEnd()
  }
}

extension String {
  /// How often a piece occurs.
  func components(of piece: String) -> Int {
    var (count, rest) = (0, self[...])
    while let found = rest.range(of: piece) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
extension Substring {
  /// Where a piece first occurs, by its bytes.
  func range(of piece: String) -> Range<Index>? {
    let (all, wanted) = (Array(utf8), Array(piece.utf8))
    guard all.count >= wanted.count else { return nil }
    for start in 0...(all.count - wanted.count) where all[start..<start + wanted.count].elementsEqual(wanted) {
      let lower = utf8.index(startIndex, offsetBy: start)
      return lower..<utf8.index(lower, offsetBy: wanted.count)
    }
    return nil
  }
}
