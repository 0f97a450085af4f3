import AlertSDK
import AlertTerminal
import CTerminalRestore
import PseudoTerminal
import RendererStdout
import Synchronization
import Testing

/// A pipe; both ends are closed with it.
final class Pipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32
  private let isRead = Mutex(true)
  private let isWritten = Mutex(true)
  init() {
    var ends: [Int32] = [-1, -1]
    // Closed in children from the start: tests beside this one start some, and one that had an end would keep the pipe alive.
    _ = alertsdk_pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFL, 0) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }
  deinit {
    closeReadEnd()
    closeWriteEnd()
  }
  /// From now on nobody reads.
  func closeReadEnd() {
    isRead.withLock { isRead in
      if isRead { close(readEnd) }
      isRead = false
    }
  }
  /// From now on nobody writes.
  func closeWriteEnd() {
    isWritten.withLock { isWritten in
      if isWritten { close(writeEnd) }
      isWritten = false
    }
  }
  func put(_ text: String) { _ = write(writeEnd, text, text.utf8.count) }
  /// All that is in it now.
  func take() -> String {
    var all: [UInt8] = []
    var polled = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 0) > 0, polled.revents & Int16(POLLIN) != 0 {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(readEnd, &buffer, buffer.count)
      guard count > 0 else { break }
      all += buffer[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }
  /// All that comes until it is so.
  func take(until isSo: (String) -> Bool) async throws -> String {
    var all = take()
    while !isSo(all) {
      try await ready(readEnd, for: POLLIN, "more than \(all.suffix(400).debugDescription)")
      all += take()
    }
    return all
  }
}

/// Waits until nobody reads any more: a child that is just being started has all descriptors for a moment.
func nobodyReads(_ descriptor: Int32) async throws {
  try await ready(descriptor, for: 0, "the other end is closed")
}

struct Unexpected: Error { var description: String }

func failure(of body: () async throws -> AlertResponse) async throws -> RendererFailure {
  do {
    let response = try await body()
    throw Unexpected(description: "an answer from nowhere: \(response)")
  } catch let failure as RendererFailure { return failure }
}

@Suite struct DescriptorTests {
  let environment = ["LANG": "C.UTF-8"]

  @Test("Plain lines go into a pipe, all prefixed (R1)") func plain() async throws {
    let out = Pipe()
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), environment: environment)
    #expect(renderer.mode == .plain)
    let content = AlertContent(title: "Disk", message: "full\tnow", severity: .error)
    #expect(try await present(content, on: renderer) == .delivered)
    #expect(out.take() == "alert: [ERROR] Disk\nalert:   full    now\n")
  }

  @Test("R6, R11: without a terminal nobody is asked: unsupported, with one reason and nothing written (case 29)") func nobody()
    async throws
  {
    let out = Pipe()
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), environment: environment)
    let failure = try await failure { try await present(question, on: renderer) }
    #expect(failure.kind == .unsupported)
    #expect(failure.reason.contains("nobody to ask"))
    #expect(out.take() == "")
  }

  @Test("R7: an alert whose only action is cancel needs no answer") func onlyCancel() async throws {
    let out = Pipe()
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), environment: environment)
    let content = AlertContent(title: "t", actions: actions("Close", roles: ["Close": .cancel]))
    #expect(try await present(content, on: renderer) == .delivered)
  }

  @Test("Declared answers are read a line each; what stands behind is left to others (case 32)") func declaredAnswers() async throws {
    let (out, answers) = (Pipe(), Pipe())
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), answers: .descriptor(answers.readEnd), environment: environment)
    var form = question
    form.fields = [AlertField(id: "word", label: "Word", isSecure: true)]
    answers.put("hunter2\n3\nsomebody else's\n")
    #expect(try await present(form, on: renderer) == .chose("deliver", values: ["word": "hunter2"]))
    #expect(answers.take() == "somebody else's\n")
    let lines = out.take()
    #expect(lines.split(separator: "\n").allSatisfy { $0.hasPrefix("alert: ") })
    #expect(lines.hasSuffix("alert: Choose 1-3 or name [3]:\nalert: Answer: Deliver\n"))
    #expect(!lines.contains("hunter2"))
  }

  @Test("R6: a declared answer that fits nothing, and the end of the answers, are no answers") func badAnswers() async throws {
    let (out, answers) = (Pipe(), Pipe())
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), answers: .descriptor(answers.readEnd), environment: environment)
    answers.put("y\n")
    #expect(try await failure { try await present(question, on: renderer) }.kind == .unsupported)
    let empty = open("/dev/null", O_RDONLY)
    defer { close(empty) }
    let deaf = StdoutRenderer(stream: .descriptor(out.writeEnd), answers: .descriptor(empty), environment: environment)
    #expect(try await failure { try await present(question, on: deaf) }.reason.contains("ended"))
    let closed = StdoutRenderer(stream: .descriptor(out.writeEnd), answers: .descriptor(9999), environment: environment)
    #expect(try await failure { try await present(question, on: closed) }.reason.contains("closed"))
  }

  @Test("R14: a non-blocking input is waited for, and stays non-blocking; half a line outlives a cancellation") func nonBlocking()
    async throws
  {
    let (out, answers) = (Pipe(), Pipe())
    _ = fcntl(answers.readEnd, F_SETFL, O_NONBLOCK)
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), answers: .descriptor(answers.readEnd), environment: environment)
    let first = Task { try await present(question, on: renderer) }
    answers.put("kee")
    try await eventually("half the line is read") {
      var count: Int32 = 0
      _ = ioctl(answers.readEnd, UInt(FIONREAD), &count)
      return count == 0
    }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    async let second = present(question, on: renderer)
    answers.put("p\n")
    #expect(try await second == .chose("keep"))
    #expect(fcntl(answers.readEnd, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(out.writeEnd, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test("An answer that was named by the app is given, except to what it does not fit (R6)") func namedAction() async throws {
    let out = Pipe()
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), answers: .action("keep"), environment: environment)
    #expect(try await present(question, on: renderer) == .chose("keep"))
    var form = question
    form.fields = [AlertField(id: "f", label: "F")]
    for misfit in [form, AlertContent(title: "t", actions: actions("Other"))] {
      #expect(try await failure { try await present(misfit, on: renderer) }.kind == .unsupported)
    }
  }

  @Test("R12: a full device is a failure with a reason, and the next alert tries again") func fullDevice() async throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    try #require(full >= 0)
    let renderer = StdoutRenderer(stream: .descriptor(full), environment: environment)
    for _ in 0..<2 {
      let failure = try await failure { try await present(AlertContent(title: "t"), on: renderer) }
      #expect(failure.kind == .unsupported && failure.reason.contains("no space"))
    }
  }

  @Test("R12: a closed pipe and a closed descriptor are failures; no SIGPIPE ends the process or stays behind") func closedPipe()
    async throws
  {
    let out = Pipe()
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), environment: environment)
    out.closeReadEnd()
    try await nobodyReads(out.writeEnd)
    for content in [
      AlertContent(title: "t"), AlertContent(title: String(repeating: "x", count: 200), message: String(repeating: "y\n", count: 9000)),
    ] {
      #expect(try await failure { try await present(content, on: renderer) }.reason.contains("closed pipe"))
    }
    var pending = sigset_t()
    sigpending(&pending)
    #expect(sigismember(&pending, SIGPIPE) == 0)
    let gone = StdoutRenderer(stream: .descriptor(9999), environment: environment)
    #expect(try await failure { try await present(AlertContent(title: "t"), on: gone) }.reason.contains("closed"))
  }

  @Test("R21: a pipe nobody reads holds an alert up for a second and no thread of the pool; cancelled, it is down at once") func fullPipe()
    async throws
  {
    let out = Pipe()
    _ = fcntl(out.writeEnd, F_SETFL, O_NONBLOCK)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(out.writeEnd, block, block.count) > 0 {}
    _ = fcntl(out.writeEnd, F_SETFL, 0)
    let renderer = StdoutRenderer(stream: .descriptor(out.writeEnd), environment: environment)
    let failure = try await failure { try await present(AlertContent(title: "t"), on: renderer) }
    #expect(failure.kind == .unavailable && failure.retryAfter != nil)
    let task = Task { try await present(AlertContent(title: "t"), on: renderer) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A socket is written to without SIGPIPE") func socket() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let renderer = StdoutRenderer(stream: .descriptor(ends[1]), environment: environment)
    #expect(try await present(AlertContent(title: "t"), on: renderer) == .delivered)
    close(ends[0])
    try await nobodyReads(ends[1])
    #expect(try await failure { try await present(AlertContent(title: "t"), on: renderer) }.reason.contains("closed pipe"))
  }

  @Test("R13: a megabyte of text, an empty title and 200 actions arrive whole") func large() async throws {
    let out = Pipe()
    let file = tmpfile()!
    defer { fclose(file) }
    let content = AlertContent(
      title: "", message: String(repeating: "0123456789abcde\n", count: 65_536),
      actions: (0..<200).map { AlertAction(id: "\($0)", title: "same") })
    let renderer = StdoutRenderer(stream: .descriptor(fileno(file)), answers: .action("7"), environment: environment)
    #expect(try await present(content, on: renderer) == .chose("7"))
    var status = stat()
    fstat(fileno(file), &status)
    #expect(status.st_size > 65_536)
    let pipe = StdoutRenderer(mode: .json, stream: .descriptor(out.writeEnd), answers: .action("7"), environment: environment)
    async let response = present(content, on: pipe)
    let all = try await out.take { $0.hasSuffix("}\n") }
    #expect(try await response == .chose("7"))
    #expect(all.utf8.count > 1 << 20 && all.split(separator: "\n").count == 1)
  }

  @Test("JSON mode: shown, rejected, answered; answers come as JSON lines on a descriptor") func json() async throws {
    let (out, answers) = (Pipe(), Pipe())
    let renderer = StdoutRenderer(
      mode: .json, stream: .descriptor(out.writeEnd), answers: .descriptor(answers.readEnd), environment: environment)
    answers.put("keep\n{\"action\":\"keep\"}\n")
    #expect(try await present(question, on: renderer) == .chose("keep"))
    let lines = out.take().split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix(##"{"event":"shown","id":"#0","severity":"warning","title":"Delete 3 files?""##))
    #expect(lines[1].hasPrefix(##"{"event":"rejected","id":"#0","reason":"not JSON"##))
    #expect(lines[2] == ##"{"event":"answered","id":"#0","action":"keep"}"##)
  }

  @Test("JSON mode: updates, and how it ended without an answer") func jsonEnds() async throws {
    let (out, answers) = (Pipe(), Pipe())
    let renderer = StdoutRenderer(
      mode: .json, stream: .descriptor(out.writeEnd), answers: .descriptor(answers.readEnd), environment: environment)
    let (stream, updates) = AsyncStream.makeStream(of: AlertUpdate.self)
    let task = Task { try await present(question, on: renderer, updates: AlertUpdates { stream }) }
    updates.yield(AlertUpdate(alert: PlainAlert(question), content: question, repeatCount: 5))
    _ = try await out.take { $0.contains(#""event":"updated""#) && $0.contains(#""repeatCount":5"#) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(out.take() == ##"{"event":"withdrawn","id":"#0"}"## + "\n")
    answers.put("1\n2\n3\n")
    #expect(try await failure { try await present(question, on: renderer) }.kind == .unsupported)
    #expect(out.take().contains(#""event":"failed""#))
  }
}
