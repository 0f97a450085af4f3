import AlertJSON
import AlertTerminal
import PseudoTerminal
import Testing

@testable import alert_sdk_demo

/// The built program as a child process of a test.
final class Child: Sendable {
  enum Input {
    /// `/dev/null`.
    case nothing
    case closed
    /// This text and then the end.
    case text(String)
    /// What the test writes, when it writes it.
    case live
    case file(String)
  }
  enum Output {
    case pipe
    case closed
    /// A pipe nobody reads.
    case broken
    case file(String)
  }
  struct Ending: Equatable {
    var status: Int32?
    var signal: Int32?
    var output: [String]
    var errors: [String]
  }

  private let process: pid_t
  private let input: OutputFile?
  private let inputDescriptor: Int32?
  private let output: LineReader?
  private let errors: LineReader
  private let waiting = Waiting()

  /// Starts it.
  ///
  /// - Parameters:
  ///   - environment: Added to what the test has, of which no variable reaches the child that would change what it does.
  ///   - prefix: Another program that starts it, as `sh -c`.
  init(
    _ arguments: [String], input: Input = .nothing, output: Output = .pipe, environment: [String: String] = [:], prefix: [String] = []
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var forChild: [Int32] = []
    func pipeFromChild(_ number: Int32) throws -> Int32 {
      let ends = try System.makePipe()
      posix_spawn_file_actions_adddup2(&actions, ends.writing, number)
      forChild.append(ends.writing)
      return ends.reading
    }

    var writing: Int32?
    switch input {
    case .nothing: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, 0)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
    case .text, .live:
      let ends = try System.makePipe()
      posix_spawn_file_actions_adddup2(&actions, ends.reading, 0)
      forChild.append(ends.reading)
      writing = ends.writing
    }
    switch output {
    case .pipe: self.output = try LineReader(try pipeFromChild(1))
    case .closed:
      posix_spawn_file_actions_addclose(&actions, 1)
      self.output = nil
    case .broken:
      System.closeDescriptor(try pipeFromChild(1))
      self.output = nil
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      self.output = nil
    }
    errors = try LineReader(try pipeFromChild(2))

    // The last two lead to the desktop of whoever runs the tests.
    let unwanted = ["ALERTSDK_RENDERER", "CI", "TERM", "ACCESSIBLE", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
    var variables = ProcessEnvironment.variables().filter { !unwanted.contains($0.key) }
    variables.merge(environment) { $1 }
    let words = prefix + [Self.path] + arguments
    var argv = words.map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for copy in argv + envp { free(copy) } }
    var process = pid_t()
    let result = posix_spawnp(&process, words[0], &actions, nil, &argv, &envp)
    for descriptor in forChild { System.closeDescriptor(descriptor) }
    guard result == 0 else { throw System.Failure(code: result) }
    self.process = process
    self.input = writing.map { OutputFile($0) }
    inputDescriptor = writing
    if case .text(let text) = input {
      Task { [self] in
        try? await write(text)
        closeInput()
      }
    }
  }

  static let path = ChildProcess.built("alert-sdk-demo")

  /// Writes a line (or several) to its standard input.
  func write(_ text: String) async throws { try await input?.write(text) }

  /// Ends its standard input; once.
  func closeInput() { inputDescriptor.map { System.closeDescriptor($0) } }

  func send(_ signal: Int32) { kill(process, signal) }

  /// The next line it prints, as soon as it has.
  func nextLine() async throws -> String? { try await Self.text(output?.next()) }

  /// The next line it complains with.
  func nextErrorLine() async throws -> String? { try await Self.text(errors.next()) }

  private static func text(_ line: LineSplitter.Line?) -> String? {
    guard case .bytes(let bytes) = line else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for its end; one that does not end in time is killed, which the test sees as signal 9.
  func end(within limit: Duration = .seconds(30)) async throws -> Ending {
    let watchdog = Task {
      try await Task.sleep(for: limit)
      send(SIGKILL)
    }
    defer { watchdog.cancel() }
    async let lines = Self.rest(output)
    async let complaints = Self.rest(errors)
    let status = await waiting.wait(process)
    let exited = status & 0x7F == 0
    return Ending(
      status: exited ? (status >> 8) & 0xFF : nil, signal: exited ? nil : status & 0x7F, output: try await lines,
      errors: try await complaints)
  }

  private static func rest(_ reader: LineReader?) async throws -> [String] {
    var lines: [String] = []
    while let line = try await reader?.next() { lines.append(text(line) ?? "(a line over the limit)") }
    return lines
  }

  private actor Waiting {
    private let thread = BlockingThread()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func wait(_ process: pid_t) -> Int32 {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }
}

/// Runs the program to its end.
func run(
  _ arguments: [String], input: Child.Input = .nothing, output: Child.Output = .pipe, environment: [String: String] = [:]
) async throws -> Child.Ending {
  try await Child(arguments, input: input, output: output, environment: environment).end()
}

extension Child.Ending {
  /// Its output as JSON values; a line that is none makes the test fail.
  func outcomes() throws -> [JSONValue] { try output.map { try JSONParser.value(in: Array($0.utf8)) } }
}
