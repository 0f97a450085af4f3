extension AlertCenter {
  /// Waits until nothing is waiting, presenting or ending; inside a turn, until nothing of that turn is (S20, S30).
  ///
  /// - Returns: false when the limit or the task's cancellation came first, and inside a call of this center, which cannot wait for
  ///   itself. A paused center with waiting alerts drains only when resumed.
  @discardableResult public func drain(within limit: Duration? = nil) async -> Bool {
    let caller = Scope.current
    let limit = limit.map { Nanoseconds($0) } ?? .never
    let number = Lock<Int?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        step { storage, now in
          let position = storage.position(of: caller, in: self)
          let drain = storage.addDrain(continuation)
          if position.isInCall || Task.isCancelled {
            storage.state.effects.append(.drained(drain, false))
          } else if position.isBeside, position.turn == 0 {
            storage.state.effects.append(.drained(drain, true))  // nothing belongs to a `didEnd` beside the queue
          } else {
            storage.state.drain(drain, inside: position.turn, besideQueue: position.isBeside, limit: limit, now: now)
          }
          number.withLock { $0 = drain }
        }
        // A cancellation from before the drain was there found nothing to end.
        if Task.isCancelled { cancelDrain(number.withLock { $0 }) }
      }
    } onCancel: {
      cancelDrain(number.withLock { $0 })
    }
  }

  private func cancelDrain(_ number: Int?) {
    guard let number else { return }
    step { storage, _ in storage.state.cancelDrain(number) }
  }

  /// Ends everything: the shown alert is withdrawn, waiting ones end `.dropped(.shutDown)`, and so does whatever comes later (S30).
  ///
  /// Running turns and `didEnd`s get `Configuration.endLimit` in all; the caller's own turn is not waited for. May be called twice.
  public func shutDown() async {
    let caller = Scope.current
    _ = await withCheckedContinuation { continuation in
      step { storage, now in
        let position = storage.position(of: caller, in: self)
        let drain = storage.addDrain(continuation)
        storage.state.shutDown(drain, inside: position.turn, besideQueue: position.isBeside, now: now)
      }
    }
    step { storage, _ in storage.state.effects.append(.subscriptionsEnd) }
  }

  /// A center for a scope: it is `current` inside, drained when the body returns, shut down when it throws.
  ///
  /// For programs that must lose nothing at exit.
  /// - Parameter limit: how long the drain may take when the body has returned; nil for as long as it takes.
  /// - Throws: what the body throws.
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
}
