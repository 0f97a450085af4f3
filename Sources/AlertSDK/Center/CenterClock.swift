/// A center's clock, as nanoseconds since the center was made; whatever clock it was given, the scheduler sees integers.
struct CenterClock: Sendable {
  let now: @Sendable () -> Nanoseconds
  let sleepUntil: @Sendable (Nanoseconds) async throws -> Void
  let sleepFor: @Sendable (Duration) async throws -> Void

  // The usual clock by name, so that the compiler knows what each step reads (S35).
  init(_ clock: any Clock<Duration>) { self = (clock as? ContinuousClock).map { Self.opening($0) } ?? Self.opening(clock) }

  private static func opening<C: Clock>(_ clock: C) -> Self where C.Duration == Duration {
    let origin = clock.now
    return Self(
      now: { Nanoseconds(origin.duration(to: clock.now)) },
      sleepUntil: { try await sleep(until: origin.advanced(by: $0.duration), on: clock) },
      sleepFor: { try await sleep(until: clock.now.advanced(by: $0), on: clock) })
  }

  /// What fails is the clock, not the limit: the rest is slept on the system's clock, or the limit would never come (S16).
  ///
  /// - Throws: `CancellationError` alone, and only when the task is cancelled.
  private static func sleep<C: Clock>(until deadline: C.Instant, on clock: C) async throws where C.Duration == Duration {
    do { try await clock.sleep(until: deadline, tolerance: nil) } catch {
      try Task.checkCancellation()
      // Not less than this: a clock that stands still would be asked again without a pause.
      try await ContinuousClock().sleep(for: max(clock.now.duration(to: deadline), .milliseconds(10)))
    }
  }

  private init(
    now: @escaping @Sendable () -> Nanoseconds, sleepUntil: @escaping @Sendable (Nanoseconds) async throws -> Void,
    sleepFor: @escaping @Sendable (Duration) async throws -> Void
  ) { (self.now, self.sleepUntil, self.sleepFor) = (now, sleepUntil, sleepFor) }
}
