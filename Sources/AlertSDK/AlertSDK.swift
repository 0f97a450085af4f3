/// Hands an alert to the current center; never blocks, never suspends, keeps the order of calls, from any thread or isolation.
///
/// - Parameter onPresent: runs once, when the alert is first on screen, on the isolation it was written in.
/// - Returns: a handle to follow the alert, change it, or take it back.
@discardableResult
public func show(
  alert: some AlertPresentable, @_inheritActorContext onPresent: (@Sendable @isolated(any) (AlertHandle) async -> Void)? = nil
) -> AlertHandle { AlertCenter.current.show(alert: alert, onPresent: onPresent) }

/// Shows an alert on the current center and waits for its answer.
///
/// - Throws: `CancellationError`, or what the alert's `answer(for:)` throws: ``AlertError`` when nobody was asked.
nonisolated(nonsending) public func ask<A: AlertPresentable>(alert: A) async throws -> A.Answer {
  try await AlertCenter.current.ask(alert: alert)
}

/// Shows an alert on the current center and blocks the calling thread until its answer is there; for programs without async code.
///
/// - Throws: what the alert's `answer(for:)` throws: ``AlertError`` when nobody was asked.
@available(*, noasync, message: "in async code use 'try await ask(alert:)'")
public func askBlocking<A: AlertPresentable>(alert: A) throws -> A.Answer { try AlertCenter.current.askBlocking(alert: alert) }

/// Installs what shows the alerts of the current center; nil takes it away.
public func use(renderer: (any AlertRenderer)?) { AlertCenter.current.use(renderer: renderer) }

/// Waits until the current center has nothing waiting, presenting or ending.
///
/// - Returns: false when the limit or the task's cancellation came first.
@discardableResult public func drain(within limit: Duration? = nil) async -> Bool { await AlertCenter.current.drain(within: limit) }
