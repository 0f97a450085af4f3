@discardableResult public func show(
  alert: some AlertPresentable, @_inheritActorContext onPresent: (@Sendable @isolated(any) (AlertHandle) async -> Void)? = nil
) -> AlertHandle { AlertCenter.current.show(alert: alert, onPresent: onPresent) }
nonisolated(nonsending) public func ask<A: AlertPresentable>(alert: A) async throws -> A.Answer { try await AlertCenter.current.ask(alert: alert) }
@available(*, noasync, message: "in async code use 'try await ask(alert:)'")
public func askBlocking<A: AlertPresentable>(alert: A) throws -> A.Answer { try AlertCenter.current.askBlocking(alert: alert) }
public func use(renderer: (any AlertRenderer)?) { AlertCenter.current.use(renderer: renderer) }
@discardableResult public func drain(within limit: Duration? = nil) async -> Bool { await AlertCenter.current.drain(within: limit) }
