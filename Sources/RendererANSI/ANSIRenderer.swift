public import AlertSDK
internal import AlertTerminal
internal import CTerminalRestore

/// Shows alerts as a box in the terminal, which is exactly as it was when the box has gone.
///
/// Nothing of the process is changed while no box is open: no signal handler, no terminal mode, no thread. While one is, it has a
/// thread of its own (R21), and an end of the process by a signal, a crash or `exit` gives the terminal back first. A second box
/// on the same terminal waits for the first (R19).
///
/// Taken while a box is open: INT, TERM, HUP and TSTP where the app has no handler of its own, and with `restoresAfterCrash` QUIT,
/// ILL, TRAP, SEGV, BUS, FPE, ABRT and SYS unless they are ignored. An app with handlers of its own calls
/// `alertsdk_terminal_restore()` (module `CTerminalRestore`) in them. Not covered: `_exit`, SIGKILL, a stack overflow on another
/// thread than main, SIGSTOP from outside for as long as it lasts, and an app that jumps out of its handler for a fault.
public struct ANSIRenderer: AlertRenderer {
  /// How boxes behave.
  public let options: ANSIOptions

  /// A renderer for this process's terminal.
  public init(options: ANSIOptions = ANSIOptions()) { self.options = options }

  /// `ansi`.
  public var name: String { "ansi" }
  /// Actions, fields, updates and progress.
  public var capabilities: RendererCapabilities { [.actions, .fields, .updates, .progress] }

  /// Shows the box until it is answered, closed or cancelled.
  ///
  /// - Throws: `CancellationError`; `RendererFailure`: `.unsupported` where no terminal can come to this process, `.unavailable`
  ///   in the background or when the terminal takes no output, `.lost` when it went away or the program gave it back.
  public func present(_ request: AlertRequest) async throws -> AlertResponse {
    try Task.checkCancellation()
    let environment = options.environment ?? ProcessEnvironment.variables()
    let info = try Self.terminalInfo(options, environment)
    let terminal = try Self.deviceNumber(options)
    try await TerminalTurns.shared.acquire(terminal)
    defer { TerminalTurns.shared.release(terminal) }
    try Task.checkCancellation()

    let isASCIIOnly = !info.isUTF8
    let content = DialogContent(
      request.content, rows: await Self.rows(of: request.alert), repeatCount: request.repeatCount, waitingCount: request.waitingCount,
      isASCIIOnly: isASCIIOnly)
    let session = ModalSession()
    // Started once the box is visible: a thread of the pool that wakes up meanwhile would only be in its way.
    let updates = UpdateFeed { [updates = request.updates] in
      for await change in updates {
        let rows = await Self.rows(of: change.alert)
        session.update(
          DialogContent(
            change.content, rows: rows, repeatCount: change.repeatCount, waitingCount: change.waitingCount, isASCIIOnly: isASCIIOnly),
          timeLeft: change.timeLeft)
      }
    }
    defer { updates.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let error = DetachedThread.start(stackSize: Self.stackSize) { [options] in
          continuation.resume(
            with: Self.run(session, options, environment, content, timeLimit: request.timeLimit) {
              request.didAppear()
              updates.start()
            })
        }
        if let error {
          continuation.resume(
            throwing: RendererFailure.unavailable("no thread for the alert box: \(SystemError.text(error))", retryAfter: .seconds(1)))
        }
      }
    } onCancel: {
      session.cancel()
    }
  }

  private static let stackSize = 256 * 1024

  /// The whole life of a box, on its thread.
  private static func run(
    _ session: ModalSession, _ options: ANSIOptions, _ environment: [String: String], _ content: DialogContent, timeLimit: Duration?,
    didAppear: @escaping () -> Void
  ) -> Result<AlertResponse, any Error> {
    if session.collectCancellation() { return .failure(CancellationError()) }
    do {
      let device = try TerminalDevice(path: options.terminalPath)
      let loop = try ModalLoop(
        device, session: session, options: options, environment: environment, content: content, didAppear: didAppear)
      switch loop.run(timeLimit: timeLimit) {
      case .answer(let response): return .success(response)
      case .interrupted: return .success(.dismissed)
      case .cancelled: return .failure(CancellationError())
      case .failed(let failure): return .failure(failure)
      }
    } catch let error as TerminalDevice.Failure {
      return .failure(RendererFailure.unsupported(error.reason))
    } catch { return .failure(error) }
  }

  /// The body that the alert brings. The cast searches all conformances of the process, twice: a tenth of a millisecond before the first
  /// box, which a plain alert is spared.
  private static func rows(of alert: any AlertPresentable) async -> [ANSIRow]? {
    alert is PlainAlert ? nil : await (alert as? any ANSIAlertPresentable)?.ansiBody
  }

  /// What the environment says of the terminal.
  ///
  /// - Throws: What keeps a box from being shown here, that can be told without opening the terminal.
  static func terminalInfo(_ options: ANSIOptions, _ environment: [String: String]) throws(RendererFailure) -> TerminalInfo {
    let info = TerminalInfo(environment: environment, isTerminal: true)
    if info.isDumb {
      throw .unsupported("TERM is \(environment["TERM"].map { $0.isEmpty ? "empty" : $0 } ?? "not set"), which cannot move its cursor")
    }
    if info.isCI, !options.asksInCI { throw .unsupported("CI is set, so nobody watches the terminal") }
    // A job whose input and messages all go elsewhere has nobody in front of it, even where a terminal could be opened.
    if options.terminalPath == nil, !TerminalInfo.isTerminal(0), !TerminalInfo.isTerminal(2) {
      throw .unsupported("neither stdin nor stderr is a terminal")
    }
    return info
  }

  private static func deviceNumber(_ options: ANSIOptions) throws(RendererFailure) -> UInt64 {
    do throws(TerminalDevice.Failure) {
      let device = try TerminalDevice(path: options.terminalPath)
      defer { device.shut() }
      return alertsdk_device_number(device.descriptor)
    } catch { throw .unsupported(error.reason) }
  }
}

/// A task that begins later than it is made, and not at all once cancelled.
private final class UpdateFeed: Sendable {
  private enum State { case waiting, running(Task<Void, Never>), over }
  private let state = Lock(State.waiting)
  private let body: @Sendable () async -> Void

  init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

  func start() {
    state.withLock { [body] state in
      if case .waiting = state { state = .running(Task { await body() }) }
    }
  }
  func cancel() {
    state.withLock { state in
      if case .running(let task) = state { task.cancel() }
      state = .over
    }
  }
}
