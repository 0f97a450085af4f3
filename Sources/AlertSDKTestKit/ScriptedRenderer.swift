public import AlertSDK

/// A renderer that answers from a script, one step for each alert, and keeps what it showed.
///
/// ```swift
/// let renderer = ScriptedRenderer(.choose("confirm"), .fail(.unavailable("no screen")), thenAlways: .dismiss)
/// ```
/// It takes alerts down at once when cancelled, except in the step `.hang`.
public final class ScriptedRenderer: AlertRenderer {
  /// What becomes of one alert.
  public enum Step: Sendable {
    /// It appears and this action is chosen, whether or not the content has it.
    case choose(AlertAction.ID, values: [AlertField.ID: String] = [:])
    /// It appears and is closed without a choice.
    case dismiss
    /// It appears and the surface's own expiry ends it.
    case timeOut
    /// It is out and cannot be taken back.
    case deliver
    /// It does not appear: `present` throws this.
    case fail(RendererFailure)
    /// It appears and stays until it is cancelled.
    case stayUp
    /// It does not appear, and `present` stays until it is cancelled.
    case neverAppear
    /// It appears and ignores cancellation; `present` returns only after `release()`, dismissed.
    case hang
    /// It appears, and that much later the step is done.
    indirect case after(Duration, Step)
    /// That much later the step begins; nothing is visible before.
    indirect case late(by: Duration, Step)
  }

  private struct State: Sendable {
    var script: ArraySlice<Step>
    var shown: [AlertContent] = []
    var hung: [CheckedContinuation<Void, Never>] = []
    var isReleased = false
  }

  /// The renderer's name, as given.
  public let name: String
  /// What it says it can do, as given.
  public let capabilities: RendererCapabilities
  private let unscripted: Step
  private let clock: (any Clock<Duration>)?
  private let state: Lock<State>
  private let changes = ChangeCount()

  /// A renderer with a script.
  ///
  /// - Parameters:
  ///   - script: one step for each `present`, in order.
  ///   - unscripted: the step for every alert after the script. Default: `.dismiss`.
  ///   - name: the renderer's name. Default: `scripted`.
  ///   - capabilities: what it says it can do. Default: all.
  ///   - clock: measures the delays. Default: nil, the clock of the center that presents.
  public init(
    _ script: Step..., thenAlways unscripted: Step = .dismiss, name: String = "scripted",
    capabilities: RendererCapabilities = [.actions, .fields, .updates, .progress], clock: (any Clock<Duration>)? = nil
  ) {
    (self.name, self.capabilities, self.unscripted, self.clock) = (name, capabilities, unscripted, clock)
    state = Lock(State(script: script[...]))
  }

  /// What appeared so far, in order; with `.updates`, newer content of an alert that was up as well.
  public var shown: [AlertContent] { state.withLock { $0.shown } }

  /// Waits until at least this many contents have appeared, and returns them all.
  ///
  /// - Throws: ``TestScreen/NothingShown`` after the limit (default: 5 s of real time), `CancellationError`.
  public func shown(atLeast count: Int, within limit: Duration = .seconds(5)) async throws -> [AlertContent] {
    let enough: [AlertContent]? = try await changes.first(within: limit) {
      let shown = self.shown
      return shown.count >= count ? shown : nil
    }
    guard let enough else { throw TestScreen.NothingShown("\(count) alerts", on: name, within: limit, history: shown) }
    return enough
  }

  /// Lets every alert in the step `.hang` end, now and from now on.
  public func release() {
    let hung = state.withLock { state in
      state.isReleased = true
      defer { state.hung = [] }
      return state.hung
    }
    for continuation in hung { continuation.resume() }
  }

  /// Does the next step of the script.
  ///
  /// - Throws: the step's failure, or `CancellationError` once taken down.
  public func present(_ request: AlertRequest) async throws -> AlertResponse {
    try Task.checkCancellation()
    let step = state.withLock { $0.script.popFirst() } ?? unscripted
    return try await perform(step, for: request)
  }

  private func perform(_ step: Step, for request: AlertRequest) async throws -> AlertResponse {
    switch step {
    case .fail(let failure): throw failure
    case .neverAppear: try await Self.untilCancelled()
    case .late(let delay, let step):
      try await sleep(delay, for: request)
      return try await perform(step, for: request)
    default:
      appear(request.content)
      request.didAppear()
      async let _: Void = follow(request.updates)  // ends when this returns
      return try await end(step, for: request)
    }
  }

  /// Does what a step does to an alert that is up.
  private func end(_ step: Step, for request: AlertRequest) async throws -> AlertResponse {
    switch step {
    case .choose(let action, let values): return .chose(action, values: values)
    case .dismiss: return .dismissed
    case .timeOut: return .timedOut
    case .deliver: return .delivered
    case .fail(let failure): throw failure
    case .stayUp, .neverAppear: try await Self.untilCancelled()
    case .hang:
      await untilReleased()
      return .dismissed
    case .after(let delay, let step), .late(let delay, let step):
      try await sleep(delay, for: request)
      return try await end(step, for: request)
    }
  }

  private func appear(_ content: AlertContent) {
    state.withLock { $0.shown.append(content) }
    changes.increment()
  }

  private func follow(_ updates: AlertUpdates) async {
    guard capabilities.contains(.updates) else { return }
    for await update in updates { appear(update.content) }
  }

  private func sleep(_ duration: Duration, for request: AlertRequest) async throws {
    if let clock { try await clock.sleep(for: duration) } else { try await request.sleep(for: duration) }
  }

  private func untilReleased() async {
    await withCheckedContinuation { continuation in
      let isReleased = state.withLock { state in
        if !state.isReleased { state.hung.append(continuation) }
        return state.isReleased
      }
      if isReleased { continuation.resume() }
    }
  }

  private static func untilCancelled() async throws -> Never {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}  // ends only by cancellation
    withExtendedLifetime(continuation) {}
    throw CancellationError()
  }
}
