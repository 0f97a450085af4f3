extension AlertCenter {
  /// A center's events from `events()` on, in order; all iterators of one value share them.
  ///
  /// Ends when the center has been shut down or is gone.
  public struct Events: AsyncSequence, Sendable {
    let subscription: Subscription

    /// How many events were lost because more than the buffer holds came before they were read.
    public var missed: Int { subscription.missed }

    /// An iterator over the events that have not been read yet.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Reads the events of one subscription.
    public struct Iterator: AsyncIteratorProtocol {
      let subscription: Subscription
      /// The next event; nil when there will be no more, or the task was cancelled.
      public mutating func next() async -> Event? { await subscription.next() }
    }
  }

  /// What happens in this center from now on; for diagnosis, tests and logs.
  ///
  /// - Parameter limit: how many unread events are kept, the newest; nil for all of them. Default: 1024.
  public func events(bufferingNewest limit: Int? = 1024) -> Events {
    let subscription = Subscription(limit: limit.map { max(1, $0) } ?? .max)
    step { storage, _ in storage.subscribe(subscription) }
    return Events(subscription: subscription)
  }
}

/// One subscriber's buffer: filled under the center's lock, so that events stay in order; woken outside of it.
final class Subscription: Sendable {
  private struct State {
    var buffer: [AlertCenter.Event] = []
    var head = 0
    var missed = 0
    var isOver = false
    var waiters: [(number: UInt64, continuation: CheckedContinuation<AlertCenter.Event?, Never>)] = []
    var lastWaiter: UInt64 = 0

    mutating func popFirst() -> AlertCenter.Event? {
      guard head < buffer.count else { return nil }
      defer {
        head += 1
        if head > 64, head * 2 > buffer.count {
          buffer.removeFirst(head)
          head = 0
        }
      }
      return buffer[head]
    }
  }
  private let limit: Int
  private let state = Lock(State())

  init(limit: Int) { self.limit = limit }

  var missed: Int { state.withLock { $0.missed } }

  typealias Wakeup = (continuation: CheckedContinuation<AlertCenter.Event?, Never>, event: AlertCenter.Event?)

  /// Puts the event in its place; whom to resume once the center's lock is open.
  func append(_ event: AlertCenter.Event) -> Wakeup? {
    state.withLock { state in
      guard state.waiters.isEmpty else { return (state.waiters.removeFirst().continuation, event) }
      state.buffer.append(event)
      if state.buffer.count - state.head > limit {
        _ = state.popFirst()
        state.missed += 1
      }
      return nil
    }
  }

  func end() -> [Wakeup] {
    state.withLock { state in
      state.isOver = true
      defer { state.waiters = [] }
      return state.waiters.map { ($0.continuation, nil) }
    }
  }

  func next() async -> AlertCenter.Event? {
    let number: UInt64 = state.withLock {
      $0.lastWaiter += 1
      return $0.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isReady, event): (Bool, AlertCenter.Event?) = state.withLock { state in
          if let event = state.popFirst() { return (true, event) }
          if state.isOver || Task.isCancelled { return (true, nil) }
          state.waiters.append((number, continuation))
          return (false, nil)
        }
        if isReady { continuation.resume(returning: event) }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: UInt64) {
    let continuation: CheckedContinuation<AlertCenter.Event?, Never>? = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0).continuation }
    }
    continuation?.resume(returning: nil)
  }
}
