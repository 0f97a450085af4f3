public import AlertSDK

/// A screen on which alerts stay up until the test acts as the person.
///
/// ```swift
/// let screen = TestScreen()
/// let center = AlertCenter(renderer: screen)
/// async let answer = center.ask(alert: .confirmation("Clean up?"))
/// try await screen.next().choose("confirm")
/// #expect(try await answer)
/// ```
/// It keeps up with updates if its capabilities have `.updates`, and takes an alert down at once when it is cancelled. Every
/// method may be called from any thread.
public final class TestScreen: AlertRenderer {
  /// One alert on the screen, to look at and to act on as the person would.
  ///
  /// It follows the alert: its properties are the newest. Once the alert is off the screen they stay as they were last, and
  /// acting on it does nothing, as a press beside a button that has gone.
  public struct Shown: Sendable, Identifiable {
    /// Which presentation of the screen this is, from 1; an alert that comes back is a new one.
    public let id: Int
    let screen: TestScreen
    let presentation: Presentation

    /// The alert's newest content.
    public var content: AlertContent { newest.content }
    /// How many times the alert was shown by now, joined duplicates included.
    public var repeatCount: Int { newest.repeatCount }
    /// How many alerts wait behind it.
    public var waitingCount: Int { newest.waitingCount }
    /// What was left of its time on screen when it appeared or was last updated; nil where there is no limit.
    public var timeLeft: Duration? { newest.timeLeft }
    /// Whether it is still on the screen.
    public var isUp: Bool { screen.state.withLock { $0.up.contains { $0.id == id } } }

    private var newest: AlertUpdate { presentation.newest.withLock { $0 } }

    /// Chooses an action, whether or not the content has it.
    public func choose(_ action: AlertAction.ID, values: [AlertField.ID: String] = [:]) {
      screen.end(id, with: .success(.chose(action, values: values)))
    }
    /// Closes it without choosing.
    public func dismiss() { screen.end(id, with: .success(.dismissed)) }
    /// Lets the surface's own expiry end it.
    public func timeOut() { screen.end(id, with: .success(.timedOut)) }
    /// Makes the surface fail while the alert is up.
    public func fail(_ failure: RendererFailure) { screen.end(id, with: .failure(failure)) }

    /// Waits until the alert says something, and returns it: `try await shown.until { $0.repeatCount == 5 }`.
    ///
    /// - Throws: ``NothingShown`` after the limit (default: 5 s of real time), `CancellationError`.
    @discardableResult
    public func until(within limit: Duration = .seconds(5), _ matches: @escaping @Sendable (Shown) -> Bool) async throws -> Shown {
      try await screen.first("an update that matches", within: limit) { matches(self) ? self : nil }
    }

    /// Waits until the alert is off the screen.
    ///
    /// - Throws: ``NothingShown`` after the limit (default: 5 s of real time), `CancellationError`.
    public func gone(within limit: Duration = .seconds(5)) async throws {
      try await screen.first("the end of an alert", within: limit) { isUp ? nil : () }
    }
  }

  /// What a test waited for did not happen in time.
  public struct NothingShown: Error, Sendable, CustomStringConvertible {
    /// What was awaited, how long, and what the screen had shown by then (titles only).
    public let description: String

    init(_ awaited: String, on screen: String, within limit: Duration, history: [AlertContent]) {
      let titles = history.suffix(5).map { "'\($0.title)'" }.joined(separator: ", ")
      description = "no \(awaited) on '\(screen)' within \(limit); " + (titles.isEmpty ? "nothing was shown" : "last shown: \(titles)")
    }
  }

  /// An alert that is or was up; a reference, so that what is `Shown` can follow it after it has gone.
  final class Presentation: Sendable {
    let id: Int
    let newest: Lock<AlertUpdate>
    init(id: Int, _ first: AlertUpdate) {
      self.id = id
      newest = Lock(first)
    }
  }
  struct State: Sendable {
    var up: [Presentation] = []
    var visible: Int?  // the id of the last one that has told its center that it appeared
    var lastReturned = 0
    var count = 0
    var mostAtOnce = 0
    var history: [AlertContent] = []
    var waiting: [Int: CheckedContinuation<AlertResponse, any Error>] = [:]
    var ends: [Int: Result<AlertResponse, any Error>] = [:]  // that came before there was a continuation
  }

  /// The renderer's name, as given.
  public let name: String
  /// What it says it can do, as given.
  public let capabilities: RendererCapabilities
  let state = Lock(State())
  private let changes = ChangeCount()

  /// A screen with nothing on it; can do everything unless said otherwise.
  public init(name: String = "test", capabilities: RendererCapabilities = [.actions, .fields, .updates, .progress]) {
    (self.name, self.capabilities) = (name, capabilities)
  }

  /// The alert on the screen, or nil; with several at once (which a center never does) the last.
  public var current: Shown? {
    state.withLock { $0.up.last }.map { Shown(id: $0.id, screen: self, presentation: $0) }
  }

  /// All that was on the screen, in order, updates too.
  public var history: [AlertContent] { state.withLock { $0.history } }

  /// The most alerts that were up at the same time; 1 as long as one center uses the screen (S1).
  public var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  /// The next alert: the one that is up if it was not returned before, else the first to come.
  ///
  /// By then the center knows that it is on screen. An alert that came and went between two calls is only in `history`.
  /// - Throws: ``NothingShown`` after the limit (default: 5 s of real time), `CancellationError`.
  public func next(within limit: Duration = .seconds(5)) async throws -> Shown {
    try await first("alert", within: limit) {
      let next: Presentation? = self.state.withLock { state in
        guard let next = state.up.last, next.id == state.visible, next.id > state.lastReturned else { return nil }
        state.lastReturned = next.id
        return next
      }
      return next.map { Shown(id: $0.id, screen: self, presentation: $0) }
    }
  }

  /// Puts the alert up and returns what the test does to it.
  ///
  /// - Throws: the failure given to ``Shown/fail(_:)``, or `CancellationError` once taken down.
  public func present(_ request: AlertRequest) async throws -> AlertResponse {
    try Task.checkCancellation()
    let presentation = putUp(request)
    request.didAppear()
    state.withLock { $0.visible = presentation.id }
    changes.increment()
    async let _: Void = follow(request.updates, for: presentation)  // ends when this returns
    return try await outcome(of: presentation.id)
  }

  private func putUp(_ request: AlertRequest) -> Presentation {
    let first = AlertUpdate(
      alert: request.alert, content: request.content, timeLeft: request.timeLimit, repeatCount: request.repeatCount,
      waitingCount: request.waitingCount)
    return state.withLock { state in
      state.count += 1
      let presentation = Presentation(id: state.count, first)
      state.up.append(presentation)
      state.history.append(request.content)
      state.mostAtOnce = max(state.mostAtOnce, state.up.count)
      return presentation
    }
  }

  private func follow(_ updates: AlertUpdates, for presentation: Presentation) async {
    guard capabilities.contains(.updates) else { return }
    for await update in updates {
      state.withLock { state in
        guard state.up.contains(where: { $0.id == presentation.id }) else { return }
        presentation.newest.withLock { $0 = update }
        state.history.append(update.content)
      }
      changes.increment()
    }
  }

  private func outcome(of id: Int) async throws -> AlertResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let end = state.withLock { state in
          let end = state.ends.removeValue(forKey: id)
          if end == nil { state.waiting[id] = continuation }
          return end
        }
        if let end { continuation.resume(with: end) }
      }
    } onCancel: {
      end(id, with: .failure(CancellationError()))
    }
  }

  /// Takes the alert down; the first end counts.
  private func end(_ id: Int, with result: Result<AlertResponse, any Error>) {
    let continuation: CheckedContinuation<AlertResponse, any Error>? = state.withLock { state in
      guard let place = state.up.firstIndex(where: { $0.id == id }) else { return nil }
      state.up.remove(at: place)
      let continuation = state.waiting.removeValue(forKey: id)
      if continuation == nil { state.ends[id] = result }
      return continuation
    }
    continuation?.resume(with: result)
    changes.increment()
  }

  private func first<Value: Sendable>(
    _ awaited: String, within limit: Duration, _ attempt: @escaping @Sendable () -> Value?
  ) async throws -> Value {
    guard let value = try await changes.first(within: limit, attempt) else {
      throw NothingShown(awaited, on: name, within: limit, history: history)
    }
    return value
  }
}
