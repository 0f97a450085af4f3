/// Why a renderer could not show an alert, in words for a person.
///
/// `"\(error)"` is the text to show; Foundation's `localizedDescription` does not know it.
public struct RendererFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What the core does about a failure (S25).
  @nonexhaustive(warn)
  public enum Kind: String, Sendable, Hashable, Codable {
    /// May come back: no notification server yet.
    case unavailable
    /// Not here, ever: no controlling terminal, input at its end, a kind of alert it cannot show.
    case unsupported
    /// The surface went away while the alert was up.
    case lost
  }

  /// What the core does about it.
  public var kind: Kind
  /// Why, in words for a person.
  public var reason: String
  /// When trying again makes sense; nil lets the core back off. Counts for `.unavailable` only.
  public var retryAfter: Duration?
  /// The renderer's name, filled in by the core.
  public internal(set) var renderer: String = ""

  /// A failure of a kind, with its reason.
  public init(_ kind: Kind, _ reason: String, retryAfter: Duration? = nil) {
    (self.kind, self.reason, self.retryAfter) = (kind, reason, retryAfter)
  }
  /// The surface may come back (R11).
  public static func unavailable(_ reason: String, retryAfter: Duration? = nil) -> Self {
    Self(.unavailable, reason, retryAfter: retryAfter)
  }
  /// The surface cannot come to this process, or cannot show such an alert (R11).
  public static func unsupported(_ reason: String) -> Self { Self(.unsupported, reason) }
  /// The surface went away while the alert was up (R11).
  public static func lost(_ reason: String) -> Self { Self(.lost, reason) }

  /// The reason, with the renderer's name before it where it is known.
  public var description: String { renderer.isEmpty ? reason : "\(renderer): \(reason)" }

  /// The failure as the core reports it: a foreign error wrapped with its text (R18), the renderer's name filled in.
  init(_ error: any Error, of renderer: String) {
    self = error as? RendererFailure ?? .lost("\(error)")
    if self.renderer.isEmpty { self.renderer = renderer }
  }
}
