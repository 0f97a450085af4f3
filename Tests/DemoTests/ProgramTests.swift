import AlertJSON
import AlertTerminal
import Testing

@testable import alert_sdk_demo

/// The built program, from outside: exit statuses, what is on which stream, pipes, signals.
@Suite(.serialized) struct ProgramTests {
  @Test(
    "Help and version go to stdout", arguments: [["--help"], ["show", "--help"], ["--version"], ["renderers"], ["renderers", "--json"]])
  func help(words: [String]) async throws {
    let ending = try await run(words)
    #expect(ending.status == 0)
    #expect(!ending.output.isEmpty)
    #expect(ending.errors == [])
  }

  @Test("renderers --json is JSON as a whole") func renderersJSON() async throws {
    let text = try await run(["renderers", "--json"]).output.joined(separator: "\n")
    guard case .array(let renderers) = try JSONParser.value(in: Array(text.utf8)) else {
      Issue.record("no array: \(text)")
      return
    }
    #expect(renderers.contains { $0["name"] == "stdout" })
  }

  @Test(
    "Usage errors go to stderr, with a hint and status 64",
    arguments: [
      (["dance"], ""), (["show"], "show "), (["--colour"], ""), (["show", "T", "--renderer", "nope"], "show "),
      (["tour", "--renderer", "stdout:colour=red"], "tour "), (["tour", "--renderer", "stdout:mode=plian"], "tour "),
      (["show", "T", "--renderer", "stdout:mode"], "show "), (["renderers", "--renderer", "stdot"], "renderers "),
      (["check", "stdot"], "check "),
    ])
  func usage(words: [String], command: String) async throws {
    let ending = try await run(words)
    #expect(ending.status == 64)
    #expect(ending.output == [])
    #expect(ending.errors.last == "Try 'alert-sdk-demo \(command)--help'.")
    #expect(ending.errors.first?.hasPrefix("alert-sdk-demo: ") == true)
  }

  @Test("A file for the events that cannot be written is named, status 74") func unwritableEvents() async throws {
    let ending = try await run(["show", "T", "--renderer", "stdout", "--events", "/nonexistent/events"])
    #expect(ending.status == 74)
    #expect(ending.errors.last?.contains("--events: /nonexistent/events: ") == true)
  }

  @Test("ALERTSDK_RENDERER stands in for --renderer, and does not overrule it") func environment() async throws {
    #expect(try await run(["show", "T"], environment: ["ALERTSDK_RENDERER": "nope"]).status == 64)
    #expect(try await run(["show", "T", "--renderer", "stdout"], environment: ["ALERTSDK_RENDERER": "nope"]).status == 0)
    #expect(try await run(["show", "T", "--renderer", "stdout"], environment: ["ALERTSDK_RENDERER": ""]).status == 0)
  }

  @Test(
    "A full disk and a closed pipe are status 74", arguments: ["full", "closed", "broken"],
    [["--help"], ["renderers"], ["run", "-", "--renderer", "stdout"]])
  func outputFails(kind: String, words: [String]) async throws {
    let output: Child.Output = kind == "full" ? .file("/dev/full") : kind == "closed" ? .closed : .broken
    let ending = try await run(words, input: .text(#"{"title":"a"}"#), output: output)
    #expect(ending.status == 74)
    #expect(ending.errors.contains { $0.contains("output failed") })
  }

  @Test("A closed pipe ends a run whose input goes on") func outputFailsWhileReading() async throws {
    let child = try Child(["run", "--renderer", "stdout"], input: .live, output: .broken)
    try await child.write(#"{"title":"a"}"#)
    #expect(try await child.end().status == 74)
    child.closeInput()
  }

  // MARK: show

  @Test("A notice is shown on stderr; stdout stays empty") func notice() async throws {
    let ending = try await run(["show", "Backup finished", "--renderer", "stdout"])
    #expect(ending.status == 0)
    #expect(ending.output == [])
    #expect(ending.errors.contains { $0.contains("Backup finished") })
  }

  @Test(
    "A question that nobody can be asked: status 3, one reason, no answer", arguments: ["nothing", "yes", "closed"], ["auto", "stdout"])
  func nobodyToAsk(input: String, renderer: String) async throws {
    let child = try Child(
      ["show", "--title", "Delete?", "--destructive", "yes=Delete", "--cancel", "no=Keep", "--renderer", renderer],
      input: input == "nothing" ? .nothing : input == "yes" ? .text("yes\n") : .closed)
    let ending = try await child.end()
    #expect(ending.status == 3)
    #expect(ending.output == [])
    #expect(ending.errors.filter { $0.hasPrefix("alert-sdk-demo: ") }.count == 1)
  }

  // MARK: run

  @Test("A live pipe: each line is shown when it comes") func livePipe() async throws {
    let child = try Child(["run", "-", "--renderer", "stdout"], input: .live)
    for name in ["a", "b"] {
      try await child.write(#"{"title":"\#(name)","id":"\#(name)"}"#)
      #expect(try await child.nextLine()?.hasPrefix(#"{"id":"\#(name)","outcome":"delivered","#) == true)
    }
    child.closeInput()
    #expect(try await child.end().status == 0)
  }

  @Test("300 good and 3 bad lines: 300 outcomes, three reasons, status 65") func badLines() async throws {
    var lines = (1...300).map { #"{"title":"alert \#($0)","id":"\#($0)"}"# }
    lines.insert("not json", at: 300)
    lines.insert(#"{"message":"no title"}"#, at: 150)
    lines.insert(#"{"title":7}"#, at: 0)
    let ending = try await run(["run", "--renderer", "stdout"], input: .text(lines.joined(separator: "\n")))
    #expect(ending.status == 65)
    #expect(try ending.outcomes().map { $0["id"] } == (1...300).map { .string(String($0)) })
    #expect(
      ending.errors.filter { $0.hasPrefix("-:") } == [
        "-:1: title: expected a string, found a number", "-:152: title is missing", "-:303: not JSON: expected a value at byte 1",
      ])
  }

  @Test("Lines over 1 MiB, invalid UTF-8, blank lines, a last line without its end") func oddLines() async throws {
    let long = String(repeating: "x", count: 1 << 20)
    let lines = [#"{"title":"\#(long)"}"#, "", #"{"title":"a"}"#, "  ", #"{"title":"b"}"#]
    let ending = try await run(["run", "--renderer", "stdout"], input: .text(lines.joined(separator: "\n")))
    #expect(ending.status == 65)
    #expect(try ending.outcomes().map { $0["id"] } == ["3", "5"])
    #expect(ending.errors.filter { $0.hasPrefix("-:") } == ["-:1: longer than 1 MiB"])
  }

  @Test("Unknown keys: one note each, and all is well") func unknownKeys() async throws {
    let lines = (1...3).map { #"{"title":"\#($0)","colour":1,"\u001b[31m":2}"# }
    let ending = try await run(["run", "--renderer", "stdout"], input: .text(lines.joined(separator: "\n")))
    #expect(ending.status == 0)
    #expect(ending.output.count == 3)
    #expect(
      ending.errors.filter { $0.hasPrefix("-:") } == [
        #"-:1: note: unknown key "colour" is ignored"#, #"-:1: note: unknown key "\u001b[31m" is ignored"#,
      ])
  }

  @Test("A file that cannot be read is status 66", arguments: ["/nonexistent/file", "/"]) func noInput(path: String) async throws {
    let ending = try await run(["run", path, "--renderer", "stdout"])
    #expect(ending.status == 66)
    #expect(ending.output == [])
    #expect(ending.errors.filter { $0.hasPrefix("alert-sdk-demo: \(path): ") }.count == 1)
  }

  @Test("Standard input that is closed cannot be read either") func closedInput() async throws {
    #expect(try await run(["run", "--renderer", "stdout"], input: .closed).status == 66)
  }

  @Test("A real journal: 22 outcomes, pure JSON on stdout, no control character on stderr") func journal() async throws {
    let ending = try await run(["run", fixturePath("journal.jsonl"), "--format", "journal", "--renderer", "stdout"])
    #expect(ending.status == 0)
    let outcomes = try ending.outcomes()
    #expect(Set(outcomes.map { $0["id"]?.text }) == Set((1...22).map { "\"\($0)\"" }))
    #expect(outcomes.allSatisfy { $0["outcome"] == "delivered" })
    #expect(ending.errors.allSatisfy { line in !line.unicodeScalars.contains { $0.isUnsafeOnScreen } })
  }

  @Test("Events are JSON lines, to a file or to stderr") func events() async throws {
    let ending = try await run(["run", "--renderer", "stdout", "--events", "-"], input: .text(#"{"title":"a","id":"x"}"#))
    let events = ending.errors.filter { $0.hasPrefix("{") }.compactMap { try? JSONParser.value(in: Array($0.utf8)) }
    #expect(events.compactMap { $0["id"] == "x" ? $0["event"] : nil } == ["queued", "presenting", "appeared", "ended"])
    #expect(try await run(["show", "T", "--renderer", "stdout", "--events", "/dev/full"]).status == 74)
    #expect(try await run(["show", "T", "--renderer", "stdout", "--events", "/nonexistent/file"]).status == 74)
  }

  @Test("Events for a FIFO that nobody reads are an error, not a wait that no signal ends") func eventsForNobody() async throws {
    let fifo = "/tmp/alert-sdk-demo-\(getpid())-events.fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    defer { System.removeFile(fifo) }
    let ending = try await Child(["show", "T", "--renderer", "stdout", "--events", fifo]).end(within: .seconds(10))
    #expect(ending.status == 74)
    #expect(ending.errors == ["alert-sdk-demo: output failed: --events: \(fifo): nobody is at its other end"])
  }

  // MARK: Signals

  @Test("INT, TERM and HUP: every outcome is written, then the signal takes effect", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) async throws {
    let child = try Child(["run", "--renderer", "stdout"], input: .live)
    for id in 1...5 { try await child.write(#"{"title":"\#(id)"}"#) }
    for id in 1...5 { #expect(try await child.nextLine()?.hasPrefix(#"{"id":"\#(id)","#) == true) }
    child.send(number)
    let ending = try await child.end()
    #expect(ending.signal == number)
    #expect(ending.output == [])
    child.closeInput()
  }

  @Test("A signal that was ignored at the start stays ignored") func ignoredSignal() async throws {
    let child = try Child(
      ["run", "--renderer", "stdout"], input: .live, prefix: ["/bin/sh", "-c", #"trap "" HUP; exec "$0" "$@""#])
    for id in ["a", "b"] {
      try await child.write(#"{"title":"\#(id)"}"#)
      #expect(try await child.nextLine() != nil)
      child.send(SIGHUP)
    }
    child.closeInput()
    #expect(try await child.end().status == 0)
  }

  // MARK: tour

  @Test("The tour ends well where nobody is there") func tour() async throws {
    let ending = try await run(["tour"])
    #expect(ending.status == 0)
    #expect(ending.output == [])
    let text = ending.errors.joined(separator: "\n")
    for scene in Tour.scenes { #expect(text.contains(scene.title)) }
    #expect(ending.errors.allSatisfy { $0.count <= 80 })
  }
}
