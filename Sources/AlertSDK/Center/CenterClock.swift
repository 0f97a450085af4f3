/// A center's clock, as nanoseconds since the center was made; whatever clock it was given, the scheduler sees integers.
struct CenterClock: Sendable {
  let now: @Sendable () -> Nanoseconds
  let sleepUntil: @Sendable (Nanoseconds) async throws -> Void
  let sleepFor: @Sendable (Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) { self = Self.opening(clock) }

  private static func opening<C: Clock>(_ clock: C) -> Self where C.Duration == Duration {
    let origin = clock.now
    return Self(
      now: { Nanoseconds(origin.duration(to: clock.now)) },
      sleepUntil: { try await clock.sleep(until: origin.advanced(by: $0.duration), tolerance: nil) },
      sleepFor: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) })
  }

  private init(
    now: @escaping @Sendable () -> Nanoseconds, sleepUntil: @escaping @Sendable (Nanoseconds) async throws -> Void,
    sleepFor: @escaping @Sendable (Duration) async throws -> Void
  ) { (self.now, self.sleepUntil, self.sleepFor) = (now, sleepUntil, sleepFor) }
}
