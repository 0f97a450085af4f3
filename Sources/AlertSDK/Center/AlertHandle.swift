/// One `show` call: follow the alert, change it, take it back; from any thread.
public struct AlertHandle: Sendable, Hashable, Identifiable {
  /// The call's id; a duplicate that joined another alert has an id of its own.
  public let id: AlertID
  let record: AlertRecord

  /// How the alert ended; there only when it is off the screen, for any number of awaiters, at any time.
  ///
  /// What has been decided earlier is `status == .ending(outcome)`. Not cancellable (S29). Inside `present` of the same center,
  /// where the wait could never end, the alert ends `.failed(.unsupported)` (S20).
  public var outcome: AlertOutcome {
    get async {
      record.center.willAwait(record)
      guard let outcome = await record.wait(for: .ended, as: id) else { preconditionFailure("an alert that ended has an outcome") }
      return outcome
    }
  }

  /// The outcome, or an error when the awaiting task is cancelled, which changes nothing for the alert (S29).
  ///
  /// - Throws: `CancellationError` when the task was cancelled before the alert ended.
  public func outcomeOrCancel() async throws(CancellationError) -> AlertOutcome {
    record.center.willAwait(record)
    let number = record.center.nextWaiter()
    let outcome = await withTaskCancellationHandler {
      // Cancelled before it waits: the handler has run already and found nobody.
      Task.isCancelled ? record.outcome(for: id) : await record.wait(for: .ended, as: id, number: number)
    } onCancel: {
      record.forget(number)
    }
    guard let outcome else { throw CancellationError() }
    return outcome
  }

  /// True once the alert is on screen for the first time; false when it ended without ever being there.
  public var appeared: Bool {
    get async {
      record.center.willAwait(record)
      _ = await record.wait(for: .appeared, as: id)
      return record.hasAppeared
    }
  }

  /// Where the alert is, and why it is not on screen yet; O(1) (S33).
  public var status: Status { record.outcome(for: id).map(Status.ended) ?? record.center.status(of: record) }

  /// How many go before it, 0 for the next one; nil when it does not wait in the queue. O(n), on a copy.
  public func position() -> Int? { record.outcome(for: id) == nil ? record.center.position(of: record) : nil }

  /// Takes the alert back, in every state (S21); true only for the call that decided it (S9).
  ///
  /// Where duplicates share the alert, only this handle ends; the alert goes with the last (S23).
  @discardableResult public func withdraw() -> Bool { record.center.withdraw(record, as: id) }

  /// Gives the alert new content, in every state but ended (S22); false when its outcome is decided.
  @discardableResult public func update(_ content: AlertContent) -> Bool { record.center.update(record, as: id, to: content) }

  /// Whether both are of the same `show` call.
  public static func == (first: Self, second: Self) -> Bool { first.id == second.id && first.record === second.record }
  /// Hashes the call.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Where an alert is.
  @nonexhaustive(warn)
  public enum Status: Sendable, Hashable {
    /// It is not on screen and nothing has asked for it, for these reasons; none if it is its turn right now.
    case waiting(because: [WaitReason])
    /// It is on its way to the screen.
    case presenting
    /// A person can see it.
    case onScreen
    /// Its outcome is decided and it is leaving the screen.
    case ending(AlertOutcome)
    /// It has ended.
    case ended(AlertOutcome)
  }

  /// Why an alert is not on screen yet.
  @nonexhaustive(warn)
  public enum WaitReason: Sendable, Hashable {
    /// Another alert has the place.
    case behind(AlertID)
    /// A turn or a `didEnd` has the place.
    case behindTurn
    /// The center is paused.
    case paused
    /// A hold, or the alert's own `showAfter`, lasts at most so long.
    case held(remaining: Duration)
    /// No renderer is installed.
    case noRenderer
    /// The renderer cannot show it now; it is tried again after that.
    case unavailable(RendererFailure, retryAfter: Duration)
    /// The one on screen may not be interrupted yet.
    case minimumDwell(remaining: Duration)
  }
}
