/// Which call of which center a task belongs to: a turn, a `didEnd`, or a call into an alert or renderer (S20).
///
/// A task-local chain. Child tasks and `Task {}` have it, detached tasks and callbacks have not; a link counts only while its call
/// runs, so a task that outlives its turn is outside again.
final class Scope: Sendable {
  enum Kind: Sendable {
    case turn(TurnNumber)
    /// A `didEnd` beside the queue.
    case beside(CallNumber)
    /// `isStillRelevant`, `content` or `present`: whoever waits for an alert there waits for themselves.
    case call(CallNumber)
  }
  let center: ObjectIdentifier
  let kind: Kind
  let parent: Scope?

  @TaskLocal static var current: Scope?

  init(_ kind: Kind, of center: AlertCenter, parent: Scope?) {
    (self.kind, self.center, self.parent) = (kind, ObjectIdentifier(center), parent)
  }
}

/// Where a caller stands in a center.
struct CallerPosition {
  var turn: TurnNumber = 0
  var isBeside = false
  var isInCall = false
}
