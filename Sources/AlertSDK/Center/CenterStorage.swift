/// What a center keeps under its lock: the scheduler's state, and beside it what the apps gave, by slot.
struct CenterStorage: Sendable {
  typealias OnPresent = @Sendable @isolated(any) (AlertHandle) async -> Void

  /// What an app gave with one alert; leaves the lock before it is released (S12).
  struct Cell: Sendable {
    let record: AlertRecord
    var alert: (any AlertPresentable)?
    var onPresent: OnPresent?
    var appearedAt: Nanoseconds = -1
    var extras: Boxed<Extras>?
  }

  /// What few alerts have.
  struct Extras: Sendable {
    /// Where it is more than a priority and a time limit.
    var scheduling: AlertScheduling?
    /// Content the app brought later, which counts for good (S15).
    var updated: Boxed<AlertContent>?
    /// Content that took over another one's call (S23).
    var swapped: Boxed<AlertContent>?
    /// The `onPresent`s of those that joined before it was on screen.
    var joined: [(id: AlertID, onPresent: OnPresent)] = []
    /// What its renderer said last.
    var failure: Boxed<RendererFailure>?
    var turn: Boxed<TurnStart>?
  }

  /// Whom to resume when a turn begins, and the turn it was asked in.
  struct TurnStart: Sendable {
    let continuation: CheckedContinuation<Scope?, Never>
    let parent: Scope?
  }

  var state: SchedulerState
  var history: AlertHistory
  private(set) var installed: InstalledRenderer?
  var timer: Task<Void, Never>?
  private(set) var timerNumber: UInt64 = 0
  private var timerDeadline = Nanoseconds.never
  private var cells = ChunkedArray<Cell?>()
  private var calls: [(call: Call, runner: Runner)] = []
  private var scopes: [(turn: TurnNumber, slot: Slot, scope: Scope)] = []
  private var subscribers: [WeakSubscription] = []
  private var drains: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  /// Renderers whose calls have not come back; kept, so that the same object is recognised when it is installed again (S26).
  private var abandoned: [CallNumber: InstalledRenderer] = [:]
  private var learned: [ObjectIdentifier: DefaultCalls] = [:]
  /// What is known of the type that was shown last, as one type is often shown many times.
  private var latest: (type: ObjectIdentifier, defaults: DefaultCalls)?
  private var lastRenderer: RendererNumber = 0
  private var lastCount: UInt64 = 0

  private struct WeakSubscription { weak var subscription: Subscription? }

  init(_ configuration: AlertCenter.Configuration) {
    state = SchedulerState(limits: SchedulerLimits(configuration))
    state.isObserved = false
    history = AlertHistory(limit: max(0, configuration.historyLimit))
  }

  mutating func count() -> UInt64 {
    lastCount += 1
    return lastCount
  }

  // MARK: Cells

  mutating func put(_ cell: consuming Cell, at slot: Slot) {
    if state.entries.count < cells.count { cells.removeAll() }  // the state has given a flood's slots back
    while cells.count <= Int(slot) { cells.append(nil) }
    cells[Int(slot)] = cell
  }

  func cell(_ slot: Slot) -> Cell? { Int(slot) < cells.count ? cells[Int(slot)] : nil }

  /// The cell of a record that is live.
  func liveCell(_ record: AlertRecord) -> Cell? {
    state.isLive(record.slot, number: record.id.number) ? cell(record.slot) : nil
  }

  mutating func changeExtras(_ slot: Slot, _ change: (inout Extras) -> Void) {
    var extras = cells[Int(slot)]?.extras?.value ?? Extras()
    cells[Int(slot)]?.extras = nil  // so that a list in it grows in place
    change(&extras)
    cells[Int(slot)]?.extras = Boxed(extras)
  }

  /// Which calls into this type need not be made.
  mutating func defaults(of type: Any.Type) -> DefaultCalls {
    if let latest, latest.type == ObjectIdentifier(type) { return latest.defaults }
    let defaults = DefaultCalls.known(of: type)
    latest = (ObjectIdentifier(type), defaults)
    return defaults
  }

  /// This call has been made; where it turned out to be a default, those of the same type that wait are spared theirs.
  ///
  /// They are looked for once for each type: whoever is shown later has asked what is known of it.
  mutating func learn(_ call: DefaultCalls, of alert: any AlertPresentable) {
    let type = type(of: alert)
    guard DefaultCalls.known(of: type).contains(call), learned[ObjectIdentifier(type)]?.contains(call) != true else { return }
    learned[ObjectIdentifier(type), default: []].insert(call)
    latest = nil
    for index in 0..<cells.count {
      guard cells.with(index, { $0?.alert.map { Swift.type(of: $0) == type } }) == true else { continue }
      if call.contains(.didEnd) { state[Slot(index)].traits.remove(.runsDidEnd) }
      if call.contains(.isStillRelevant) { state[Slot(index)].traits.insert(.isAlwaysRelevant) }
    }
  }

  // MARK: Renderers

  /// The one before, which leaves the lock before it is released.
  mutating func install(_ renderer: (any AlertRenderer)?, name: String, now: Nanoseconds) -> InstalledRenderer? {
    let before = installed
    installed = renderer.map { InstalledRenderer($0, number: number(of: $0)) }
    state.install(installed?.number ?? 0, name: name, now: now)
    return before
  }

  /// The number of a renderer: the one it had when one of its calls was given up, otherwise a new one.
  private mutating func number(of renderer: any AlertRenderer) -> RendererNumber {
    for (_, known) in abandoned where (known.renderer as AnyObject) === (renderer as AnyObject) { return known.number }
    lastRenderer += 1
    return lastRenderer
  }

  // MARK: Calls

  private mutating func call(_ number: CallNumber, on runner: Runner, center: AlertCenter) -> Call {
    if let index = calls.firstIndex(where: { $0.call.number == number }) {
      calls[index].runner = runner
      return calls[index].call
    }
    let call = Call(number, center: center)
    calls.append((call, runner))
    return call
  }

  /// A call that has come back and is over.
  mutating func forget(_ call: Call) {
    if !abandoned.isEmpty { abandoned[call.number] = nil }
    if let index = calls.firstIndex(where: { $0.call === call }) { calls.remove(at: index) }
  }

  // MARK: Callers (S20)

  /// Where the calling task stands: in the innermost turn of this center that still runs, or in a call.
  func position(of scope: Scope?, in center: AlertCenter) -> CallerPosition {
    var position = CallerPosition()
    var link = scope
    while let scope = link {
      link = scope.parent
      guard scope.center == ObjectIdentifier(center) else { continue }
      switch scope.kind {
      case .turn(let turn) where state.levelIndex(of: turn) != nil:
        position.turn = turn
        return position
      case .beside(let call) where state.besides.running?.call == call: position.isBeside = true
      case .call(let number) where calls.contains { $0.call.number == number }:
        position.isInCall = true
        return position
      case .turn, .beside, .call: break
      }
    }
    return position
  }

  private func scope(of turn: TurnNumber) -> Scope? { scopes.last { $0.turn == turn }?.scope }

  // MARK: More of the same step

  /// The content is there; where it takes over another one's call, the push of this step needs it.
  mutating func ready(
    _ call: Call, _ content: Boxed<AlertContent>, for renderer: RendererNumber, capabilities: RendererCapabilities,
    needed: RendererCapabilities, now: Nanoseconds
  ) -> Bool {
    if let slot = state.replacement(readBy: call.number) { changeExtras(slot) { $0.swapped = content } }
    return state.ready(call.number, for: renderer, capabilities: capabilities, needed: needed, now: now)
  }

  func schedulings() -> [(slot: Slot, number: UInt64, scheduling: AlertScheduling)] {
    var all: [(slot: Slot, number: UInt64, scheduling: AlertScheduling)] = []
    for index in 0..<cells.count {
      let slot = Slot(index)
      guard let cell = cells[index], cell.alert != nil, state.isUndecided(slot) else { continue }
      let timeLeft = state[slot].timeLeft
      let scheduling =
        cell.extras?.value.scheduling
        ?? AlertScheduling(
          priority: AlertPriority(rawValue: state[slot].priority), timeLimit: timeLeft == .never ? nil : timeLeft.duration)
      all.append((slot, cell.record.id.number, scheduling))
    }
    return all
  }

  /// The cell of a turn that waits.
  mutating func putTurn(
    _ slot: Slot, center: AlertCenter, continuation: CheckedContinuation<Scope?, Never>, parent: Scope?
  ) -> AlertRecord {
    let record = AlertRecord(id: state[slot].id, slot: slot, center: center)
    put(Cell(record: record, extras: Boxed(Extras(turn: Boxed(TurnStart(continuation: continuation, parent: parent))))), at: slot)
    return record
  }

  // MARK: Subscribers

  mutating func subscribe(_ subscription: Subscription) {
    subscribers.removeAll { $0.subscription == nil }
    subscribers.append(WeakSubscription(subscription: subscription))
    state.isObserved = true
  }

  func endSubscriptions() -> [Subscription.Wakeup] { subscribers.flatMap { $0.subscription?.end() ?? [] } }

  // MARK: Drains

  mutating func addDrain(_ continuation: CheckedContinuation<Bool, Never>) -> Int {
    let number = Int(count())
    drains.append((number, continuation))
    return number
  }

  // MARK: The timer (S16)

  /// Asks for a sleep only when the next deadline is earlier than the one that is slept for.
  mutating func rearmTimer(_ after: inout AfterStep) {
    let deadline = state.nextDeadline()
    guard deadline < timerDeadline else { return }
    timerDeadline = deadline
    timerNumber += 1
    after.timer = (timerNumber, deadline)
  }

  mutating func wake(_ number: UInt64, now: Nanoseconds) {
    guard number == timerNumber else { return }
    timerDeadline = .never
    timer = nil
    state.wake(now: now)
  }

  // MARK: Effects

  /// Turns the effects of a step into what is done with the lock open; nothing of an app or renderer runs here.
  mutating func translateEffects(into after: inout AfterStep, center: AlertCenter, now: Nanoseconds) {
    guard !state.effects.isEmpty else { return }
    for index in state.effects.indices { translate(state.effects[index], into: &after, center: center, now: now) }
    state.effects.removeAll(keepingCapacity: true)
  }

  private mutating func translate(_ effect: SchedulerEffect, into after: inout AfterStep, center: AlertCenter, now: Nanoseconds) {
    switch effect {
    case .event(let event):
      for subscriber in subscribers {
        if let wakeup = subscriber.subscription?.append(event) { after.add(.deliver(wakeup)) }
      }
    case .work(let work): translate(work, into: &after, center: center)
    case .cancel(let number):
      if let runner = calls.first(where: { $0.call.number == number })?.runner { after.add(.cancel(runner)) }
    case .appeared(let slot):
      let (record, onPresent, extras) = cells.with(Int(slot)) { cell in
        cell?.appearedAt = now
        return (cell?.record, cell?.onPresent, cell?.extras)
      }
      guard let record else { return }
      after.resume(record.appear())
      // Who has left is told nothing any more (S23).
      if let onPresent, !record.hasLeft(record.id) { after.add(.appear(AlertHandle(id: record.id, record: record), onPresent)) }
      guard let extras else { return }
      for joined in extras.value.joined where !record.hasLeft(joined.id) {
        after.add(.appear(AlertHandle(id: joined.id, record: record), joined.onPresent))
      }
    case .joinedOnScreen(let slot, let id):
      guard let cell = cells[Int(slot)], let joined = cell.extras?.value.joined.last(where: { $0.id == id }) else { return }
      after.add(.appear(AlertHandle(id: id, record: cell.record), joined.onPresent))
    case .left(let slot, let id):
      if let record = cells[Int(slot)]?.record { after.resume(record.leave(id)) }
    case .ended(let slot, let outcome):
      let (record, appearedAt, extras) = cells.with(Int(slot)) { ($0?.record, $0?.appearedAt ?? -1, $0?.extras) }
      guard let record else { return }
      after.resume(record.end(outcome))
      let scheduling = extras?.value.scheduling
      history.append(
        AlertCenter.Record(
          id: record.id, priority: AlertPriority(rawValue: state[slot].priority), key: scheduling?.key, source: scheduling?.source,
          outcome: outcome.withoutValues, appearedAt: appearedAt < 0 ? nil : appearedAt.duration, endedAt: now.duration))
    case .finished(let slot):
      guard let cell = cells[Int(slot)].take() else { return }
      after.resume(cell.record.finish())
      after.released.append(consume cell)
      if !scopes.isEmpty { scopes.removeAll { $0.slot == slot } }
    case .push(let slot, let number):
      guard let cell = cells[Int(slot)], let alert = cell.alert, let call = calls.first(where: { $0.call.number == number })?.call,
        let content = cell.extras?.value.updated ?? cell.extras?.value.swapped ?? call.content
      else { return }
      let update = AlertUpdate(
        alert: alert, content: content.value, timeLeft: state.timeLeft(slot, now: now), repeatCount: Int(state[slot].repeatCount),
        waitingCount: state.waitingCount)
      after.add(.push(call, update, sequence: count()))
    case .setAside(let slot, let failure): changeExtras(slot) { $0.failure = Boxed(failure) }
    case .reportWait(let failure): after.add(.report("an alert waits: \(failure)"))
    case .abandoned(let number):
      abandoned[number] = calls.first { $0.call.number == number }?.call.installed
    case .turnStarted(let slot, let turn):
      guard let started = cells[Int(slot)]?.extras?.value.turn?.value else { return }
      let scope = Scope(.turn(turn), of: center, parent: started.parent)
      scopes.append((turn, slot, scope))
      after.add(.turn(started.continuation, scope))
    case .turnRefused(let slot):
      if let refused = cells[Int(slot)]?.extras?.value.turn?.value { after.add(.turn(refused.continuation, nil)) }
    case .drained(let number, let isDone):
      guard let index = drains.firstIndex(where: { $0.number == number }) else { return }
      after.add(.drained(drains.remove(at: index).continuation, isDone: isDone))
    case .subscriptionsEnd: for wakeup in endSubscriptions() { after.add(.deliver(wakeup)) }
    }
  }

  private mutating func translate(_ work: SchedulerWork, into after: inout AfterStep, center: AlertCenter) {
    switch work {
    case .confirm(let slot, let number):
      guard let alert = cells[Int(slot)]?.alert else { return }
      let runner = after.nextRunner()
      let call = call(number, on: runner, center: center)
      after.add(.confirm(alert, call), of: call, on: runner)
    case .read(let slot, let number):
      let (alert, extras) = cells.with(Int(slot)) { ($0?.alert, $0?.extras) }
      guard let alert else { return }
      let runner = after.nextRunner()
      let call = call(number, on: runner, center: center)
      after.add(.read(alert, updated: extras?.value.updated, installed, call), of: call, on: runner)
    case .present(let slot, let number):
      // An update that came while the content was read is newer than what was read.
      let (record, alert, extras) = cells.with(Int(slot)) { ($0?.record, $0?.alert, $0?.extras) }
      guard let record, let alert, let installed, let content = extras?.value.updated ?? after.content else { return }
      let runner = after.nextRunner()
      let call = call(number, on: runner, center: center)
      call.begin(with: installed, showing: content)
      let request = AlertRequest(
        id: record.id, alert: alert, content: content.value, timeLimit: state.timeLeft(slot, now: state.lastNow),
        repeatCount: Int(state[slot].repeatCount), waitingCount: state.waitingCount, updates: AlertUpdates { call.subscribe() },
        onEvent: { call.center?.handle($0, from: call) }, sleeper: call.clock.sleepFor,
        remaining: { call.center?.timeLeft(of: record) })
      after.add(.present(Showing(request, by: installed, call)), of: call, on: runner)
    case .end(let slot, let turn):
      guard let record = cells[Int(slot)]?.record, let alert = cells[Int(slot)]?.alert, let outcome = record.outcome(for: record.id)
      else { return }
      let scope = Scope(.turn(turn), of: center, parent: scope(of: state[slot].turn))
      scopes.append((turn, slot, scope))
      after.add(.end(alert, outcome, turn, scope), on: after.nextRunner())
    case .endBeside(let slot, let number):
      guard let record = cells[Int(slot)]?.record, let alert = cells[Int(slot)]?.alert, let outcome = record.outcome(for: record.id)
      else { return }
      let scope = Scope(.beside(number), of: center, parent: scope(of: state[slot].turn))
      after.add(.endBeside(alert, outcome, number, scope), on: after.nextRunner())
    }
  }
}
