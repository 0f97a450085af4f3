import AlertSDK
import AlertTerminal
import PseudoTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import RendererANSI

/// What can be proven of the renderer without a terminal, and in this very process.
struct RendererTests {
  @Test("R20, R8: a stable name, and capabilities as they are") func identity() {
    #expect(ANSIRenderer().name == "ansi" && RendererPlugin.ansi.name == "ansi")
    #expect(ANSIRenderer().capabilities == [.actions, .fields, .updates, .progress])
  }

  @Test("Options of a spec are understood, and a wrong one is said with the right ones") func spec() throws {
    let options = try ANSIOptions([
      "theme": "plain", "mode": "inline", "mouse": "true", "capture": "true", "interrupt": "dismiss", "ambiguous": "2", "sync": "false",
    ])
    #expect(
      options.theme == .plain && options.usesMouse && options.capturesStdio && options.interrupt == .dismiss && !options.synchronizesFrames)
    #expect(options.width.ambiguous == .two)
    #expect(throws: RendererRegistry.Failure.self) { try ANSIOptions(["theme": "pink"]) }
    #expect(throws: RendererRegistry.Failure.self) { try RendererPlugin.ansi.make(["mouse": "yes"]) }
  }

  @Test(
    "R11: what will never be is unsupported, with a reason",
    arguments: [(["TERM": "dumb"], "TERM is dumb"), ([:], "TERM is not set"), (["TERM": "xterm", "CI": "1"], "CI is set")])
  func obstacles(environment: [String: String], reason: String) throws {
    let obstacle = try #require(throws: RendererFailure.self) { try ANSIRenderer.terminalInfo(ANSIOptions(), environment) }
    #expect(obstacle.kind == .unsupported && obstacle.reason.hasPrefix(reason))
    #expect(RendererPlugin.ansi.availability(environment) == .unavailable(obstacle.reason))
  }

  @Test("ACCESSIBLE: nobody is given a box who did not name it") func accessible() {
    let environment = ["TERM": "xterm", "ACCESSIBLE": "1"]
    #expect(RendererPlugin.ansi.availability(environment) != .available)
  }

  @Test("R5: cancelled before anything was drawn: nothing is drawn") func cancelledBefore() async throws {
    let terminal = try PseudoTerminal()
    var options = ANSIOptions()
    options.terminalPath = terminal.path
    options.asksInCI = true
    let renderer = ANSIRenderer(options: options)
    let content = AlertContent(title: "T")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await renderer.present(AlertRequest(PlainAlert(content), content: content))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(terminal.bytes.isEmpty && terminal.settingsAreRestored)
  }

  @Test("R4: what is sent before the box's thread listens wakes it all the same, and nothing wakes it without cause") func earlyNews()
    throws
  {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    func wakeUps() -> Int {
      var polled = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      var buffer = [UInt8](repeating: 0, count: 64)
      return poll(&polled, 1, 0) > 0 ? read(ends[0], &buffer, buffer.count) / 8 : 0
    }
    let session = ModalSession()
    session.listen(ends[1])
    #expect(wakeUps() == 0)
    session.listen(-1)
    session.cancel()
    #expect(wakeUps() == 0)
    session.listen(ends[1])
    #expect(wakeUps() == 1)
  }

  @Test("A path that is no terminal is unsupported") func noTerminal() async {
    var options = ANSIOptions()
    options.terminalPath = "/dev/null"
    let content = AlertContent(title: "T")
    let failure = await #expect(throws: RendererFailure.self) {
      try await ANSIRenderer(options: options).present(AlertRequest(PlainAlert(content), content: content))
    }
    #expect(failure?.kind == .unsupported)
  }

  @Test("Turns: the terminal is taken once, given on in order, and a cancelled waiter leaves the queue") func turns() async throws {
    let turns = TerminalTurns()
    try await turns.acquire(1)
    try await turns.acquire(2)  // another terminal
    let waiter = Task { try await turns.acquire(1) }
    let cancelled = Task { try await turns.acquire(1) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    turns.release(1)
    try await waiter.value
    turns.release(1)
    try await turns.acquire(1)
  }

  @Test("Themes fit what the terminal can show: no colour, no UTF-8, wide box lines") func themes() {
    func info(_ environment: [String: String]) -> TerminalInfo { TerminalInfo(environment: environment, isTerminal: true) }
    let colourless = ANSITheme.automatic.fitted(to: info(["TERM": "xterm", "NO_COLOR": "1", "LANG": "C.UTF-8"]), width: DisplayWidth())
    #expect(colourless.warning.color == nil && colourless.focusedButton.attributes == .reverse && colourless.border == .rounded)
    #expect(ANSITheme.automatic.fitted(to: info(["TERM": "xterm", "LANG": "C"]), width: DisplayWidth()).border == .ascii)
    #expect(
      ANSITheme.automatic.fitted(to: info(["TERM": "xterm", "LANG": "C.UTF-8"]), width: DisplayWidth(ambiguous: .two)).border == .ascii)
  }

  @Test("An alert's own rows take the place of its message; text in them is as untrusted as any") func ownRows() {
    let content = DialogContent(
      AlertContent(title: "T", message: "not shown"), rows: [ANSIRow([.init("a\u{1B}[2J"), .init("b", .init(.red))]), "second"])
    let result = Samples.layOut(content, 80, 24)
    let text = result.frame.grid.lines.joined(separator: "\n")
    #expect(text.contains("second") && !text.contains("not shown") && !text.contains("\u{1B}"))
  }
}
