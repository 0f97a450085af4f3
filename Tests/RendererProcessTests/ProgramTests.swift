import AlertSDK
import AlertTerminal
import PseudoTerminal
import Testing

@testable import RendererProcess

/// Real programs that behave in every way a program can.
@Suite(.serialized) struct ProgramTests {
  private func failure(of fake: Fake, _ content: AlertContent = question) async -> RendererFailure? {
    do {
      let response = try await fake.renderer.present(request(content))
      Issue.record("answered \(response)")
    } catch {
      return error as? RendererFailure
    }
    return nil
  }

  @Test("R1, R3: a question is answered, a notice delivered, by one program") func wellBehaved() async throws {
    let fake = Fake("choose")
    let appeared = Heard()
    #expect(try await fake.renderer.present(request { appeared.hear("appeared") }) == .chose("yes"))
    #expect(!appeared.all.isEmpty)
    #expect(try await fake.renderer.present(request(AlertContent(title: "Tea"))) == .delivered)
    #expect(fake.renderer.capabilities == [.actions, .fields, .updates, .progress])
    await fake.renderer.stop()
    #expect(fake.processes.count == 1)
    #expect(fake.notes.suffix(2) == ["exit", "end"])
    #expect(!isRunning(fake.processes[0]))
  }

  @Test("A stopped program is started again by the next alert") func again() async throws {
    let fake = Fake("choose")
    for _ in 0..<2 {
      #expect(try await fake.renderer.present(request()) == .chose("yes"))
      await fake.renderer.stop()
    }
    #expect(fake.processes.count == 2)
  }

  @Test("A released renderer ends its program and its thread") func released() async throws {
    var fake: Fake? = Fake("choose")
    _ = try await fake?.renderer.present(request())
    let process = try #require(fake?.processes.first)
    fake = nil
    try await eventually("the end of the program") { !isRunning(process) }
  }

  @Test(
    "R12: whatever a program does wrong, the alert is lost with a reason",
    arguments: [
      ("crash", "fake ended with status 3; its last words: Traceback: it"), ("close-output", "fake was ended: it closed its output"),
      ("close-input", "fake was ended: it closed its input"), ("bad-json", "fake was ended: not JSON: expected a value at byte 1"),
      ("bad-utf8", "fake was ended: not JSON: invalid UTF-8 at byte 28"),
      ("long-line", "fake was ended: it wrote a line of more than 1 MiB"),
      ("wrong-id", "fake was ended: it answered request 4711, which it was not sent"),
      ("no-such-action", "fake gave a wrong answer: no such action"),
      ("delivered", "fake gave a wrong answer: 'delivered' for an alert that needs an answer"),
      ("flood", "fake was ended: it sent 1000 messages that nobody asked for"),
      ("dies-at-start", "python3 ended with status 1; its last words: no module named apprise"),
    ]) func misbehaviour(behaviour: String, reason: String) async throws
  {
    let fake = Fake(behaviour)
    let failure = await failure(of: fake)
    #expect(failure?.kind == .lost)
    #expect(failure?.reason.hasPrefix(reason) == true, "\(failure?.reason ?? "none")")
    #expect(failure?.reason.contains("hunter2") == false && failure?.reason.contains("\u{1B}") == false)
    await fake.renderer.stop()
    #expect(fake.processes.allSatisfy { !isRunning($0) })
  }

  @Test("A program that is silent at the start, or reads nothing, is ended in time") func silent() async throws {
    #expect(
      await failure(of: Fake("silent-start") { $0.start = .milliseconds(300) })?.reason
        == "python3 was ended: it did not answer 'initialize' within 0.3 s")
    // More than any pipe holds.
    var content = question
    content.message = String(repeating: "x", count: 3 << 20)
    let fake = Fake("reads-nothing") { $0.read = .milliseconds(300) }
    #expect(await failure(of: fake, content)?.reason.hasSuffix("it did not read its input for 0.3 s") == true)
    await fake.renderer.stop()
  }

  @Test("R13: a message of a megabyte arrives") func megabyte() async throws {
    let fake = Fake("choose")
    var content = question
    content.message = String(repeating: "\u{1B}é", count: 1 << 19)
    #expect(try await fake.renderer.present(request(content)) == .chose("yes"))
  }

  @Test("The first of two answers counts; the second harms neither the program nor the next alert") func twice() async throws {
    let fake = Fake("twice")
    for _ in 0..<3 { #expect(try await fake.renderer.present(request()) == .chose("yes")) }
    try await fake.heard.wait("the report") { $0.contains { $0.contains("twice") } }
    #expect(fake.processes.count == 1)
    await fake.renderer.stop()
  }

  @Test("A flood on standard error is bounded, made safe, and does not keep the alert from its answer") func floodedErrors() async throws {
    let fake = Fake("flood-errors")
    #expect(try await fake.renderer.present(request()) == .chose("yes"))
    await fake.renderer.stop()
    #expect(fake.heard.all.first == "fake: noise 0")
    #expect(fake.heard.all.count < 20_000)
  }

  @Test("After 1 MiB on standard error in a second the program waits for us: what it writes then comes in a later one") func paused()
    async throws
  {
    let fake = Fake("drown-in-errors")
    #expect(try await fake.renderer.present(request()) == .chose("yes"))
    #expect(fake.heard.all.contains { $0.hasSuffix(" more lines were left out)") })
    await fake.renderer.stop()
  }

  @Test("R11: what the program says of itself is passed on") func told() async throws {
    let failure = await failure(of: Fake("unavailable"))
    #expect(failure == .unavailable("fake: no ink", retryAfter: .milliseconds(1500)))
    let refusal = await self.failure(of: Fake("refuses"))
    #expect(refusal?.kind == .unsupported && refusal?.reason.contains("no phone") == true && refusal?.reason.contains("\u{1B}") == false)
  }

  @Test("A program that is not there is unsupported, by name and by command line") func missing() async throws {
    let errors = [
      ProcessRenderer(executable: "/nowhere/at-all"), ProcessRenderer(executable: "alertsdk-no-such-program"),
      ProcessRenderer(executable: "/etc/passwd"), ProcessRenderer(executable: "/etc"), ProcessRenderer(executable: ""),
      ProcessRenderer(command: "alertsdk-no-such-program --now"),
    ]
    for renderer in errors {
      let failure = await #expect(throws: RendererFailure.self) { try await renderer.present(request()) }
      #expect(failure?.kind == .unsupported, "\(failure?.reason ?? "")")
    }
  }

  @Test("A script whose interpreter is missing is told as such, not as missing itself") func interpreter() async throws {
    let script = ScratchFile()
    _ = system("printf '#!/nowhere/at-all\\n' >\(script.path); chmod +x \(script.path)")
    let failure = await #expect(throws: RendererFailure.self) {
      try await ProcessRenderer(executable: script.path).present(request())
    }
    #expect(failure?.kind == .unsupported)
    #expect(failure?.reason.hasSuffix(": the interpreter that its first line names is missing") == true, "\(failure?.reason ?? "")")
  }

  @Test("R4: 200 alerts that are cancelled at once, each a little later than the one before, and the program stays") func cycles()
    async throws
  {
    let fake = Fake("wait")
    for number in 0..<200 {
      let call = Task { try await fake.renderer.present(request()) }
      let moment = ContinuousClock.now + .microseconds(number * 10)
      while ContinuousClock.now < moment {}
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    let appeared = Heard()
    let call = Task { try await fake.renderer.present(request { appeared.hear("appeared") }) }
    try await appeared.wait("the last alert") { !$0.isEmpty }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(fake.processes.count == 1)
    await fake.renderer.stop()
  }

  @Test("A daemon that a program leaves behind outside its group, with the pipes, holds nobody up") func daemon() async throws {
    let fake = Fake("daemon")
    #expect(await failure(of: fake)?.reason == "fake ended with status 0")
    await fake.renderer.stop()
    let daemon = try #require(pid_t(fake.mark.text.filter(\.isNumber)))
    #expect(isRunning(daemon), "it is its own master")
    kill(daemon, SIGKILL)
  }

  @Test("A program that becomes another one is that one") func becomesAnother() async throws {
    let renderer = ProcessRenderer(executable: "/bin/sh", arguments: ["-c", #"exec python3 "$0" choose"#, Fake.path])
    #expect(try await renderer.present(request()) == .chose("yes"))
    await renderer.stop()
  }

  @Test("R4: a cancelled alert is withdrawn, and the program stays", arguments: ["wait", "never-appears"]) func cancelled(behaviour: String)
    async throws
  {
    let fake = Fake(behaviour)
    for _ in 0..<2 {
      let count = fake.notes.filter { $0 == "present" }.count
      let call = Task { try await fake.renderer.present(request()) }
      // A file, as one of them never says that it has appeared.
      try await eventually("the alert") { fake.notes.filter { $0 == "present" }.count > count }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    #expect(fake.processes.count == 1)
    #expect(fake.notes.last == "withdraw")
    await fake.renderer.stop()
  }

  @Test("R4: a program deaf to withdrawal and SIGTERM is killed, and the call returns") func deaf() async throws {
    let fake = Fake("deaf-stubborn") { $0.withdraw = .milliseconds(200) }
    let call = Task { try await fake.present() }
    try await fake.appears()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    try await eventually("its end") { !isRunning(fake.processes[0]) }
  }

  @Test("R5: cancelled before, nothing is started") func early() async throws {
    let fake = Fake("choose")
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fake.renderer.present(request())
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(fake.notes == [])
  }

  @Test("A program that ignores 'exit' and SIGTERM is killed at the end") func stubborn() async throws {
    let fake = Fake("stubborn") { ($0.exit, $0.terminate) = (.milliseconds(100), .milliseconds(100)) }
    let call = Task { try await fake.present() }
    try await fake.appears()
    await fake.renderer.stop()
    await #expect(throws: RendererFailure.self) { try await call.value }
    #expect(!isRunning(fake.processes[0]))
  }

  @Test("What a program leaves in its group is ended with it, even when it holds the pipes") func grandchildren() async throws {
    let fake = Fake("child")
    #expect(await failure(of: fake)?.reason == "fake ended with status 0")
    let grandchild = try #require(pid_t(fake.mark.text.filter(\.isNumber)))
    try await eventually("the end of the grandchild") { !isRunning(grandchild) || state(of: grandchild) == "Z" }
  }

  @Test("R9: changes reach the program; one without updates is shown the alert anew", arguments: ["wait", "renew"]) func updates(
    behaviour: String
  ) async throws {
    let fake = Fake(behaviour)
    let (stream, updates) = AsyncStream.makeStream(of: AlertUpdate.self)
    let call = Task { try await fake.present(updates: AlertUpdates { stream }) }
    try await fake.appears()
    var content = question
    content.title = "last"
    updates.yield(AlertUpdate(alert: PlainAlert(content), content: content))
    if behaviour == "wait" {
      #expect(try await call.value == .dismissed)
      #expect(fake.notes.last == "updated to last")
    } else {
      try await fake.appears(2)
      #expect(fake.notes.suffix(2) == ["withdraw", "present"])
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    await fake.renderer.stop()
  }

  @Test("R16: what was typed comes back, and nowhere else") func secrets() async throws {
    let fake = Fake("values")
    var content = question
    content.fields = [AlertField(id: "password", label: "Password", initialValue: "old", isSecure: true)]
    #expect(try await fake.renderer.present(request(content)) == .chose("yes", values: ["password": "hunter2"]))
    #expect(fake.heard.all == [])
  }

  @Test("Alerts of two callers are shown one after another") func turns() async throws {
    let fake = Fake("choose")
    try await withThrowingTaskGroup(of: AlertResponse.self) { group in
      for _ in 0..<20 { group.addTask { try await fake.renderer.present(request()) } }
      for try await response in group { #expect(response == .chose("yes")) }
    }
    #expect(fake.processes.count == 1)
    await fake.renderer.stop()
  }

  @Test("R14: a program gets three streams, no signal blocked or ignored, and a group of its own") func inheritance() async throws {
    let facts = ScratchFile()
    // Open in the app without close-on-exec, as much of what libraries open is.
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let renderer = ProcessRenderer(
      command: """
        { ls /proc/self/fd | tr '\\n' ' '; grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -f2 | tr '\\n' ' '; ps -o pgid= -p $$; echo $$; } >\(facts.path)
        exec python3 '\(Fake.path)' choose
        """)
    #expect(try await renderer.present(request()) == .chose("yes"))
    await renderer.stop()
    let words = facts.text.split(whereSeparator: \.isWhitespace)
    // 3 is the folder that `ls` reads.
    #expect(words.prefix(4) == ["0", "1", "2", "3"])
    let signals = words.dropFirst(4).prefix(2).map { UInt64($0, radix: 16) }
    #expect(signals.first == 0)
    #expect(signals.last.flatMap { $0 }.map { $0 & ~0x1_8000_0000 } == 0)  // but for the two that are the C library's own
    #expect(words.count == 8 && words[6] == words[7])
  }

  @Test("R17: a thousand programs leave no descriptor, no zombie and no thread") func thousand() async throws {
    let answer =
      #"read x; echo '{"jsonrpc":"2.0","id":1,"result":{"name":"sh"}}'; read x; echo '{"jsonrpc":"2.0","id":2,"result":{"response":"delivered"}}'; read x"#
    func run(_ count: Int) async throws {
      for number in 0..<count {
        // Half of them are renderers that are stopped, half are only released.
        let renderer = ProcessRenderer(command: answer)
        #expect(try await renderer.present(request(AlertContent(title: "\(number)"))) == .delivered)
        if number.isMultiple(of: 2) { await renderer.stop() }
      }
      try await eventually("the end of all programs") { children().isEmpty && Self.threadCount() <= threads }
    }
    try await eventually("the end of the programs of other tests, which are released rather than stopped") { children().isEmpty }
    try await run(10)
    let descriptors = openDescriptors()
    try await run(1_000)
    #expect(openDescriptors() <= descriptors)
  }

  @Test("A program that died is started again a thousand times without a trace") func restarts() async throws {
    let renderer = ProcessRenderer(
      command: #"""
        id() { read -r line; line=${line#*'"id":'}; id=${line%%,*}; }
        id; echo '{"jsonrpc":"2.0","id":'$id',"result":{}}'
        id; echo '{"jsonrpc":"2.0","id":'$id',"result":{"response":"delivered"}}'
        kill -9 $$
        """#)
    try await run(renderer, 10)
    let (descriptors, threads) = (openDescriptors(), Self.threadCount())
    try await run(renderer, 1_000)
    #expect(openDescriptors() <= descriptors + 3, "those of the last program may not be closed yet")
    #expect(Self.threadCount() <= threads + 8, "the concurrency pool may grow, one thread a program may not")
    await renderer.stop()
    try await eventually("the end of all programs") { children().isEmpty }
  }

  private func run(_ renderer: ProcessRenderer, _ count: Int) async throws {
    for number in 0..<count { #expect(try await renderer.present(request(AlertContent(title: "\(number)"))) == .delivered) }
  }

  private let threads = ProgramTests.threadCount() + 24  // the concurrency pool may grow meanwhile

  private func children() -> [String] {
    let list = ScratchFile()
    _ = system("ps -o pid=,stat=,comm= --ppid \(getpid()) | grep -v \"^ *$$ \" >\(list.path)")
    return list.text.split(separator: "\n").map(String.init)
  }
  private static func threadCount() -> Int { entries("/proc/self/task") }
  private func openDescriptors() -> Int { Self.entries("/proc/self/fd") }

  private static func entries(_ path: String) -> Int {
    guard let directory = opendir(path) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }

  private func state(of process: pid_t) -> Character? {
    let list = ScratchFile()
    _ = system("ps -o stat= -p \(process) >\(list.path)")
    return list.text.first
  }
}
