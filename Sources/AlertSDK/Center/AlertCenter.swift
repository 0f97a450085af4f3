public final class AlertCenter: Sendable {
  public static let shared = AlertCenter()
  @TaskLocal public static var current: AlertCenter = .shared
  public init(renderer: (any AlertRenderer)? = nil, configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock()) {}
  public func use(renderer: (any AlertRenderer)?) {}
  @discardableResult public func show(
    alert: some AlertPresentable, @_inheritActorContext onPresent: (@Sendable @isolated(any) (AlertHandle) async -> Void)? = nil
  ) -> AlertHandle { AlertHandle(id: AlertID(number: 1)) }
  nonisolated(nonsending) public func ask<A: AlertPresentable>(alert: A) async throws -> A.Answer { try await alert.answer(for: show(alert: alert).outcome) }
  @available(*, noasync, message: "in async code use 'try await ask(alert:)'")
  public func askBlocking<A: AlertPresentable>(alert: A) throws -> A.Answer { throw AlertError(.dropped(.shutDown)) }
  nonisolated(nonsending) public func withTurn<T>(
    priority: AlertPriority = .medium, _ body: nonisolated(nonsending) () async throws -> T
  ) async throws -> T { try await body() }
  public func pause(below priority: AlertPriority? = nil) {}
  public func resume() {}
  public var isPaused: Bool { false }
  public func hold(lease: Duration) -> Hold { Hold() }
  @discardableResult public func withdraw(where matches: @Sendable (AlertScheduling) -> Bool) -> Int { 0 }
  @discardableResult public func withdrawAll() -> Int { 0 }
  @discardableResult public func drain(within limit: Duration? = nil) async -> Bool { true }  // false: limit or cancellation came first
  public func shutDown() async {}
  public var snapshot: Snapshot { Snapshot() }
  public func events(bufferingNewest limit: Int? = 1024) -> Events { Events() }  // nil: all of them

  /// A center for a scope: it is `current` inside, drained when the body returns, shut down when it throws.
  nonisolated(nonsending) public static func withCenter<T>(
    renderer: any AlertRenderer, configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock(),
    drainingWithin limit: Duration? = nil, _ body: nonisolated(nonsending) (AlertCenter) async throws -> T
  ) async throws -> T {
    let center = AlertCenter(renderer: renderer, configuration: configuration, clock: clock)
    do {
      let value = try await $current.withValue(center) { try await body(center) }
      await center.drain(within: limit)
      await center.shutDown()
      return value
    } catch {
      await center.shutDown()
      throw error
    }
  }
  public struct Configuration: Sendable { public var capacity = 10_000; public init() {} }  // fields as in the design, plus contentLimit, turnLimit
  public struct Snapshot: Sendable {}
  public struct Events: AsyncSequence, Sendable {
    public var missed: Int { 0 }
    public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { AsyncStream { $0.finish() }.makeAsyncIterator() }
  }
  @nonexhaustive
  public enum Event: Sendable { case queued(AlertID), appeared(AlertID), ended(AlertID, AlertOutcome) }  // and the others of S32; outcomes without field values
  public final class Hold: Sendable {
    public func release() {}
    public func extend(by extra: Duration) {}
  }
}
