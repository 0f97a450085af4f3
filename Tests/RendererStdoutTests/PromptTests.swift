import AlertSDK
import AlertTerminal
import PseudoTerminal
import RendererStdout
import Synchronization
import Testing

let utf8Terminal = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
let question = AlertContent(
  title: "Delete 3 files?", message: "They are gone.", severity: .warning,
  actions: actions("Delete", "Keep", "Deliver", roles: ["Delete": .destructive, "Keep": .cancel]))

func present(
  _ content: AlertContent, on renderer: StdoutRenderer, timeLimit: Duration? = nil, updates: AlertUpdates = AlertUpdates(),
  onAppear: @escaping @Sendable () -> Void = {}
) async throws -> AlertResponse {
  try await renderer.present(
    AlertRequest(PlainAlert(content), content: content, timeLimit: timeLimit, updates: updates, onAppear: onAppear))
}

func renderer(on terminal: PseudoTerminal, mode: StdoutRenderer.Mode? = nil, _ environment: [String: String] = utf8Terminal)
  -> StdoutRenderer
{
  StdoutRenderer(mode: mode, stream: .descriptor(terminal.slave), answers: .descriptor(terminal.slave), environment: environment)
}

@Suite struct PromptTests {
  @Test(
    "A choice by number, name, unique beginning and default, with the terminal as it was (R6, R14)",
    arguments: [("1", "delete"), ("keep", "keep"), ("DELI", "deliver"), ("", "keep")])
  func answers(typed: String, action: String) async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let flags = fcntl(terminal.slave, F_GETFL)
    let renderer = renderer(on: terminal)
    #expect(renderer.mode == .prompt)
    async let response = present(question, on: renderer)
    try await terminal.wait(for: "Choose 1-3 or name [2]: ")
    terminal.type(typed + "\n")
    #expect(try await response == .chose(action))
    #expect(terminal.settings == before)
    #expect(fcntl(terminal.slave, F_GETFL) == flags)
    #expect(
      terminal.text.hasPrefix(
        "[WARNING] Delete 3 files?\r\nThey are gone.\r\n1) Delete\r\n2) Keep (default)\r\n3) Deliver\r\nChoose 1-3 or name [2]: "))
    #expect(!terminal.text.contains("\u{1B}"))
  }

  @Test("R3: it has appeared when the question can be seen, once, and before the answer") func appearance() async throws {
    let terminal = try PseudoTerminal()
    let appeared = Mutex(0)
    let renderer = renderer(on: terminal)
    async let response = present(question, on: renderer, onAppear: { appeared.withLock { $0 += 1 } })
    try await terminal.wait(for: "[2]: ")
    terminal.type("what\n")
    try await terminal.wait(for: "No choice is called that.\r\nChoose")
    terminal.type("2\n")
    #expect(try await response == .chose("keep"))
    #expect(appeared.withLock { $0 } == 1)
  }

  @Test("R7: closed after three wrong answers") func threeTries() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(on: terminal)
    async let response = present(question, on: renderer)
    for count in 1...3 {
      try await terminal.wait(for: "[2]: ", times: count)
      terminal.type("x\n")
    }
    #expect(try await response == .dismissed)
  }

  @Test("R15: what was typed before the question could be seen answers nothing") func typeAhead() async throws {
    let terminal = try PseudoTerminal()
    terminal.type("1\n")
    try await terminal.typedIsIn()
    let renderer = renderer(on: terminal)
    async let response = present(question, on: renderer)
    try await terminal.wait(for: "[2]: ")
    terminal.type("2\n")
    #expect(try await response == .chose("keep"))
  }

  @Test("R4: cancelled while it waits, it is down in 100 ms, reads nothing and leaves the terminal as it was (case 10)")
  func cancellation() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let renderer = renderer(on: terminal)
    let task = Task { try await present(question, on: renderer) }
    try await terminal.wait(for: "[2]: ")
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    Measured.note("cancel to return", ContinuousClock.now - start)
    try await terminal.wait(for: "\r\nNo longer asked.\r\n")
    terminal.type("for the shell\n")
    try await terminal.wait(for: "for the shell")
    #expect(terminal.unreadLines() == "for the shell\n")
    #expect(terminal.settings == before)
  }

  @Test("R4: a line that is half typed when the prompt goes stays where it is") func halfALine() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(on: terminal)
    let task = Task { try await present(question, on: renderer) }
    try await terminal.wait(for: "[2]: ")
    terminal.type("half")
    try await terminal.wait(for: "half")
    task.cancel()
    _ = try? await task.value
    terminal.type(" and half\n")
    try await terminal.wait(for: "and half\r\n")
    #expect(terminal.unreadLines() == "half and half\n")
  }

  @Test("R5: cancelled before it was up, nothing is drawn") func cancelledBefore() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(on: terminal)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await present(question, on: renderer)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(terminal.bytes.isEmpty)
  }

  @Test("R10: the time that is left is said; the core ends the alert, and the last line says why") func timeLimit() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(on: terminal)
    let task = Task { try await present(question, on: renderer, timeLimit: .milliseconds(1)) }
    try await terminal.wait(for: "Answer within 1 s.\r\n")
    try await terminal.wait(for: "[2]: ")
    try await Task.sleep(for: .milliseconds(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await terminal.wait(for: "\r\nTime is up.\r\n")
  }

  @Test("R11: the end of the input is nobody to ask, once, with no loop (cases 16, 19)") func endOfInput() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(on: terminal)
    let task = Task { try await present(question, on: renderer) }
    try await terminal.wait(for: "[2]: ")
    terminal.type("\u{4}")
    await #expect(throws: RendererFailure.unsupported("nobody answered: the input has ended (end of file)")) { try await task.value }
    #expect(terminal.count(of: "Choose") == 1)
  }

  @Test("R11: a terminal that hangs up is lost, at once and without spinning (case 38)") func hangUp() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(on: terminal)
    async let response = present(question, on: renderer)
    try await terminal.wait(for: "[2]: ")
    terminal.hangUp()
    do {
      _ = try await response
      Issue.record("an answer from nowhere")
    } catch let failure as RendererFailure { #expect(failure.kind == .lost) }
  }

  @Test("A terminal in raw mode belongs to somebody else: unavailable, untouched") func rawMode() async throws {
    let terminal = try PseudoTerminal()
    var settings = termios()
    tcgetattr(terminal.slave, &settings)
    cfmakeraw(&settings)
    tcsetattr(terminal.slave, TCSANOW, &settings)
    let before = terminal.settings
    do {
      _ = try await present(question, on: renderer(on: terminal))
      Issue.record("an answer from nowhere")
    } catch let failure as RendererFailure { #expect(failure.kind == .unavailable) }
    #expect(terminal.settings == before)
    #expect(terminal.bytes.isEmpty)
  }

  @Test("R16: a secret is not echoed, and the echo comes back") func secret() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    var form = question
    form.fields = [AlertField(id: "user", label: "User"), AlertField(id: "word", label: "Word", isSecure: true)]
    let renderer = renderer(on: terminal)
    async let response = present(form, on: renderer)
    try await terminal.wait(for: "User: ")
    terminal.type("ann\n")
    try await terminal.wait(for: "Word (not shown): ")
    #expect(!terminal.isEchoing)
    terminal.type("hunter2\n")
    try await terminal.wait(for: "[3]: ")
    #expect(terminal.isEchoing)
    #expect(terminal.settings == before)
    terminal.type("deliver\n")
    #expect(try await response == .chose("deliver", values: ["user": "ann", "word": "hunter2"]))
    #expect(terminal.text.contains("ann") && !terminal.text.contains("hunter2"))
  }

  @Test("R14, R16: cancelled in the middle of a secret, the echo is back and what was typed of it is gone") func secretCancelled()
    async throws
  {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    var form = question
    form.fields = [AlertField(id: "word", label: "Word", isSecure: true)]
    let renderer = renderer(on: terminal)
    let task = Task { [form] in try await present(form, on: renderer) }
    try await terminal.wait(for: "Word (not shown): ")
    terminal.type("hunt")
    try await terminal.typedIsIn()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(terminal.settings == before)
    terminal.type("line\n")
    try await terminal.wait(for: "line\r\n")
    let unread = terminal.unreadLines()
    #expect(unread == "line\n", "\(unread)")
  }

  @Test("R9: newer content is said, the question stands, and an answer counts for the newest") func updates() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(on: terminal)
    let (stream, updates) = AsyncStream.makeStream(of: AlertUpdate.self)
    async let response = present(question, on: renderer, updates: AlertUpdates { stream })
    try await terminal.wait(for: "[2]: ")
    var newer = question
    newer.progress = 0.5
    updates.yield(AlertUpdate(alert: PlainAlert(newer), content: newer))
    try await terminal.wait(for: "\r\nProgress: 50 %\r\nChoose 1-3 or name [2]: ")
    newer.title = "Delete 4 files?"
    newer.actions.append(AlertAction(id: "later", title: "Later"))
    for _ in 0..<1000 { updates.yield(AlertUpdate(alert: PlainAlert(newer), content: newer)) }
    try await terminal.wait(for: "Updated:\r\n[WARNING] Delete 4 files?")
    try await terminal.wait(for: "Choose 1-4 or name [2]: ")
    terminal.type("4\n")
    #expect(try await response == .chose("later"))
    #expect(terminal.count(of: "Updated:") == 1)
  }

  @Test("R9, R16: an update in the middle of a secret drops nothing of it and echoes nothing") func secretUpdated() async throws {
    let terminal = try PseudoTerminal()
    let fields = [AlertField(id: "word", label: "Word", isSecure: true)]
    let form = AlertContent(title: "t", actions: question.actions, fields: fields)
    let renderer = renderer(on: terminal)
    let (stream, updates) = AsyncStream.makeStream(of: AlertUpdate.self)
    async let response = present(form, on: renderer, updates: AlertUpdates { stream })
    try await terminal.wait(for: "Word (not shown): ")
    terminal.type("hun")
    try await terminal.typedIsIn()
    let newer = AlertContent(title: "t", actions: question.actions, fields: fields, progress: 0.5)
    updates.yield(AlertUpdate(alert: PlainAlert(newer), content: newer))
    try await terminal.wait(for: "Progress: 50 %\r\nWord (not shown): ")
    #expect(!terminal.isEchoing)
    terminal.type("ter2\n")
    try await terminal.wait(for: "[3]: ")
    terminal.type("\n")
    #expect(try await response == .chose("deliver", values: ["word": "hunter2"]))
    #expect(!terminal.text.contains("hun"))
  }

  @Test("Fifty alerts in a row take exactly fifty lines (case 5)") func fiftyAlerts() async throws {
    let terminal = try PseudoTerminal()
    let renderer = renderer(on: terminal)
    for count in 1...50 {
      async let response = present(question, on: renderer)
      try await terminal.wait(for: "[2]: ", times: count)
      terminal.type("\(count % 3 + 1)\n")
      #expect(try await response == .chose(question.actions[count % 3].id))
    }
    terminal.type("the shell's\n")
    try await terminal.typedIsIn()
    #expect(terminal.unreadLines() == "the shell's\n")
  }

  @Test("A notice is delivered when its lines are out (R1)") func notice() async throws {
    let terminal = try PseudoTerminal()
    #expect(try await present(AlertContent(title: "Saved", progress: 1), on: renderer(on: terminal)) == .delivered)
    #expect(terminal.text == "Saved\r\nProgress: 100 %\r\n")
  }

  @Test("Accessible mode asks the same in lines that are never wrapped (cases 20, 28)") func accessible() async throws {
    let terminal = try PseudoTerminal(columns: 20)
    let renderer = renderer(on: terminal, ["TERM": "dumb", "LANG": "C.UTF-8"])
    #expect(renderer.mode == .accessible)
    var long = question
    long.message = String(repeating: "word ", count: 30) + "end"
    async let response = present(long, on: renderer)
    try await terminal.wait(for: long.message + "\r\n1) Delete")
    try await terminal.wait(for: "[2]: ")
    terminal.type("2\n")
    #expect(try await response == .chose("keep"))
  }

  @Test("An alert's own lines take the place of its message, made safe") func ownLines() async throws {
    struct Own: StdoutAlertPresentable {
      var content: AlertContent { AlertContent(title: "T", message: "not this") }
      var stdoutLines: [String] { get async { ["one", "\u{1B}[31mtwo\nthree"] } }
    }
    let terminal = try PseudoTerminal()
    let own = Own()
    #expect(try await renderer(on: terminal).present(AlertRequest(own, content: own.content)) == .delivered)
    #expect(terminal.text.hasPrefix("T\r\none\r\n"))
    #expect(terminal.text.hasSuffix("two\r\nthree\r\n"))
    #expect(!terminal.text.contains("\u{1B}") && !terminal.text.contains("not this"))
  }

  @Test("R19: two renderers over two terminals do not disturb each other, secrets included") func twoTerminals() async throws {
    let (first, second) = (try PseudoTerminal(), try PseudoTerminal())
    var form = question
    form.fields = [AlertField(id: "word", label: "Word", isSecure: true)]
    let (one, two) = (renderer(on: first), renderer(on: second))
    async let a = present(form, on: one)
    async let b = present(form, on: two)
    for terminal in [first, second] { try await terminal.wait(for: "Word (not shown): ") }
    second.type("b\n")
    try await second.wait(for: "[3]: ")
    #expect(second.isEchoing && !first.isEchoing)
    first.type("a\n")
    try await first.wait(for: "[3]: ")
    for terminal in [first, second] { terminal.type("\n") }
    #expect(try await a == .chose("deliver", values: ["word": "a"]))
    #expect(try await b == .chose("deliver", values: ["word": "b"]))
  }
}

/// Times are reported, never judged: how busy the machine is proves nothing.
enum Measured {
  static func note(_ what: String, _ duration: Duration) { print("measured: \(what): \(duration)") }
}
