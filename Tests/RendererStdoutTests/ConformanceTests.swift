import AlertJSON
import AlertSDK
import AlertSDKTestKit
import AlertTerminal
import PseudoTerminal
import RendererStdout
import Synchronization
import Testing

/// The rules R1-R21, each tried on each kind of lines.
@Suite(.timeLimit(.minutes(5))) struct ConformanceTests {
  private func expectConforming(_ report: ConformanceReport, untested: [Int]) {
    #expect(report.passes && report.warnings.isEmpty, "\(report)")
    #expect(report.untested.map(\.rule.number) == untested, "\(report)")
  }

  @Test("Plain lines keep the rules") func plain() async {
    let report = await RendererConformance.check(repetitions: 2_000, driver: { PipeDriver(mode: .plain) })
    expectConforming(report, untested: [6, 7, 8, 9, 10, 15, 16])
  }

  @Test("Prompts on a terminal keep the rules", arguments: [StdoutRenderer.Mode.prompt, .accessible])
  func prompts(mode: StdoutRenderer.Mode) async {
    let report = await RendererConformance.check(repetitions: 2_000, driver: { try PromptDriver(mode: mode) })
    expectConforming(report, untested: [])
  }

  @Test("JSON lines that nobody answers keep the rules") func json() async {
    let report = await RendererConformance.check(repetitions: 2_000, driver: { PipeDriver(mode: .json) })
    expectConforming(report, untested: [6, 7, 8, 9, 10, 15, 16])
  }

  @Test("JSON lines with a program that answers keep the rules") func answeredJSON() async {
    let report = await RendererConformance.check(repetitions: 2_000, driver: { AnsweringPipeDriver() })
    expectConforming(report, untested: [])
  }
}

/// A pipe that is read, and nobody to ask.
private struct PipeDriver: ConformanceDriver {
  let output = DrainedPipe()
  let renderer: any AlertRenderer

  init(mode: StdoutRenderer.Mode) {
    renderer = StdoutRenderer(mode: mode, stream: .descriptor(output.writeEnd), answers: .nobody, environment: ["LANG": "C.UTF-8"])
  }

  func loseSurface() async throws { output.close() }
  func text() async throws -> String { output.text }
}

/// A program that reads JSON lines and answers them.
private struct AnsweringPipeDriver: ConformanceDriver {
  let output = DrainedPipe()
  let answers = Pipe()
  let renderer: any AlertRenderer

  init() {
    renderer = StdoutRenderer(
      mode: .json, stream: .descriptor(output.writeEnd), answers: .descriptor(answers.readEnd), environment: ["LANG": "C.UTF-8"])
  }

  func press(_ action: AlertAction.ID, in content: AlertContent, values: [AlertField.ID: String]) async throws {
    let fields = values.map { "\(JSONValue.string($0.key).text):\(JSONValue.string($0.value).text)" }.joined(separator: ",")
    answers.put("{\"action\":\(JSONValue.string(action).text),\"values\":{\(fields)}}\n")
  }
  func close() async throws { answers.put("{\"response\":\"dismissed\"}\n") }
  func loseSurface() async throws {
    output.close()
    answers.closeWriteEnd()
  }
  func text() async throws -> String { output.text }
}

/// A person at a terminal.
private struct PromptDriver: ConformanceDriver {
  let terminal: DrainedTerminal
  let renderer: any AlertRenderer

  init(mode: StdoutRenderer.Mode) throws {
    terminal = try DrainedTerminal()
    renderer = StdoutRenderer(
      mode: mode, stream: .descriptor(terminal.slave), answers: .descriptor(terminal.slave), environment: utf8Terminal)
  }

  func press(_ action: AlertAction.ID, in content: AlertContent, values: [AlertField.ID: String]) async throws {
    try await terminal.waitForNext(content.title)
    for field in content.fields {
      try await terminal.waitForNext(field.isSecure ? "\(field.label) (not shown):" : "\(field.label):")
      terminal.type("\(values[field.id] ?? "")\n")
    }
    try await terminal.waitForNext("Choose ")
    let place = content.actions.firstIndex { $0.id == action }
    terminal.type("\((place ?? -1) + 1)\n")
  }
  func accept() async throws { terminal.type("\n") }
  /// A person who three times says something else has closed it.
  func close() async throws {
    for _ in 0..<3 {
      try await terminal.waitForNext("Choose ")
      terminal.type("neither\n")
    }
  }
  func loseSurface() async throws { terminal.hangUp() }
  func text() async throws -> String { terminal.text }
}

/// A pipe whose output is taken in whether or not somebody looks, so that it is never full.
private final class DrainedPipe: Sendable {
  /// What came out of it; apart from the pipe, which must not be kept by its own drain.
  private final class Output: Sendable {
    private let pipe: Pipe
    private let text = Mutex("")
    init(_ pipe: Pipe) { self.pipe = pipe }
    func take() -> String {
      text.withLock { text in
        text = String((text + pipe.take()).suffix(2_000_000))
        return text
      }
    }
    func close() { text.withLock { _ in pipe.closeReadEnd() } }
  }

  private let output: Output
  private let drain: Task<Void, Never>
  let writeEnd: Int32

  init() {
    let pipe = Pipe()
    let output = Output(pipe)
    (self.output, writeEnd) = (output, pipe.writeEnd)
    drain = Task.detached {
      while !Task.isCancelled {
        _ = output.take()
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }
  deinit { drain.cancel() }

  var text: String { output.take() }
  func close() {
    drain.cancel()
    output.close()
  }
}
