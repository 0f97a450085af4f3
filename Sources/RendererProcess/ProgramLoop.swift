import AlertJSON
import AlertSDK
import AlertTerminal

/// The thread of a renderer: waits for the program and for messages, tells the lifecycle, and does what it says.
struct ProgramLoop {
  private let program: Program
  private let inbox: ProgramInbox
  private let known: KnownCapabilities
  private let diagnostics: (@Sendable (String) -> Void)?

  private var lifecycle: ProgramLifecycle
  private var presentations: [Int: Presentation] = [:]
  private var stops: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false

  private var child: ChildProcess?
  private var outgoing: ArraySlice<UInt8> = []
  private var endsInput = false
  private var lines = LineSplitter()
  private var complaints = ErrorLines()
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  init(
    _ program: Program, limits: ProcessRenderer.Limits, inbox: ProgramInbox, known: KnownCapabilities,
    diagnostics: (@Sendable (String) -> Void)?
  ) {
    (self.program, self.inbox, self.known, self.diagnostics) = (program, inbox, known, diagnostics)
    lifecycle = ProgramLifecycle(label: program.label, limits: limits)
  }

  /// Returns when the renderer has been released and its program has ended.
  mutating func run() {
    while !(isClosed && lifecycle.phase == .absent) {
      wait()
      for message in inbox.take() { take(message) }
      if let deadline = lifecycle.deadline, deadline <= .now { handle(.timePassed) }
      if lifecycle.phase == .absent { resumeStops() }
    }
  }

  private mutating func resumeStops() {
    for stop in stops { stop.resume() }
    stops = []
  }

  private mutating func take(_ message: ProgramInbox.Message) {
    switch message {
    case .present(let presentation):
      presentations[presentation.number] = presentation
      handle(.present(presentation.number, PresentedAlert(presentation.request)))
    case .update(let number, let alert): handle(.update(number, alert))
    case .cancel(let number): handle(.cancel(number))
    case .stop(let continuation):
      stops.append(continuation)
      handle(.stop)
    case .ended(let id): if child?.id == id { reap() }
    case .close:
      isClosed = true
      handle(.stop)
    }
  }

  // MARK: What the lifecycle says

  private mutating func handle(_ event: ProgramLifecycle.Event) {
    for effect in lifecycle.handle(event, at: .now) { perform(effect) }
    flush()
  }

  private mutating func perform(_ effect: ProgramLifecycle.Effect) {
    switch effect {
    case .start: start()
    case .send(let message): if child != nil { outgoing += message.bytes + [UInt8(ascii: "\n")] }
    case .closeInput: endsInput = true
    case .terminate: child?.signal(SIGTERM)
    case .kill: child?.signal(SIGKILL)
    case .appear(let number): presentations[number]?.request.didAppear()
    case .finish(let number, let end):
      let presentation = presentations.removeValue(forKey: number)
      switch end {
      case .response(let response): presentation?.finish(.success(response))
      case .failure(let failure): presentation?.finish(.failure(failure))
      case .cancelled: presentation?.finish(.failure(CancellationError()))
      }
    case .learn(let capabilities): known.learn(capabilities)
    case .report(let line): diagnostics?(line)
    }
  }

  private mutating func start() {
    (outgoing, endsInput, lines, complaints) = ([], false, LineSplitter(), ErrorLines())
    do { child = try ChildProcess(program, inbox: inbox) } catch { handle(.startFailed(error)) }
  }

  /// Takes in what is left of the program.
  private mutating func reap() {
    guard child != nil else { return }
    // A pipe holds 1 MiB at most; more comes from what the program left behind outside its group.
    for _ in 0..<16 where !readOutput() { break }
    for _ in 0..<16 where !readErrors() { break }
    passOn(complaints.finish())
    guard var child else { return }
    let end = child.reap()
    child.closeAll()
    self.child = nil
    outgoing = []
    resumeStops()  // before an alert that waits starts the next program
    handle(.ended(end, lastWords: complaints.last))
  }

  // MARK: The program's streams

  /// Waits until there is something to do.
  private mutating func wait() {
    var descriptors = [pollfd(fd: inbox.wake, events: Int16(POLLIN), revents: 0)]
    var limit = lifecycle.deadline
    if let child {
      let resumption = complaints.resumption(at: .now)
      limit = [limit, resumption].compactMap { $0 }.min()
      descriptors += [
        // Without events a pipe still says when nobody reads it any more.
        pollfd(fd: child.input, events: outgoing.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
        pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: resumption == nil ? child.errors : -1, events: Int16(POLLIN), revents: 0),
      ]
    }
    let timeout = limit.map { max(ContinuousClock.now.duration(to: $0), .zero).pollTimeout } ?? -1
    guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0, descriptors.count > 1 else { return }
    if descriptors[3].revents != 0 { _ = readErrors() }
    if descriptors[2].revents != 0 { _ = readOutput() }
    if descriptors[1].revents & Int16(POLLERR) != 0 { closeInput() } else if descriptors[1].revents != 0 { flush() }
  }

  private mutating func flush() {
    guard let child, child.input >= 0 else { return }
    if !outgoing.isEmpty {
      writing: while !outgoing.isEmpty {
        switch child.write(outgoing) {
        case .some(let count): outgoing = outgoing.dropFirst(count)
        case .later: return
        case .over: return closeInput()
        }
      }
      outgoing = []
      handle(.drained)
    }
    if endsInput, outgoing.isEmpty { self.child?.closeInput() }
  }

  private mutating func closeInput() {
    child?.closeInput()
    outgoing = []
    handle(.closed(.input))
  }

  /// - Returns: Whether there may be more.
  private mutating func readOutput() -> Bool {
    guard let child, child.output >= 0 else { return false }
    switch ChildProcess.read(child.output, into: &buffer) {
    case .some(let count):
      for line in lines.append(buffer[..<count]) {
        switch line {
        case .bytes(let bytes): handle(.line(bytes))
        case .tooLong: handle(.lineTooLong)
        }
      }
      if lines.isTooLong { handle(.lineTooLong) }
      return lifecycle.phase != .absent
    case .later: return false
    case .over:
      self.child?.closeOutput()
      handle(.closed(.output))
      return false
    }
  }

  /// - Returns: Whether there may be more.
  private mutating func readErrors() -> Bool {
    guard let child, child.errors >= 0 else { return false }
    switch ChildProcess.read(child.errors, into: &buffer) {
    case .some(let count):
      passOn(complaints.append(buffer[..<count], at: .now))
      return complaints.resumption(at: .now) == nil
    case .later: return false
    case .over:
      self.child?.closeErrors()
      return false
    }
  }

  private func passOn(_ lines: [String]) {
    guard let diagnostics else { return }
    for line in lines { diagnostics("\(lifecycle.label): \(line)") }
  }
}

extension Duration {
  /// Milliseconds for `poll`, rounded up so that the wait is not over too early; at most an hour.
  fileprivate var pollTimeout: Int32 {
    let milliseconds = components.seconds >= 3_600 ? 3_600_000 : components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    return Int32(milliseconds + 1)
  }
}
