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

/// Boxes of this very process on a pseudo-terminal that is not its own.
@Suite(.serialized) struct PresentTests {
  private static let frameEnd = "\u{1B}[?2026l"

  private func renderer(_ terminal: PseudoTerminal, _ change: (inout ANSIOptions) -> Void = { _ in }) -> ANSIRenderer {
    var options = ANSIOptions()
    options.terminalPath = terminal.path
    options.environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    change(&options)
    return ANSIRenderer(options: options)
  }
  private func request(_ title: String = "Sure?", updates: AlertUpdates = AlertUpdates(), onAppear: @escaping @Sendable () -> Void = {})
    -> AlertRequest
  {
    let content = AlertContent(
      title: title, actions: [AlertAction(id: "yes", title: "Yes"), AlertAction(id: "no", title: "No", role: .cancel)])
    return AlertRequest(PlainAlert(content), content: content, updates: updates, onAppear: onAppear)
  }

  private struct Footprint: Equatable {
    var descriptors = 0
    var threads = 0
    var handlers: [UInt] = []
    static var now: Footprint {
      func count(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
      }
      let signals = [
        SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGQUIT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS, SIGWINCH, SIGCONT, SIGPIPE,
      ]
      return Footprint(
        descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"),
        handlers: signals.map { signal in
          var action = sigaction()
          sigaction(signal, nil, &action)
          return withUnsafeBytes(of: &action) { $0.loadUnaligned(as: UInt.self) }
        })
    }
  }

  @Test("R17, R14: 1,000 boxes in a row leave handlers and descriptors as they were, and no thread") func manyBoxes() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(terminal)
    func showOne() async throws {
      terminal.forget()
      let request = request()
      async let response = renderer.present(request)
      try await terminal.eventually("box") { terminal.text.contains(Self.frameEnd) }
      terminal.type("\r")
      #expect(try await response == .chose("no"))
    }
    for _ in 0..<5 { try await showOne() }
    let before = Footprint.now
    for _ in 0..<1_000 { try await showOne() }
    let after = Footprint.now
    #expect(after.handlers == before.handlers)
    #expect(terminal.settingsAreRestored)
    // Other tests of this process open and close their own meanwhile: as few as before is seen sooner or later, a leak never.
    try await terminal.eventually("as few descriptors and threads as before") {
      Footprint.now.descriptors <= before.descriptors + 20 && Footprint.now.threads <= before.threads + 20
    }
  }

  @Test("R19: a second box on the same terminal waits for the first; one on another does not") func turns() async throws {
    let (terminal, other) = (try PseudoTerminal(), try PseudoTerminal())
    let (here, there) = (renderer(terminal), renderer(other))
    let requests = (request("First"), request("Second"), request("Elsewhere"))
    async let first = here.present(requests.0)
    try await terminal.eventually("the first") { terminal.text.contains("First") && terminal.text.hasSuffix(Self.frameEnd) }
    async let second = here.present(requests.1)
    async let elsewhere = there.present(requests.2)
    try await other.eventually("the other") { other.text.contains("Elsewhere") && other.text.hasSuffix(Self.frameEnd) }
    #expect(!terminal.text.contains("Second"))
    other.type("y")
    #expect(try await elsewhere == .chose("yes"))
    terminal.type("y")
    #expect(try await first == .chose("yes"))
    try await terminal.eventually("the second") { terminal.text.contains("Second") && terminal.text.hasSuffix(Self.frameEnd) }
    terminal.type("n")
    #expect(try await second == .chose("no"))
    #expect(terminal.settingsAreRestored && other.settingsAreRestored)
  }

  @Test("R3, R4: it says that it appeared; a cancellation takes it down and throws") func cancellation() async throws {
    let terminal = try PseudoTerminal()
    let (appeared, sender) = AsyncStream.makeStream(of: Void.self)
    let (renderer, request) = (renderer(terminal), request(onAppear: { sender.yield() }))
    let task = Task { try await renderer.present(request) }
    for await _ in appeared { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await terminal.eventually("the end of the box") { terminal.text.contains("\u{1B}[?1049l") }
    #expect(terminal.settingsAreRestored && !terminal.screen().isAlternate)
  }

  @Test("Compose: the host's part of the screen, no other screen, no modes; repainted when it has gone") func compose() async throws {
    let terminal = try PseudoTerminal()
    let calls = Lock<[String]>([])
    let host = ANSIHost(
      surface: { _ in ANSIRect(top: 4, left: 10, rows: 8, columns: 40) }, willOpen: { calls.withLock { $0.append("open") } },
      didClose: { calls.withLock { $0.append("close") } }, repaint: { calls.withLock { $0.append("repaint") } })
    let renderer = renderer(terminal) { $0.mode = .compose(host) }
    let request = request()
    async let response = renderer.present(request)
    try await terminal.eventually("box") { terminal.text.contains(Self.frameEnd) }
    #expect(terminal.settingsAreRestored)
    let screen = terminal.screen()
    #expect(!screen.isAlternate && screen.modes == [7, 25] && screen.violations.isEmpty)
    let rows = screen.touched.map { $0[0] }
    let columns = screen.touched.map { $0[1] }
    #expect((rows.min() ?? 0) >= 4 && (rows.max() ?? 99) < 12 && (columns.min() ?? 0) >= 10 && (columns.max() ?? 99) < 50)
    terminal.type("\n")  // the host's terminal is not in raw mode here, so a whole line
    #expect(try await response == .chose("no"))
    #expect(calls.withLock { $0 } == ["open", "repaint", "close"])
  }

  @Test("The mouse, where it is asked for: a click presses, a destructive button wants two") func mouse() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(terminal) { $0.usesMouse = true }
    let request = request()
    async let response = renderer.present(request)
    try await terminal.eventually("box") { terminal.text.contains(Self.frameEnd) }
    #expect(terminal.text.contains("\u{1B}[?1000h\u{1B}[?1006h"))
    let lines = terminal.screen().lines
    let row = try #require(lines.firstIndex { $0.contains("[Y]es") })
    let column = try #require(Array(lines[row]).firstIndex(of: "Y"))
    terminal.type("\u{1B}[<0;1;1M\u{1B}[<0;1;1m")  // beside it
    terminal.type("\u{1B}[<0;\(column + 1);\(row + 1)M")
    #expect(try await response == .chose("yes"))
    try await terminal.eventually("the end of the box") { terminal.screen().modes == [7, 25] }
  }

  @Test("R9: of a burst of updates the newest is shown") func burst() async throws {
    let terminal = try PseudoTerminal()
    let (updates, sender) = AsyncStream.makeStream(of: AlertUpdate.self)
    let (renderer, request) = (renderer(terminal), request(updates: AlertUpdates { updates }))
    async let response = renderer.present(request)
    try await terminal.eventually("box") { terminal.text.contains(Self.frameEnd) }
    for number in 1...100 {
      let content = AlertContent(
        title: "Copying", actions: [AlertAction(id: "stop", title: "Stop", role: .cancel)], progress: Double(number) / 100)
      sender.yield(AlertUpdate(alert: PlainAlert(content), content: content, timeLeft: .seconds(90)))
    }
    try await terminal.eventually("the newest") { terminal.screen().lines.contains { $0.contains("100%") } }
    #expect(terminal.screen().lines.contains { $0.contains("90 s") })
    terminal.type("\u{1B}")
    #expect(try await response == .chose("stop"))
  }
}
