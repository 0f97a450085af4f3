/// One call into an alert and its renderer: relevance, content, `present`; and the updates that reach the renderer meanwhile.
final class Call: Sendable {
  let number: CallNumber
  let clock: CenterClock
  weak let center: AlertCenter?
  /// What the call's code finds itself in (S20).
  let scope: Scope

  private struct Feed {
    /// What is shown, and who shows it.
    var content: Boxed<AlertContent>?
    var installed: InstalledRenderer?
    var newest: AlertUpdate?
    /// Which update is newest: two threads may bring theirs in the wrong order.
    var sequence: UInt64 = 0
    var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var lastListener: UInt64 = 0
    var isOver = false
    /// Every action any content of this presentation had (S27).
    var actions: Set<AlertAction.ID> = []
  }
  private let feed = Lock(Feed())

  init(_ number: CallNumber, center: AlertCenter) {
    (self.number, self.center, clock) = (number, center, center.clock)
    scope = Scope(.call(number), of: center, parent: nil)
  }

  var content: Boxed<AlertContent>? { feed.withLock { $0.content } }
  var installed: InstalledRenderer? { feed.withLock { $0.installed } }

  func begin(with installed: InstalledRenderer, showing content: Boxed<AlertContent>) {
    feed.withLock { ($0.installed, $0.content) = (installed, content) }
    offers(content.value)
  }

  // MARK: Actions

  func offers(_ content: AlertContent) {
    guard !content.actions.isEmpty else { return }
    let ids = content.actions.map(\.id)
    feed.withLock { $0.actions.formUnion(ids) }
  }

  func knows(_ response: AlertResponse) -> Bool {
    guard case .chose(let choice) = response else { return true }
    return feed.withLock { $0.actions.contains(choice.action) }
  }

  // MARK: Updates

  func push(_ update: AlertUpdate, sequence: UInt64) {
    offers(update.content)
    let listeners: [AsyncStream<Void>.Continuation] = feed.withLock { feed in
      guard sequence > feed.sequence else { return [] }
      (feed.newest, feed.sequence) = (update, sequence)
      return Array(feed.listeners.values)
    }
    for listener in listeners { listener.yield() }
  }

  func end() {
    let listeners: [AsyncStream<Void>.Continuation] = feed.withLock { feed in
      feed.isOver = true
      defer { feed.listeners = [:] }
      return Array(feed.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// A subscription: the newest update, if there is one, and those that come; a slow reader gets only the newest.
  func subscribe() -> AsyncStream<AlertUpdate> {
    let (signals, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isOver, hasNews): (UInt64, Bool, Bool) = feed.withLock { feed in
      feed.lastListener += 1
      if !feed.isOver { feed.listeners[feed.lastListener] = listener }
      return (feed.lastListener, feed.isOver, feed.newest != nil)
    }
    if hasNews { listener.yield() }
    if isOver { listener.finish() }
    listener.onTermination = { [weak self] _ in self?.feed.withLock { $0.listeners[number] = nil } }
    let seen = Lock(UInt64(0))
    return AsyncStream {
      for await _ in signals {
        if let update = self.newest(after: seen) { return update }
      }
      return nil
    }
  }

  private func newest(after seen: borrowing Lock<UInt64>) -> AlertUpdate? {
    let (newest, sequence) = feed.withLock { ($0.newest, $0.sequence) }
    return seen.withLock { seen in
      guard sequence > seen else { return nil }
      seen = sequence
      return newest
    }
  }
}
