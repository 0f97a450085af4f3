import AlertSDK
import AlertTerminal
import CTerminalRestore
import PseudoTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import RendererANSI

/// What went wrong in other terminal programs, tried with a box of ours on a real pseudo-terminal.
@Suite(.serialized) struct TerminalCaseTests {
  private static let frameEnd = "\u{1B}[?2026l"
  private static let demo = ChildProcess.built("alert-sdk-demo")
  private static let question =
    "show --title Sure? --action yes=Yes --preferred yes --cancel no=No --renderer ansi"

  private func start(_ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws
    -> PseudoTerminal
  {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try terminal.start(arguments, environment: environment)
    return terminal
  }
  private func openBox(_ arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws
    -> PseudoTerminal
  {
    let terminal = try start([PseudoTerminal.program] + arguments, columns: columns, rows: rows, environment: environment)
    try terminal.wait(for: Self.frameEnd)
    return terminal
  }
  private func shell(_ script: String, environment: [String: String] = [:]) throws -> PseudoTerminal {
    try start(["/bin/sh", "-c", script], environment: environment)
  }

  @Test("Case 2: when the answer is known the terminal is back, so what the app throws then is read on its own screen")
  func answerAfterRestore() async throws {
    let terminal = try PseudoTerminal()
    let (renderer, request) = (Self.renderer(on: terminal), Self.request())
    async let response = renderer.present(request)
    try await terminal.eventually("box") { terminal.text.contains(Self.frameEnd) }
    terminal.type("\r")
    #expect(try await response == .chose("no"))
    #expect(terminal.settingsAreRestored)
    try await terminal.eventually("the main screen") { !terminal.screen().isAlternate }
  }

  @Test("Cases 4, 38: the terminal vanishes under a box of this process: an error as a value, nothing traps")
  func hangUpIsAValue() async throws {
    let terminal = try PseudoTerminal()
    let (renderer, request) = (Self.renderer(on: terminal), Self.request())
    async let response = renderer.present(request)
    try await terminal.eventually("box") { terminal.text.contains(Self.frameEnd) }
    terminal.hangUp()
    do {
      let answer = try await response
      Issue.record("answered: \(answer)")
    } catch let failure as RendererFailure { #expect(failure.kind == .lost) }
  }

  private static func renderer(on terminal: PseudoTerminal) -> ANSIRenderer {
    var options = ANSIOptions()
    options.terminalPath = terminal.path
    options.environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    return ANSIRenderer(options: options)
  }
  private static func request() -> AlertRequest {
    let content = AlertContent(
      title: "Sure?", actions: [AlertAction(id: "yes", title: "Yes"), AlertAction(id: "no", title: "No", role: .cancel)])
    return AlertRequest(PlainAlert(content), content: content)
  }

  @Test("Case 7: one reader: what is typed after the answer is the next program's") func oneReader() throws {
    let terminal = try shell("\(PseudoTerminal.program); read line; echo \"[$line]\"")
    try terminal.wait(for: Self.frameEnd)
    terminal.type("\r")
    try terminal.wait(for: "yes\r\n")
    terminal.type("hello\n")
    try terminal.wait(for: "[hello]")
    try terminal.waitForEnd()
  }

  @Test("Cases 11, 13: over time is 124 and nobody's answer, though Yes had the focus") func overTime() throws {
    let terminal = try shell("answer=$(\(Self.demo) \(Self.question) --timeout 1); echo \"[$?:$answer]\"")
    try terminal.wait(for: "> [Y]es <")
    try terminal.wait(for: "[124:]")
    try terminal.waitForEnd()
    #expect(terminal.settingsAreRestored)
  }

  @Test("Cases 11, 14: ^C is no timeout: the signal, which ends the script around it too") func interrupted() throws {
    let terminal = try shell("\(Self.demo) \(Self.question) --timeout 600; echo \"went on\"")
    try terminal.wait(for: "> [Y]es <")
    try terminal.wait(for: Self.frameEnd)
    terminal.type("\u{3}")
    try terminal.waitForEnd()
    #expect(terminal.ending == -SIGINT && !terminal.text.contains("went on") && terminal.settingsAreRestored)
  }

  @Test(
    "Cases 16, 29: empty stdin and no terminal: could not ask, at once, with a reason in one line and no answer",
    arguments: [
      ("</dev/null", "no controlling terminal"), ("</dev/null 2>&1 | cat", "neither stdin nor stderr is a terminal"),
      ("<&-", "no controlling terminal"),
    ])
  func nobodyThere(redirection: String, reason: String) throws {
    // A session of its own has no controlling terminal; its status goes through the pipe as a line.
    let terminal = try shell("{ setsid -w sh -c '\(Self.demo) \(Self.question); echo \"[$?]\"' ; } \(redirection)")
    try terminal.waitForEnd()
    let lines = terminal.text.split(whereSeparator: \.isNewline)
    #expect(lines.count == 2 && lines.first?.contains(reason) == true && lines.last == "[3]", "\(lines)")
    #expect(!terminal.text.contains("\u{1B}"))
  }

  @Test("Case 19: asked in lines, and the terminal vanishes: one end, and the question was put once") func endInLines() throws {
    let terminal = try start(["/bin/sh", "-c", "trap '' HUP; exec \(PseudoTerminal.program)"], columns: 0, rows: 0)
    try terminal.wait(for: "No")
    let text = terminal.text
    terminal.hangUp()
    try terminal.waitForEnd(reading: false)
    #expect(terminal.ending == 3 && text.components(of: "Delete 3 files?") == 1)
  }

  @Test("Case 20: lines have no styling, and keys are not echoed") func plainLines() throws {
    let terminal = try start([PseudoTerminal.program], columns: 0, rows: 0)
    try terminal.wait(for: "No")
    terminal.type("x\t")
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(!terminal.text.contains("\u{1B}") && !terminal.text.contains("x") && terminal.ending == 1, "\(terminal.text)")
  }

  @Test("Case 37: a cell is one character by its type; a pile of marks is cut, and the rest of the frame is drawn") func longCells() {
    var grid = CellGrid(columns: 12, rows: 1)
    grid.put(SafeText.title("e" + String(repeating: "\u{301}", count: 40) + "tail"), row: 0, column: 0, limit: 12, ink: Ink())
    #expect(grid.lines[0].hasSuffix("tail       ") && grid[0, 0].character.map { $0.unicodeScalars.count <= 8 } == true)
    let terminal = VirtualTerminal(columns: 12, rows: 1)
    terminal.feed("\u{1B}[?7l")
    terminal.feed(FrameDiff.bytes(for: Frame(grid: grid), over: .blank))
    #expect(terminal.lines[0].hasSuffix("tail"))
  }

  @Test("Case 40: a line of 80 in 20 columns, 20 arrow keys: one box on the screen") func narrow() throws {
    let message = String(repeating: "word ", count: 16)
    let terminal = try openBox(["--message", message], columns: 20, rows: 12)
    for key in 1...20 {
      terminal.type("\u{1B}[C")
      try terminal.wait("frame \(key)") { terminal.text.components(of: Self.frameEnd) > key }
    }
    let screen = terminal.screen(columns: 20, rows: 12)
    #expect(screen.lines.joined().filter { $0 == "╭" }.count == 1 && screen.violations.isEmpty, "\(screen.lines)")
    terminal.type("\r")
    try terminal.waitForEnd()
  }

  @Test("Case 46: FORCE_COLOR without a terminal moves no cursor, whatever the renderer", arguments: ["ansi", "stdout", "auto"])
  func forcedColor(renderer: String) throws {
    let terminal = try shell(
      "{ setsid -w \(Self.demo) show Done --severity error --renderer \(renderer) ; } </dev/null 2>&1 | cat",
      environment: ["FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"])
    try terminal.waitForEnd()
    var rest = terminal.text[...]
    while let found = rest.range(of: "\u{1B}") {
      rest = rest[found.upperBound...]
      let final = rest.dropFirst().first { $0.isLetter }
      #expect(rest.first == "[" && final == "m", "\(terminal.text.debugDescription)")
    }
    #expect(!terminal.text.isEmpty)
  }

  @Test("Case 47: no keyboard mode is set by itself; where it is asked for, the emergency takes it back") func keyboardMode() throws {
    let terminal = try openBox()
    #expect(!terminal.text.contains("\u{1B}[>") && !terminal.text.contains("\u{1B}[="))
    terminal.type("\r")
    try terminal.waitForEnd()
    for surface in [ScreenBytes.Surface.overlay, .inline] {
      let screen = ScreenBytes(surface: surface, usesKeyboardProtocol: true)
      #expect(screen.enter.contains("\u{1B}[>1u") && screen.leave.contains("\u{1B}[<u"))
      #expect(String(decoding: screen.farewell, as: UTF8.self).contains("\u{1B}[<u"))
    }
  }

  @Test("Case 49: without the marks around frames the screen is the same") func unmarkedFrames() throws {
    let (marked, bare) = (try openBox(), try start([PseudoTerminal.program, "--spec", "sync=false"]))
    try bare.wait("the same box") { bare.screen().lines == marked.screen().lines }
    #expect(!bare.text.contains("2026"))
    for terminal in [marked, bare] {
      terminal.type("\r")
      try terminal.waitForEnd()
    }
  }

  @Test("The console of Linux is not sent the marks around frames") func console() throws {
    let terminal = try start([PseudoTerminal.program], environment: ["TERM": "linux"])
    try terminal.wait(for: "╯")
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(!terminal.text.contains("2026"))
  }

  @Test("Case 52: the rest of a key that comes late over a slow line is still one key", arguments: ["\u{1B}|[C", "\u{1B}[|C", "\u{1B}O|C"])
  func lateKey(pieces: String) throws {
    let terminal = try openBox(environment: ["ESCDELAY": "5000", "SSH_CONNECTION": "there"])
    let parts = pieces.split(separator: "|").map(String.init)
    terminal.type(parts[0])
    try terminal.waitUntilRead()
    terminal.type(parts[1])
    try terminal.wait(for: "> [N]o <")
    terminal.type("\r")
    try terminal.waitForEnd()
    #expect(terminal.ending == 1)
  }

  @Test("Inline in a terminal that gets narrower than the box: on the other screen, no text of others is lost", arguments: [true, false])
  func inlineGetsNarrower(wraps: Bool) throws {
    let message = "A line that is a good deal longer than the forty columns which are left for it."
    let terminal = try shell("echo first; echo second; \(PseudoTerminal.program) --message '\(message)' --spec mode=inline")
    try terminal.wait(for: Self.frameEnd)
    let screen = terminal.screen()
    #expect(!screen.isAlternate)
    let before = terminal.bytes.count
    func follow() { screen.feed(Array(terminal.bytes.dropFirst(before))) }

    terminal.resize(40, 24)
    screen.resize(columns: 40, wraps: wraps)
    terminal.type("\t")
    try terminal.wait("the box on the other screen") {
      terminal.text.hasSuffix(Self.frameEnd) && terminal.text[...].range(of: "\u{1B}[?1047h") != nil
    }
    terminal.resize(30, 20)  // once there, it stays there
    terminal.type("\t")
    try terminal.wait("the next frame") { terminal.text.components(of: "\u{1B}[2J") == 2 && terminal.text.hasSuffix(Self.frameEnd) }
    terminal.resize(40, 24)
    terminal.type("\t")
    try terminal.wait("the last frame") { terminal.text.components(of: "\u{1B}[2J") == 3 && terminal.text.hasSuffix(Self.frameEnd) }
    terminal.type("n")
    try terminal.waitForEnd()
    follow()
    #expect(terminal.ending == 1 && terminal.settingsAreRestored && !screen.isAlternate && screen.modes == [7, 25])
    #expect(screen.violations.isEmpty, "\(screen.violations)")
    #expect(screen.lines.prefix(2) == ["first", "second"] && screen.lines.contains("no"), "\(screen.lines)")
    #expect(!screen.lines.joined().contains("╰"), "\(screen.lines)")
  }

  @Test("Inline, moved to the other screen, then killed: the first screen is back") func inlineMovedAndKilled() throws {
    let terminal = try openBox(["--message", String(repeating: "long ", count: 14), "--spec", "mode=inline"])
    terminal.resize(30, 24)
    terminal.type("\t")
    try terminal.wait("the other screen") {
      terminal.text.hasSuffix(Self.frameEnd) && terminal.text[...].range(of: "\u{1B}[?1047h") != nil
    }
    kill(terminal.process, SIGTERM)
    try terminal.waitForEnd()
    let screen = terminal.screen()
    #expect(terminal.ending == -SIGTERM && !screen.isAlternate && screen.modes == [7, 25] && terminal.settingsAreRestored)
  }

  @Test("R4: a cancellation that came before the box listens is not lost") func earlyCancellation() {
    let session = ModalSession()
    session.cancel()
    var (poller, ends) = (alertsdk_poller(), [Int32](repeating: -1, count: 2))
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(alertsdk_poller_open(&poller, ends[0]))
    session.listen(poller.wake_write)
    #expect(alertsdk_poller_wait(&poller, 0, 0) & Int32(ALERTSDK_WOKEN) != 0)
    session.listen(-1)
    alertsdk_poller_close(&poller)
  }

  @Test("A second signal right after the first ends the command at once, and still gives the terminal back") func impatience() throws {
    for round in 0..<40 {
      let terminal = try start([Self.demo] + Self.question.split(separator: " ").map(String.init))
      try terminal.wait(for: "> [Y]es <")
      try terminal.wait(for: Self.frameEnd)
      kill(terminal.process, SIGTERM)
      usleep(UInt32(round * 40))
      kill(terminal.process, SIGINT)
      try terminal.waitForEnd()
      let screen = terminal.screen()
      #expect([-SIGTERM, -SIGINT].contains(terminal.ending), "round \(round)")
      #expect(terminal.settingsAreRestored && !screen.isAlternate && screen.modes == [7, 25], "round \(round)")
    }
  }

  @Test("A program that prints without end does not keep the box from its keys, nor a signal from its end", arguments: [true, false])
  func endlessPrinting(isKilled: Bool) throws {
    let terminal = try openBox(["--do", "flood-forever", "0", "--spec", "capture=true"])
    try terminal.wait("captured output") { terminal.isRaw }
    if isKilled { kill(terminal.process, SIGTERM) } else { terminal.type("\r") }
    try terminal.waitForEnd()
    #expect(terminal.ending == (isKilled ? -SIGTERM : 0) && terminal.settingsAreRestored)
  }
}
