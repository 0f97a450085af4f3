/// Something to show a person: what it says, when it may be shown, and what its answer means.
///
/// A struct, a `@MainActor` class and an actor conform as they are: a plain property or synchronous method satisfies every
/// `async` requirement. Only `scheduling` is not `async`: in such a class or actor it is a `nonisolated let` or `nonisolated var`.
/// How the alert looks is the renderer's business; a renderer may look for a refinement of its own (such as
/// one that brings extra lines) on the value.
public protocol AlertPresentable<Answer>: Sendable {
  /// What `ask(alert:)` gives back; the plain `AlertOutcome` unless the type says otherwise.
  associatedtype Answer: Sendable = AlertOutcome

  /// What the alert says; read just before each showing, so it can be fresh.
  ///
  /// Called outside every lock, on the alert's own isolation. Longer than `Configuration.contentLimit` (1 s) is a failure (S15).
  var content: AlertContent { get async }

  /// When the alert may be shown; read once, in `show`. Default: `AlertScheduling()`.
  ///
  /// Read on the thread that calls `show`, so `nonisolated` in an actor or a `@MainActor` class.
  var scheduling: AlertScheduling { get }

  /// Whether the alert still matters; asked just before each showing. Default: true.
  ///
  /// False ends it `.dropped(.irrelevant)` and nothing is drawn. Longer than `Configuration.relevanceLimit` (1 s) is taken as true (S15).
  func isStillRelevant() async -> Bool

  /// The meaning of an outcome, for `ask(alert:)`. Default where `Answer` is `AlertOutcome`: the outcome itself.
  ///
  /// - Throws: whatever the alert wants the asker to see; ready-made alerts throw ``AlertError`` when nobody was asked.
  func answer(for outcome: AlertOutcome) async throws -> Answer

  /// Runs once, after the alert has left the screen or was dropped without ever being there. Default: nothing.
  ///
  /// After an answer, a dismissal, a time limit or a delivery the queue waits for it, up to `Configuration.endLimit` (5 min); what
  /// it shows is shown before anything else (S11, S20).
  func didEnd(with outcome: AlertOutcome) async
}

// Not async: a call on a conformer's own type would else find an async default before the conformer's own synchronous method.
extension AlertPresentable {
  /// The default: medium priority, no limits, no key.
  public var scheduling: AlertScheduling { AlertScheduling() }
  /// The default: always relevant.
  public func isStillRelevant() -> Bool {
    DefaultCalls.note(.isStillRelevant, of: Self.self)
    return true
  }
  /// The default: nothing to do.
  public func didEnd(with outcome: AlertOutcome) { DefaultCalls.note(.didEnd, of: Self.self) }
}

extension AlertPresentable where Answer == AlertOutcome {
  /// The default: the outcome itself is the answer.
  public func answer(for outcome: AlertOutcome) -> AlertOutcome { outcome }
}
