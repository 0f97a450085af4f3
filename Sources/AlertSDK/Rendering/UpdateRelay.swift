/// Hands updates on to the subscriptions of one call; each begins with the newest and may skip all but the newest (R9).
final class UpdateRelay: Sendable {
  private struct State: Sendable {
    var newest: AlertUpdate?
    var isFinished = false
    var subscribers: [AsyncStream<AlertUpdate>.Continuation] = []
  }
  private let state = Lock(State())

  var updates: AlertUpdates {
    AlertUpdates {
      let (stream, subscriber) = AsyncStream.makeStream(of: AlertUpdate.self, bufferingPolicy: .bufferingNewest(1))
      let isFinished = self.state.withLock { state in
        if let newest = state.newest { subscriber.yield(newest) }
        if !state.isFinished { state.subscribers.append(subscriber) }
        return state.isFinished
      }
      if isFinished { subscriber.finish() }
      return stream
    }
  }

  func send(_ update: AlertUpdate) {
    let subscribers = state.withLock { state in
      state.newest = update
      return state.subscribers
    }
    for subscriber in subscribers { subscriber.yield(update) }
  }

  func finish() {
    let subscribers = state.withLock { state in
      state.isFinished = true
      defer { state.subscribers = [] }
      return state.subscribers
    }
    for subscriber in subscribers { subscriber.finish() }
  }
}
