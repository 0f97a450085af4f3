/// What has changed about an alert while it is up.
public struct AlertUpdate: Sendable {
  /// The alert; another one than before when it was replaced (S23).
  public var alert: any AlertPresentable
  /// The newest content.
  public var content: AlertContent
  /// What is left of its time on screen; nil where there is no limit.
  public var timeLeft: Duration?
  /// How many times it was shown by now, duplicates included.
  public var repeatCount: Int
  /// How many alerts wait behind it.
  public var waitingCount: Int

  /// An update; the core makes them, and combinators and tests may.
  public init(alert: any AlertPresentable, content: AlertContent, timeLeft: Duration? = nil, repeatCount: Int = 1, waitingCount: Int = 0) {
    (self.alert, self.content, self.timeLeft) = (alert, content, timeLeft)
    (self.repeatCount, self.waitingCount) = (repeatCount, waitingCount)
  }
}

/// The changes of an alert while it is up; each iterator is a subscription of its own.
///
/// A subscription begins with the newest change, if there has been one, and may skip all but the newest of several (R9). It ends
/// with the presentation.
public struct AlertUpdates: AsyncSequence, Sendable {
  let makeStream: @Sendable () -> AsyncStream<AlertUpdate>
  /// A sequence of updates; by default one without any.
  public init(_ makeStream: @escaping @Sendable () -> AsyncStream<AlertUpdate> = { AsyncStream { $0.finish() } }) {
    self.makeStream = makeStream
  }
  /// A new subscription.
  public func makeAsyncIterator() -> AsyncStream<AlertUpdate>.Iterator { makeStream().makeAsyncIterator() }
}
