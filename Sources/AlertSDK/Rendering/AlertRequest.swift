/// One alert to present, as handed to a renderer.
public struct AlertRequest: Sendable, Identifiable {
  /// The alert's id; `#0` in a request made by a test.
  public let id: AlertID
  /// The app's own value, for renderers that look for a refinement of theirs on it.
  public let alert: any AlertPresentable
  /// What to show; later changes come through `updates`.
  public var content: AlertContent
  /// What is left of its time on screen, as a hint for a countdown (R10); nil where there is no limit. The core ends the alert.
  public var timeLimit: Duration?
  /// How many times it was shown by now, joined duplicates included.
  public var repeatCount: Int
  /// How many alerts wait behind it.
  public var waitingCount: Int
  /// The changes while it is up; each iterator is a subscription of its own (R9).
  ///
  /// A renderer that hands on a copy with content of its own gives it updates of its own, too.
  public var updates: AlertUpdates

  private let onEvent: @Sendable (Event) -> Void
  /// Sleeps on the center's clock; a combinator's timers hold it rather than the request, which holds the alert.
  let sleeper: @Sendable (Duration) async throws -> Void
  private let remaining: @Sendable () -> Duration?

  enum Event: Sendable, Equatable { case appeared, disappeared, answered(AlertResponse) }

  /// A request for tests of renderers and for combinators; the center makes its own.
  ///
  /// `onAppear` is called for each `didAppear()`, on the renderer's thread.
  public init(
    _ alert: any AlertPresentable, content: AlertContent, timeLimit: Duration? = nil, repeatCount: Int = 1, waitingCount: Int = 0,
    updates: AlertUpdates = AlertUpdates(), onAppear: @escaping @Sendable () -> Void = {}
  ) {
    self.init(
      id: AlertID(number: 0), alert: alert, content: content, timeLimit: timeLimit, repeatCount: repeatCount,
      waitingCount: waitingCount, updates: updates,
      onEvent: { if case .appeared = $0 { onAppear() } }, sleeper: { try await ContinuousClock().sleep(for: $0) })
  }

  init(
    id: AlertID, alert: any AlertPresentable, content: AlertContent, timeLimit: Duration?, repeatCount: Int, waitingCount: Int,
    updates: AlertUpdates, onEvent: @escaping @Sendable (Event) -> Void, sleeper: @escaping @Sendable (Duration) async throws -> Void,
    remaining: @escaping @Sendable () -> Duration? = { nil }
  ) {
    (self.id, self.alert, self.content, self.timeLimit) = (id, alert, content, timeLimit)
    (self.repeatCount, self.waitingCount, self.updates) = (repeatCount, waitingCount, updates)
    (self.onEvent, self.sleeper, self.remaining) = (onEvent, sleeper, remaining)
  }

  /// This request as a combinator hands it to a child: what has become of the alert by now, and its own ear for the child's events.
  func forChild(_ newest: AlertUpdate, updates: AlertUpdates, onEvent: @escaping @Sendable (Event) -> Void) -> AlertRequest {
    AlertRequest(
      id: id, alert: newest.alert, content: newest.content, timeLimit: newest.timeLeft, repeatCount: newest.repeatCount,
      waitingCount: newest.waitingCount, updates: updates, onEvent: onEvent, sleeper: sleeper, remaining: remaining)
  }

  /// What is left of the time on screen now, where the center tells.
  var timeLeft: Duration? { remaining() }

  /// Says that the person can see the alert now (R3); calling it again is harmless.
  public func didAppear() { onEvent(.appeared) }
  /// For combinators: the surface has gone and another will be tried; time stands still until the next `didAppear()`.
  public func didDisappear() { onEvent(.disappeared) }
  /// For combinators: this answer is the first terminal event, now (S9); the call still returns only when all is down.
  public func didAnswer(_ response: AlertResponse) { onEvent(.answered(response)) }

  /// Sleeps on the center's clock, so that a test's clock governs combinators too.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    do { try await sleeper(duration) } catch { throw CancellationError() }
  }
}
