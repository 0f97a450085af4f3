@testable import AlertSDK

/// One alert or turn, as the reference model sees it: everything about it in one plain object.
final class ModelAlert {
  enum State {
    /// In the queue, or aside.
    case waiting
    /// Its relevance is asked, or was confirmed, while another alert has the place it would interrupt (S4).
    case rival
    /// Its relevance or content is asked before it replaces the shown alert (S23).
    case heir
    /// It gets the place when the replaced alert has left (S23).
    case successor
    /// It has the place.
    case up
    /// A turn whose body runs.
    case running
    /// Its outcome is told; `didEnd` runs, or waits to.
    case ending
    case gone
  }
  enum Asked { case relevance, nothing, content }

  let number: UInt64
  let isTurn: Bool
  /// The turn it is queued in; 0 outside.
  var home: UInt32
  var state = State.waiting
  var priority: Int
  /// Its place among equals.
  var rank: UInt64
  var arrival: Int64
  var timeLeft: Int64 = .never
  var waitUntil: Int64 = .never
  var notBefore: Int64 = .never
  var installUntil: Int64 = .never
  var isAside = false
  var key: String?
  var participants = 1
  var hasAppeared = false
  var wasRefused = false
  var refusals = 0
  var losses = 0
  var isAsked = false
  var hasDidEnd = false
  var isAlwaysRelevant = false
  var whenInterrupted = AlertScheduling.InterruptionPolicy.automatic
  // While it is a rival, an heir or a successor.
  var asked = Asked.nothing
  var call = 0
  var askUntil: Int64 = .never

  init(number: UInt64, isTurn: Bool, home: UInt32, priority: Int, rank: UInt64, arrival: Int64) {
    (self.number, self.isTurn, self.home) = (number, isTurn, home)
    (self.priority, self.rank, self.arrival) = (priority, rank, arrival)
  }

  /// Not decided and not on the way out.
  var isWaiting: Bool { state == .waiting || state == .rival || state == .heir || state == .successor }
  /// S24: never on screen, never refused, outside turns.
  var countsForCapacity: Bool { isWaiting && !isTurn && home == 0 && !hasAppeared && !wasRefused }
}

/// The one alert that has the place, from its relevance check until `present` has returned.
final class ModelScreen {
  enum Step { case relevance, content, presenting, onScreen, hidden }
  enum Leaving: Equatable { case decided(Verdict), interrupted, moved, uninstalled, overdue }

  var alert: ModelAlert
  var call: Int
  var step: Step
  var leaving: Leaving?
  var stepUntil: Int64 = .never
  var timeUntil: Int64 = .never
  var graceUntil: Int64 = .never
  var moveAt: Int64 = .never
  var presentedAt: Int64 = 0
  var appearedAt: Int64 = 0
  var hasAppeared = false
  /// It was moved, or follows one it replaces: nothing comes between (S22, S23).
  var keepsPlace = false
  var capabilities: RendererCapabilities = []
  var renderer: UInt32 = 0

  init(_ alert: ModelAlert, call: Int, step: Step) { (self.alert, self.call, self.step) = (alert, call, step) }

  var isInRenderer: Bool { step == .presenting || step == .onScreen || step == .hidden }
  var verdict: Verdict? { if case .decided(let verdict)? = leaving { verdict } else { nil } }
}

/// A turn that runs: a `withTurn` body, or a `didEnd` the queue waits for.
struct ModelTurn {
  let number: UInt32
  let alert: ModelAlert
  /// The queue it has the place of.
  var home: UInt32
  var until: Int64
  /// Since when nothing of its own is there.
  var quietSince: Int64?
  var isReported = false
}
