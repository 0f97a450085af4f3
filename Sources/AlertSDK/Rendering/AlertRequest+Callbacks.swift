extension AlertRequest {
  /// Presents on a surface that speaks through callbacks; all three closures run on the caller's actor.
  ///
  /// Does the continuation, cancellation, and late and double callbacks that each such renderer would have to do.
  /// - Parameters:
  ///   - open: puts the alert up; its reply may be called from any thread, and only the first call counts.
  ///   - update: shows newer content. Default: nothing.
  ///   - close: takes the alert down after a cancellation.
  /// - Throws: what `open` throws, the failure given to the reply, or `CancellationError`.
  nonisolated(nonsending) public func present<Surface>(
    open: (AlertReply) throws -> Surface, update: (Surface, AlertUpdate) -> Void = { _, _ in }, close: (Surface) async -> Void
  ) async throws -> AlertResponse {
    try Task.checkCancellation()
    let (signals, continuation) = AsyncStream.makeStream(of: Signal.self)
    let surface = try open(AlertReply { continuation.yield(.over($0)) })
    let pump = Task { [updates] in for await change in updates { continuation.yield(.update(change)) } }
    defer { pump.cancel() }
    for await signal in signals {
      switch signal {
      case .update(let change): update(surface, change)
      case .over(let result): return try result.get()
      }
    }
    await close(surface)  // the stream ends early only when this task is cancelled
    throw CancellationError()
  }

  private enum Signal: Sendable { case update(AlertUpdate), over(Result<AlertResponse, any Error>) }
}

/// How a callback says that the alert is over; from any thread; only the first call counts.
public struct AlertReply: Sendable {
  let send: @Sendable (Result<AlertResponse, any Error>) -> Void
  /// The alert is over with this response.
  public func callAsFunction(_ response: AlertResponse) { send(.success(response)) }
  /// The alert is over because the surface failed.
  public func fail(_ failure: RendererFailure) { send(.failure(failure)) }
}
