import AlertSDK

/// A clock that stands still until a test moves it.
///
/// Give it to the center under test, wait until the center sleeps, then move time:
/// ```swift
/// let (screen, clock) = (TestScreen(), ManualClock())
/// let center = AlertCenter(renderer: screen, clock: clock)
/// let handle = center.show(alert: .notice("Saved"))  // 4 s on screen
/// _ = try await screen.next()
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(4))
/// #expect(await handle.outcome == .timedOut)
/// ```
/// Every method may be called from any thread.
public final class ManualClock: Clock {
  /// A point in the time of a manual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration
    /// The point at this distance from the clock's making.
    public init(offset: Duration) { self.offset = offset }
    /// The point that much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How much later the other point is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first point is earlier.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private struct Sleeper: Sendable {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }
  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []  // by deadline, then by when they went to sleep
  }
  private let state = Lock(State())
  private let changes = ChangeCount()

  /// A clock at offset zero.
  public init() {}

  /// The clock's time; changes only in `advance(by:)`.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: a sleep ends at its deadline, not near it.
  public var minimumResolution: Duration { .zero }

  /// The deadlines of the tasks asleep on this clock, earliest first; empty means that nothing waits for time.
  public var deadlines: [Instant] { state.withLock { state in state.sleepers.map(\.deadline) } }

  /// Sleeps until the clock has been moved to the deadline; returns at once if it is there already.
  ///
  /// The tolerance is ignored: a test's time is exact.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          // Under the lock: a cancellation that comes later finds the sleeper.
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          let place = state.sleepers.firstIndex { deadline < $0.deadline } ?? state.sleepers.endIndex
          state.sleepers.insert(Sleeper(id: id, deadline: deadline, continuation: continuation), at: place)
          return nil
        }
        if let result { continuation.resume(with: result) } else { changes.increment() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
      changes.increment()
    }
  }

  /// Moves the clock on and wakes everyone whose deadline has come, earliest deadline first.
  ///
  /// Returns without waiting for those it woke; each of them sees `now` at or after its deadline. Time never runs back: a negative
  /// duration moves nothing.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: max(duration, .zero))
      let due = state.sleepers.prefix { $0.deadline <= state.now }
      state.sleepers.removeFirst(due.count)
      return Array(due)
    }
    for sleeper in woken { sleeper.continuation.resume() }
    if !woken.isEmpty { changes.increment() }
  }

  /// Waits until at least this many tasks are asleep on the clock; returns early only if the calling task is cancelled.
  ///
  /// Has no limit of its own: give the test one (`.timeLimit` in swift-testing), which ends the wait by cancelling.
  public func waitForSleepers(_ count: Int = 1) async {
    do {
      try await changes.first { self.deadlines.count >= count ? () : nil }
    } catch {
      // Cancelled: the test is over, and it says so itself.
    }
  }

  /// Waits until the deadlines of those asleep are so, at most a minute.
  package func waitForDeadlines(_ areSo: @escaping @Sendable ([Instant]) -> Bool) async {
    _ = try? await changes.first(within: .seconds(60)) { areSo(self.deadlines) ? true : nil }
  }
}
