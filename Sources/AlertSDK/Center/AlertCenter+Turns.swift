extension AlertCenter {
  /// Takes one turn in the queue for other prompts, and for conversations of several questions (S19).
  ///
  /// The body runs in the caller's task and isolation while nothing else is shown; what it shows, asks or turns is shown inside the
  /// turn (S20). Needs no renderer, never counts for the capacity, and is never interrupted.
  /// - Throws: what the body throws; `CancellationError` when cancelled or shut down while waiting; ``AlertError`` inside `present` of
  ///   the same center, where the turn could never come.
  nonisolated(nonsending) public func withTurn<T>(
    priority: AlertPriority = .medium, _ body: nonisolated(nonsending) () async throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    let caller = Scope.current
    if let caller, step({ storage, _ in storage.position(of: caller, in: self).isInCall }) {
      throw AlertError(.failed(.unsupported("a turn inside a call of its own center could never come")))
    }
    let place = Lock<AlertRecord?>(nil)
    let scope = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let record = step { storage, now in
          let turn = storage.position(of: caller, in: self).turn
          let slot = storage.state.queueTurn(priority: priority.rawValue, inside: turn, now: now)
          return storage.putTurn(slot, center: self, continuation: continuation, parent: caller)
        }
        place.withLock { $0 = record }
        // A cancellation from before the turn was queued found nothing to take back.
        if Task.isCancelled { cancelTurn(record) }
      }
    } onCancel: {
      if let record = place.withLock({ $0 }) { cancelTurn(record) }
    }
    guard let scope, case .turn(let turn) = scope.kind else { throw CancellationError() }
    defer { step { $0.state.endTurn(turn, now: $1) } }
    return try await Scope.$current.withValue(scope) {
      try await AlertCenter.$current.withValue(self) { try await body() }
    }
  }

  private func cancelTurn(_ record: AlertRecord) {
    step { storage, now in
      if storage.liveCell(record) != nil { storage.state.cancelTurn(record.slot, now: now) }
    }
  }
}
