/// How an alert ended; every handle gets exactly one (S8).
@nonexhaustive(warn)
public enum AlertOutcome: Sendable, Hashable {
  /// A person chose an action.
  case chose(AlertChoice)
  /// A person or the surface closed it without choosing.
  case dismissed
  /// Its time on screen was over.
  case timedOut
  /// It is out and cannot be taken back: a line, a push message.
  case delivered
  /// The app took it back.
  case withdrawn
  /// Another alert with the same key took its place.
  case superseded(by: AlertID)
  /// It ended without an answer, most often without being shown.
  case dropped(DropReason)
  /// No renderer could show it.
  case failed(RendererFailure)

  /// Why an alert was dropped.
  @nonexhaustive(warn)
  public enum DropReason: String, Sendable, Hashable, Codable {
    /// A more urgent alert came while it was on screen (S4).
    case interrupted
    /// A live alert had the same key (S23).
    case duplicate
    /// It did not appear within its `waitLimit` (S14).
    case stale
    /// `isStillRelevant` said no (S15).
    case irrelevant
    /// More alerts were waiting than `Configuration.capacity` (S24).
    case queueFull
    /// The center was shut down (S30).
    case shutDown
  }

  /// The choice, if there was one.
  public var choice: AlertChoice? { if case .chose(let choice) = self { choice } else { nil } }
}

extension AlertOutcome: CustomStringConvertible {
  /// The outcome in a few words for a log, such as `dropped (stale)`; of a choice its id, never what was typed.
  public var description: String {
    switch self {
    case .chose(let choice): "chose \(choice)"
    case .dismissed: "dismissed"
    case .timedOut: "timed out"
    case .delivered: "delivered"
    case .withdrawn: "withdrawn"
    case .superseded(let successor): "superseded by \(successor)"
    case .dropped(let reason): "dropped (\(reason.rawValue))"
    case .failed(let failure): "failed (\(failure))"
    }
  }
}
