/// Nobody was asked: the alert was dropped or no renderer could show it.
///
/// `"\(error)"` is the text to show; Foundation's `localizedDescription` does not know it.
public struct AlertError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The outcome that is no answer: `.dropped` or `.failed`.
  public var outcome: AlertOutcome
  /// An error for an outcome that is no answer.
  public init(_ outcome: AlertOutcome) { self.outcome = outcome }
  /// The reason, in words for a person.
  public var description: String {
    switch outcome {
    case .failed(let failure): failure.description
    case .dropped(let reason): "nobody was asked: the alert was dropped (\(reason.rawValue))"
    default: "nobody was asked: \(outcome)"
    }
  }
}
