import AlertJSON
import AlertSDK
import AlertSDKTestKit
import AlertTerminal
import Testing

@testable import alert_sdk_demo

/// `run` in this process, on renderers whose alerts stay up.
@Suite struct RunCommandTests {
  /// A run whose input and output are pipes in the hands of the test.
  private struct Run {
    let center: AlertCenter
    let input: OutputFile
    private let inputDescriptor: Int32
    let output: LineReader
    let task: Task<ExitCode, any Error>

    init(
      _ center: AlertCenter, source: Invocation.InputSource? = nil, format: Invocation.InputFormat = .ndjson, output failing: Int32? = nil,
      capacity: Int = 10_000
    ) throws {
      self.center = center
      let from = try System.makePipe()
      let to = try System.makePipe()
      (input, inputDescriptor) = (OutputFile(from.writing), from.writing)
      output = try LineReader(to.reading)
      let command = RunCommand(
        source: source ?? .file("/dev/fd/\(from.reading)"), format: format, center: center, log: try EventLog(nil),
        output: OutputFile(failing ?? to.writing),
        capacity: capacity)
      task = Task {
        defer { System.closeDescriptor(to.writing) }
        return try await command.run()
      }
    }

    func closeInput() { System.closeDescriptor(inputDescriptor) }

    /// The next lines of the output.
    func outcomes(_ count: Int) async throws -> [JSONValue] {
      var outcomes: [JSONValue] = []
      while outcomes.count < count, case .bytes(let line) = try await output.next() { outcomes.append(try JSONParser.value(in: line)) }
      return outcomes
    }

    /// What is left of the output, to its end.
    func outcomes() async throws -> [JSONValue] {
      var outcomes: [JSONValue] = []
      while case .bytes(let line) = try await output.next() { outcomes.append(try JSONParser.value(in: line)) }
      return outcomes
    }
  }

  /// Waits until so many alerts have been shown to a center, joined ones included.
  private func arrival(of count: Int, in events: AlertCenter.Events) async {
    var arrived = 0
    for await event in events {
      switch event {
      case .queued, .joined: arrived += 1
      default: break
      }
      if arrived == count { return }
    }
  }

  @Test("S23: the five equal disk errors of a real journal are one alert with a count of five") func diskErrors() async throws {
    let center = AlertCenter()
    let events = center.events(bufferingNewest: nil)
    let run = try Run(center, source: .file(fixturePath("journal.jsonl")), format: .journal)
    await arrival(of: 22, in: events)
    let screen = TestScreen()
    center.use(renderer: screen)
    var counts: [String: Int] = [:]
    for _ in 0..<18 {
      let alert = try await screen.next()
      counts[alert.content.message] = alert.repeatCount
      alert.dismiss()
    }
    #expect(try await run.task.value == .success)
    #expect(counts.filter { $0.value > 1 }.map { $0.key.hasPrefix("blk_update_request: I/O error") } == [true])
    #expect(counts.values.max() == 5)
    let outcomes = try await run.outcomes()
    #expect(outcomes.count == 22)
    #expect(outcomes.allSatisfy { $0["outcome"] == "dismissed" && $0["shownAt"] != nil })
  }

  @Test("Answers come out with what was typed; the id is the line's own") func answers() async throws {
    let screen = TestScreen()
    let run = try Run(AlertCenter(renderer: screen))
    try await run.input.write(
      #"{"id":"q","title":"Who?","actions":[{"id":"ok","title":"OK"}],"fields":[{"id":"name","label":"Name"},{"id":"pw","label":"P","secure":true}]}"#
    )
    try await screen.next().choose("ok", values: ["name": "Ada", "pw": "x\ty"])
    let line = try await run.outcomes(1)[0]
    #expect(line["id"] == "q" && line["outcome"] == "chose" && line["action"] == "ok")
    #expect(line["values"] == ["name": "Ada", "pw": "x\ty"])
    run.closeInput()
    #expect(try await run.task.value == .success)
  }

  @Test("An interruption ends every alert, and each has its line") func interruption() async throws {
    let center = AlertCenter(renderer: ScriptedRenderer(thenAlways: .stayUp))
    let events = center.events(bufferingNewest: nil)
    let run = try Run(center)
    for id in 1...5 { try await run.input.write(#"{"title":"\#(id)"}"#) }
    await arrival(of: 5, in: events)
    run.task.cancel()
    _ = try await run.task.value
    let outcomes = try await run.outcomes()
    #expect(outcomes.count == 5)
    #expect(outcomes.filter { $0["outcome"] == "withdrawn" }.count <= 1)
    #expect(outcomes.filter { $0["outcome"] == "dropped" && $0["reason"] == "shutDown" }.count >= 4)
    run.closeInput()
  }

  @Test("S23: a replaced alert says by whose name") func superseded() async throws {
    let center = AlertCenter()
    let events = center.events(bufferingNewest: nil)
    let run = try Run(center)
    try await run.input.write(#"{"title":"1","id":"old","key":"k"}"#)
    try await run.input.write(#"{"title":"2","id":"new","key":"k","whenDuplicate":"replace"}"#)
    await arrival(of: 2, in: events)
    center.use(renderer: ScriptedRenderer())
    run.closeInput()
    _ = try await run.task.value
    let outcomes = try await run.outcomes()
    #expect(outcomes.map { $0["id"] } == ["old", "new"])
    #expect(outcomes.first?["by"] == "new")
    #expect(outcomes.first?["shownAt"] == nil)
  }

  @Test("A file is read no faster than it is shown: never more than half the capacity waits") func backPressure() async throws {
    let path = "/tmp/alert-sdk-demo-\(UInt64.random(in: 0 ... .max)).jsonl"
    let descriptor = try System.openForWriting(path)
    let file = OutputFile(descriptor)
    for id in 1...300 { try await file.write(#"{"title":"\#(id)"}"#) }
    System.closeDescriptor(descriptor)
    defer { System.removeFile(path) }

    var configuration = AlertCenter.Configuration()
    configuration.capacity = 20
    let center = AlertCenter(configuration: configuration)
    let events = center.events(bufferingNewest: nil)
    let most = Task {
      var (waiting, most) = (0, 0)
      for await event in events {
        switch event {
        case .queued: waiting += 1
        case .appeared: waiting -= 1
        default: break
        }
        most = max(most, waiting)
      }
      return most
    }
    let arrivals = center.events(bufferingNewest: nil)  // before the first one can arrive
    let run = try Run(center, source: .file(path), capacity: configuration.capacity)
    await arrival(of: 10, in: arrivals)
    center.use(renderer: ScriptedRenderer())
    let outcomes = try await run.outcomes()
    #expect(outcomes.count == 300)
    #expect(outcomes.allSatisfy { $0["outcome"] == "dismissed" })
    #expect(try await run.task.value == .success)
    // One more may be on its way between the event that it appeared and the next line.
    #expect(await most.value <= 11)
  }

  @Test("A pipe is not held up: what is too much is dropped, and has its line too") func overflow() async throws {
    var configuration = AlertCenter.Configuration()
    configuration.capacity = 20
    let center = AlertCenter(configuration: configuration)
    let events = center.events(bufferingNewest: nil)
    let run = try Run(center)
    for id in 1...100 { try await run.input.write(#"{"title":"\#(id)"}"#) }
    await arrival(of: 100, in: events)
    center.use(renderer: ScriptedRenderer())
    run.closeInput()
    let outcomes = try await run.outcomes()
    #expect(outcomes.count == 100)
    #expect(outcomes.filter { $0["reason"] == "queueFull" }.count == 80)
    _ = try await run.task.value
  }

  @Test("Output that fails ends the run") func outputFails() async throws {
    let run = try Run(AlertCenter(renderer: ScriptedRenderer()), output: System.openForWriting("/dev/full"))
    try await run.input.write(#"{"title":"a"}"#)
    await #expect(throws: System.Failure.self) { try await run.task.value }
    run.closeInput()
  }

  @Test("A FIFO that nobody writes to is waited for, and the wait can be cancelled") func silentFIFO() async throws {
    let fifo = "/tmp/alert-sdk-demo-\(getpid())-input.fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    defer { System.removeFile(fifo) }
    let run = try Run(AlertCenter(renderer: TestScreen()), source: .file(fifo))
    let rescue = Task {
      try await Task.sleep(for: .seconds(10))
      Issue.record("it waits in `open`, where nothing reaches it")
      System.closeDescriptor(try System.openForWriting(fifo))
    }
    run.task.cancel()
    _ = try await run.task.value
    rescue.cancel()
  }

  @Test("A FIFO is read from its first writer to its last") func writtenFIFO() async throws {
    let fifo = "/tmp/alert-sdk-demo-\(getpid())-written.fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    defer { System.removeFile(fifo) }
    let screen = TestScreen()
    let run = try Run(AlertCenter(renderer: screen), source: .file(fifo))
    let writing = Int32(open(fifo, O_RDWR))
    try await OutputFile(writing).write(#"{"title":"a"}"#)
    try await screen.next().dismiss()
    #expect(try await run.outcomes(1).first?["outcome"] == "dismissed")
    System.closeDescriptor(writing)
    #expect(try await run.task.value == .success)
  }
}
