@testable import AlertSDK

/// The scheduling rules once more: slow, obvious, one plain list that is searched and sorted whenever somebody asks.
///
/// Written from the rules S1-S35 and S38, not from the scheduler. Where they are silent the scheduler's choice is accepted, and said
/// so with "Silent:". Silent for all of it: what happens in one late wake-up goes leases, waiting limits by time, the screen, turns
/// from the innermost, `didEnd`s; and what one call ends goes by queue, priority and place.
final class ReferenceModel {
  let limits: SchedulerLimits
  var now: Int64 = 0
  /// What the step so far let be seen.
  var seen: [Seen] = []

  /// All that are live, in the order of `show`.
  var alerts: [ModelAlert] = []
  /// Running turns, outermost first.
  var turns: [ModelTurn] = []
  var screen: ModelScreen?
  /// When somebody who waits for `minimumDwell` may interrupt.
  var dwellUntil: Int64 = .never
  /// Those whose `didEnd` waits to run beside the queue, in order, and the one that runs.
  var besides: [ModelAlert] = []
  var beside: (alert: ModelAlert, call: Int, until: Int64)?

  enum Pause: Equatable { case none, below(Int), all }
  var pause = Pause.none
  var holds: [(number: Int, until: Int64)] = []
  struct Drain { var number: Int, turn: UInt32, until: Int64, isShutDown: Bool, ignoresBesides: Bool }
  var drains: [Drain] = []
  var shutDownUntil: Int64?

  var renderer: UInt32 = 0
  var refusalsInRow = 0
  var gateUntil: Int64 = .min
  /// Calls that ignored their cancellation, by renderer.
  var abandoned: [Int: UInt32] = [:]
  /// When a person should hear that nothing is installed; `hasReported` once they have.
  var reportAt: Int64 = .never
  var hasReported = false

  var statistics = AlertCenter.Statistics()
  private var lastNumber: UInt64 = 0
  private var lastRank: UInt64 = 0
  private var lastCall = 0
  private var lastTurn: UInt32 = 0

  init(limits: SchedulerLimits) { self.limits = limits }

  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }
  func nextRank() -> UInt64 {
    lastRank += 1
    return lastRank
  }
  func nextCall() -> Int {
    lastCall += 1
    return lastCall
  }
  func later(_ interval: Int64) -> Int64 { now.advanced(saturating: interval) }
  var innermost: UInt32 { turns.last?.number ?? 0 }

  /// What follows from a call. Silent: calls that leave the queue alone do not look for what is due meanwhile; the timer does.
  enum Following { case goingOn, settling, nothing }
  var following = Following.goingOn

  /// Every call begins and ends here.
  func step(_ time: Int64, _ body: () -> Void) {
    now = max(now, time)
    seen.removeAll(keepingCapacity: true)
    following = .goingOn
    body()
    if following == .goingOn { goOn() }
    if following != .nothing { settle() }
  }

  // MARK: Order (S2, S3)

  func precedes(_ a: ModelAlert, _ b: ModelAlert) -> Bool {
    if let aging = limits.aging, aging > 0 {
      let keyA = 250 * Int128(a.arrival) - Int128(a.priority) * Int128(aging)
      let keyB = 250 * Int128(b.arrival) - Int128(b.priority) * Int128(aging)
      if keyA != keyB { return keyA < keyB }
    }
    return a.priority != b.priority ? a.priority > b.priority : a.rank < b.rank
  }

  /// S4: strictly more urgent, and first by the order that counts.
  func comesBefore(_ a: ModelAlert, _ b: ModelAlert) -> Bool { a.priority > b.priority && precedes(a, b) }

  var rendererIsThere: Bool { renderer != 0 && now >= gateUntil && !abandoned.values.contains(renderer) }

  /// S17, S18, S25, S26.
  func mayBePresented(_ alert: ModelAlert) -> Bool {
    guard holds.isEmpty else { return false }
    switch pause {
    case .all: return false
    case .below(let priority): if alert.priority < priority { return false }
    case .none: break
    }
    return alert.isTurn || rendererIsThere
  }

  /// Who goes first in this queue.
  func first(in home: UInt32) -> ModelAlert? {
    var best: ModelAlert?
    for alert in alerts where alert.state == .waiting && !alert.isAside && alert.home == home && mayBePresented(alert) {
      if best.map({ precedes(alert, $0) }) ?? true { best = alert }
    }
    return best
  }

  func rival(in home: UInt32) -> ModelAlert? { alerts.first { $0.state == .rival && $0.home == home } }
  var heir: ModelAlert? { alerts.first { $0.state == .heir } }
  var successor: ModelAlert? { alerts.first { $0.state == .successor } }

  // MARK: Going on

  /// Gives the place to whoever goes first, or sees whether somebody may interrupt.
  func goOn() {
    while true {
      dwellUntil = .never
      if screen != nil { considerInterruption() }
      if screen != nil { return }
      guard let next = nextForThePlace() else { return }
      if next.isTurn {
        start(turn: next)
      } else if next.state == .rival, next.asked != .relevance {
        takePlace(next, asking: false)
      } else {
        takePlace(next, asking: true)
      }
    }
  }

  private func nextForThePlace() -> ModelAlert? {
    let home = innermost
    let best = first(in: home)
    guard let rival = rival(in: home) else { return best }
    if mayBePresented(rival), best.map({ !precedes($0, rival) }) ?? true { return rival }
    waitAgain(rival)
    return first(in: home)
  }

  /// It has the place now. A rival whose relevance is being asked is not asked twice.
  func takePlace(_ alert: ModelAlert, asking: Bool) {
    let isAskedAlready = alert.state == .rival && alert.asked == .relevance
    let (call, until) = (alert.call, alert.askUntil)
    alert.state = .up
    alert.asked = .nothing
    if asking, isAskedAlready {
      screen = ModelScreen(alert, call: call, step: .relevance)
      screen?.stepUntil = until
    } else if !asking || alert.isAlwaysRelevant {
      screen = ModelScreen(alert, call: 0, step: .content)
      readContent()
    } else {
      let call = nextCall()
      screen = ModelScreen(alert, call: call, step: .relevance)
      screen?.stepUntil = later(limits.relevance)
      seen.append(.asks(alert.number, call: call))
    }
  }

  /// S15: read before each showing.
  func readContent(by call: Int? = nil) {
    guard let screen else { return }
    screen.call = call ?? nextCall()
    screen.step = .content
    screen.leaving = nil
    screen.stepUntil = later(limits.content)
    seen.append(.reads(screen.alert.number, call: screen.call))
  }

  /// S4: nothing interrupts one that is leaving, or that was moved and is not up again (S22).
  private var canBeInterrupted: Bool {
    guard let screen else { return false }
    return screen.leaving == nil && !(screen.keepsPlace && !screen.isInRenderer)
  }

  private func considerInterruption() {
    guard let shown = screen, canBeInterrupted else { return }
    if let rival = rival(in: innermost) {
      if rival.asked == .nothing { interrupt(by: rival) }
      if screen == nil || shown.leaving != nil || rival.state == .rival { return }
    }
    guard let newcomer = first(in: innermost), isAllowedToInterrupt(newcomer) else { return }
    newcomer.state = .rival
    if newcomer.isTurn {
      newcomer.asked = .nothing
      interrupt(by: newcomer)
    } else {
      newcomer.asked = .relevance
      newcomer.call = nextCall()
      newcomer.askUntil = later(limits.relevance)
      seen.append(.asks(newcomer.number, call: newcomer.call))
    }
  }

  /// S4, S6; notes when the dwell is over where that is what it waits for.
  private func isAllowedToInterrupt(_ newcomer: ModelAlert) -> Bool {
    guard let shown = screen, comesBefore(newcomer, shown.alert), mayBePresented(newcomer) else { return false }
    guard shown.hasAppeared else { return true }
    if shown.alert.whenInterrupted == .never { return false }
    let dwellEnds = shown.appearedAt.advanced(saturating: limits.minimumDwell)
    if now < dwellEnds { dwellUntil = dwellEnds }
    return now >= dwellEnds
  }

  /// Its relevance is known: only now is the shown one touched.
  func interrupt(by rival: ModelAlert) {
    guard let shown = screen, canBeInterrupted else { return }
    guard isAllowedToInterrupt(rival) else { return waitAgain(rival) }
    shown.leaving = .interrupted
    takeDown()
  }

  // MARK: Waiting

  /// Back to its place in its queue.
  func waitAgain(_ alert: ModelAlert) {
    cancelQuestion(alert)
    alert.state = .waiting
    alert.isAside = !alert.isTurn && alert.notBefore != .never && alert.notBefore > now
    if !alert.isAside { alert.notBefore = .never }
  }

  /// A call that asks it something becomes void.
  func cancelQuestion(_ alert: ModelAlert) {
    if alert.asked != .nothing { seen.append(.cancels(call: alert.call)) }
    alert.asked = .nothing
    alert.askUntil = .never
  }

  // MARK: Turns (S19, S20)

  private func start(turn alert: ModelAlert) {
    alert.state = .running
    let number = open(alert, limit: limits.turn)
    seen.append(.turnBegins(alert.number, turn: number))
    seen.append(.turnStarted(alert.number))
  }

  func open(_ alert: ModelAlert, limit: Int64) -> UInt32 {
    lastTurn += 1
    let until = min(later(limit), shutDownUntil ?? .never)
    turns.append(ModelTurn(number: lastTurn, alert: alert, home: innermost, until: until, quietSince: now))
    return lastTurn
  }

  func endTurn(_ number: UInt32, now: Int64) {
    step(now) { if turns.contains(where: { $0.number == number }) { close(number) } else { following = .nothing } }
  }

  /// What it left becomes ordinary: the one on screen keeps the place, the others go behind their equals, in their order.
  func close(_ number: UInt32) {
    guard let index = turns.firstIndex(where: { $0.number == number }) else { return }
    let turn = turns.remove(at: index)
    for inner in turns.indices where turns[inner].home == number { turns[inner].home = turn.home }
    let left = alerts.filter { $0.home == number }
    for alert in left { alert.home = turn.home }
    for alert in left.filter({ $0.state == .waiting }).sorted(by: { $0.rank < $1.rank }) {
      alert.rank = nextRank()
      alert.arrival = now
      waitAgain(alert)
    }
    if turn.alert.isTurn { seen.append(.turnEnded(turn.alert.number)) }
    forget(turn.alert)
  }

  /// Nothing that belongs to a queue is left, and no turn has its place.
  func isEmpty(_ home: UInt32) -> Bool {
    if turns.contains(where: { $0.home == home }) || (home == innermost && screen != nil) { return false }
    return !alerts.contains { $0.home == home && $0.isWaiting }
  }

  /// What follows from a step.
  func settle() {
    for index in turns.indices where !turns[index].isReported {
      if !isEmpty(turns[index].number) {
        turns[index].quietSince = nil
      } else if turns[index].quietSince == nil {
        turns[index].quietSince = now
      }
    }
    for drain in drains {
      let isDone = isDone(drain)
      if isDone || drain.until <= now {
        seen.append(.drained(drain.number, isDone))
        drains.removeAll { $0.number == drain.number }
      }
    }
  }

  /// S30; inside a turn only what belongs to it counts, and a shutdown does not wait for its caller's turns (S20).
  private func isDone(_ drain: Drain) -> Bool {
    let own = turns.firstIndex { $0.number == drain.turn }
    guard drain.turn == 0 || drain.isShutDown else { return own == nil || isEmpty(drain.turn) }
    guard drain.ignoresBesides || (beside == nil && besides.isEmpty) else { return false }
    return turns.count == (own.map { $0 + 1 } ?? 0) && isEmpty(own == nil ? 0 : drain.turn)
  }

  // MARK: When is something due? (S16)

  /// The earliest moment at which something happens by itself.
  var nextDue: Int64 {
    var due = Int64.never
    for alert in alerts {
      guard alert.isWaiting || alert.state == .up else { continue }
      if alert.isWaiting {
        due = min(due, alert.waitUntil)
        if renderer == 0 { due = min(due, alert.installUntil) }
      } else if screen?.isInRenderer == false {
        due = min(due, alert.waitUntil)
      }
      if alert.isAside { due = min(due, alert.notBefore) }
      if alert.state == .rival || alert.state == .heir { due = min(due, alert.askUntil) }
      // Nothing is tried before the retry of a renderer that refused three times.
      if alert.state == .waiting, !alert.isTurn, !alert.isAside, alert.home == innermost, gateUntil > now { due = min(due, gateUntil) }
    }
    if let screen { due = min(due, min(screen.stepUntil, screen.timeUntil), min(screen.graceUntil, screen.moveAt)) }
    due = min(due, dwellUntil, reportAt)
    for turn in turns {
      due = min(due, turn.until)
      if let quiet = turn.quietSince, !turn.isReported { due = min(due, quiet.advanced(saturating: limits.stall)) }
    }
    for hold in holds { due = min(due, hold.until) }
    for drain in drains { due = min(due, drain.until) }
    return min(due, beside?.until ?? .never)
  }

  /// Harmless moments to wake up: a wait limit that is over while `present` runs, an install limit that has become needless, the end
  /// of a dwell that nobody waits for any more.
  func isHarmless(_ time: Int64) -> Bool {
    if let screen, time == screen.appearedAt.advanced(saturating: limits.minimumDwell) { return true }
    return alerts.contains { $0.waitUntil == time || $0.installUntil == time }
  }
}
