@testable import AlertSDK

/// Apps, renderers and the clock around one scheduler and the reference model: both are told the same, and must ask for the same.
final class World {
  struct Running {
    enum Kind { case relevance, content, present, beside }
    var kind: Kind
    let alert: UInt64
    let modelCall: Int
    var renderer: UInt32
    var isCancelled = false
    var hasAppeared = false
  }
  struct Alert {
    let slot: Slot
    let needed: RendererCapabilities
    let isTurn: Bool
    /// Its handle, and those that joined.
    var handles = 1
  }

  var state: SchedulerState
  let model: ReferenceModel
  var now: Int64 = 0
  /// The first difference, in words.
  private(set) var difference: String?
  /// What was done, for the failure message; nil while nobody reads it.
  var transcript: [String]?

  var alerts: [(number: UInt64, alert: Alert)] = []
  private var numbers: [Slot: UInt64] = [:]
  /// Calls that have not come back, oldest first.
  var calls: [(number: CallNumber, running: Running)] = []
  private var modelCalls: [CallNumber: Int] = [:]
  private var openModelCalls: [Int: Bool] = [:]
  var runningTurns: [UInt32] = []
  var holds: [(number: UInt64, model: Int)] = []
  var openDrains: [Int] = []
  var lastDrain = 0
  var renderers: [UInt32: RendererCapabilities] = [0: []]
  var lastRenderer: UInt32 = 0
  private var outcomes: [UInt64: Int] = [:]
  private var steps = 0

  init(_ configuration: AlertCenter.Configuration) {
    let limits = SchedulerLimits(configuration)
    state = SchedulerState(limits: limits)
    model = ReferenceModel(limits: limits)
  }

  func note(_ text: @autoclosure () -> String) {
    if transcript != nil { transcript?.append("\(Double(now) / 1e9) s: \(text())") }
  }
  func differ(_ text: @autoclosure () -> String) {
    if difference == nil { difference = "at \(Double(now) / 1e9) s: \(text())" }
  }
  func expectSame<Value: Equatable>(_ mine: Value, _ expected: Value, _ what: @autoclosure () -> String) {
    if mine != expected { differ("\(what()) is \(mine), the model says \(expected)") }
  }

  func alert(_ number: UInt64) -> Alert? { alerts.first { $0.number == number }?.alert }

  /// The slot and number of a new alert or turn, before the effects of its step are looked at.
  func know(_ number: UInt64, _ alert: Alert) {
    alerts.append((number, alert))
    numbers[alert.slot] = number
  }

  // MARK: After each step

  func check() {
    compareEffects()
    model.seen.removeAll(keepingCapacity: true)
    guard difference == nil else { return }
    compareState()
    steps += 1
    if steps % 8 == 0 {
      compareQueues()
      if let broken = state.brokenInvariant() { differ(broken) }
    }
  }

  private func compareEffects() {
    let expected = model.seen.filter { !isNeedlessCancel($0) }
    var mine: [Seen] = []
    mine.reserveCapacity(expected.count)
    for effect in state.effects { if let seen = translate(effect) { mine.append(seen) } }
    state.effects.removeAll(keepingCapacity: true)
    guard mine != expected else { return }
    // The order among alerts in one step is nobody's business; within one alert's story it is.
    let (myEvents, events) = (stories(mine), stories(expected))
    let (mySet, set) = (counts(mine), counts(expected))
    if myEvents != events || mySet != set { differ("the step did\n  \(mine)\nand the model\n  \(expected)") }
  }
  private func stories(_ seen: [Seen]) -> [UInt64: [Seen]] { Dictionary(grouping: seen.filter(\.isEvent), by: \.story) }
  private func counts(_ seen: [Seen]) -> [Seen: Int] { Dictionary(seen.map { ($0, 1) }, uniquingKeysWith: +) }

  /// Cancelling what has come back or was cancelled is harmless.
  private func isNeedlessCancel(_ seen: Seen) -> Bool {
    switch seen {
    case .cancels(let call):
      guard openModelCalls[call] == false else { return true }
      openModelCalls[call] = true
      return false
    case .asks(_, let call), .reads(_, let call), .presents(_, let call), .runsEndBeside(_, let call):
      openModelCalls[call] = openModelCalls[call] ?? false
      return false
    default: return false
    }
  }

  private func translate(_ effect: SchedulerEffect) -> Seen? {
    switch effect {
    case .event(let event): return translate(event)
    case .work(let work): return translate(work)
    case .cancel(let number):
      guard let index = calls.firstIndex(where: { $0.number == number }), !calls[index].running.isCancelled else { return nil }
      calls[index].running.isCancelled = true
      return .cancels(call: calls[index].running.modelCall)
    case .appeared(let slot): return .onPresent(number(slot))
    case .ended(let slot, let outcome):
      outcomes[number(slot), default: 0] += 1
      if outcomes[number(slot)] != 1 { differ("#\(number(slot)) ends twice") }
      return .outcome(number(slot), Verdict(outcome))
    case .finished(let slot):
      let number = number(slot)
      alerts.removeAll { $0.number == number }
      numbers[slot] = nil
      return .finished(number)
    case .push(let slot, let call): return .pushes(number(slot), call: modelCalls[call] ?? 0)
    case .setAside(let slot, let failure): return .setsAside(number(slot), failure.kind)
    case .reportWait: return .reportsWait
    case .turnStarted(let slot, let turn):
      runningTurns.append(turn)
      return .turnBegins(number(slot), turn: turn)
    case .turnRefused(let slot): return .turnRefused(number(slot))
    case .drained(let drain, let isDone):
      openDrains.removeAll { $0 == drain }
      return .drained(drain, isDone)
    case .abandoned, .left, .joinedOnScreen, .subscriptionsEnd: return nil
    }
  }

  private func number(_ slot: Slot) -> UInt64 { numbers[slot] ?? 0 }

  private func translate(_ work: SchedulerWork) -> Seen {
    switch work {
    case .confirm(let slot, let call): .asks(number(slot), call: start(call, .relevance, number(slot)))
    case .read(let slot, let call): .reads(number(slot), call: start(call, .content, number(slot)))
    case .present(let slot, let call): .presents(number(slot), call: start(call, .present, number(slot)))
    case .endBeside(let slot, let call): .runsEndBeside(number(slot), call: start(call, .beside, number(slot)))
    case .end(let slot, let turn):
      runTurn(turn, of: number(slot))
    }
  }
  private func runTurn(_ turn: UInt32, of number: UInt64) -> Seen {
    runningTurns.append(turn)
    return .runsEnd(number, turn: turn)
  }

  /// A call begins, or goes on with its next part; the model's number of it is the one the model gave in the same step.
  private func start(_ call: CallNumber, _ kind: Running.Kind, _ number: UInt64) -> Int {
    if let index = calls.firstIndex(where: { $0.number == call }) { calls.remove(at: index) }
    var modelCall = modelCalls[call]
    if modelCall == nil {
      for seen in model.seen {
        switch (seen, kind) {
        case (.asks(number, let expected), .relevance), (.reads(number, let expected), .content),
          (.presents(number, let expected), .present), (.runsEndBeside(number, let expected), .beside):
          modelCall = expected
        default: break
        }
      }
      modelCalls[call] = modelCall ?? 0
    }
    calls.append((call, Running(kind: kind, alert: number, modelCall: modelCall ?? 0, renderer: state.renderer)))
    if kind == .present, calls.count(where: { $0.running.kind == .present && !isGivenUp($0.number) }) > 1 {
      differ("two alerts are with the renderer at once")
    }
    return modelCall ?? 0
  }
  private func isGivenUp(_ call: CallNumber) -> Bool { state.abandonedCalls[call] != nil }

  /// A call has come back.
  func end(_ call: CallNumber) {
    calls.removeAll { $0.number == call }
    if let modelCall = modelCalls[call] { openModelCalls[modelCall] = nil }
  }

  private func translate(_ event: AlertCenter.Event) -> Seen {
    switch event {
    case .queued(let id): .queued(id.number)
    case .joined(let id, let host): .joined(id.number, host: host.number)
    case .updated(let id): .updated(id.number)
    case .presenting(let id): .presenting(id.number)
    case .appeared(let id): .appeared(id.number)
    case .interrupted(let id): .interrupted(id.number)
    case .moved(let id): .moved(id.number)
    case .failed(let id, let failure): .failed(id.number, failure.kind)
    case .ended(let id, let outcome): .ended(id.number, Verdict(outcome))
    case .paused(let priority): .paused(below: priority?.rawValue)
    case .resumed: .resumed
    case .held: .held
    case .released: .released
    case .leaseEnded: .leaseEnded
    case .turnStarted(let id): .turnStarted(id.number)
    case .turnEnded(let id): .turnEnded(id.number)
    case .turnStalled(let id): .turnStalled(id.number)
    case .rendererAbandoned(let id): .rendererAbandoned(id.number)
    }
  }

  // MARK: State

  private func compareState() {
    if state.statistics != model.statistics { differ("statistics: \(state.statistics), the model says \(model.statistics)") }
    let shown = state.levels[state.levels.count - 1].presentation
    let screen = model.screen
    if shown.map({ number($0.slot) }) != screen?.alert.number {
      differ("presenting \(shown.map { number($0.slot) } ?? 0), the model says \(screen?.alert.number ?? 0)")
    } else if let shown, let screen {
      if step(shown.step) != screen.step { differ("its step is \(shown.step), the model says \(screen.step)") }
      if state.decided[shown.slot].map(Verdict.init) != screen.verdict { differ("it is decided differently") }
    }
    let (mine, due) = (state.nextDeadline(), model.nextDue)
    if mine != due, mine > due || !model.isHarmless(mine) { differ("next deadline \(mine), the model says \(due)") }
  }

  private func participants(_ number: UInt64) -> Int {
    guard let slot = alert(number)?.slot, state[slot].phase != .ending, state[slot].phase != .running else { return 0 }
    return Int(state[slot].participants)
  }

  private func step(_ step: Presentation.Step) -> ModelScreen.Step {
    switch step {
    case .confirming: .relevance
    case .reading: .content
    case .presenting: .presenting
    case .onScreen: .onScreen
    case .hidden: .hidden
    }
  }

  func compareQueues() {
    let homes = [0] + model.turns.map(\.number)
    guard state.levels.map(\.turn) == homes else { return differ("turns \(state.levels.map(\.turn)), the model says \(homes)") }
    let waiting = model.alerts.filter { $0.state == .waiting && !$0.isAside }
    let expected = homes.reversed().flatMap { home in
      waiting.filter { $0.home == home }.sorted { model.precedes($0, $1) }.map(\.number)
    }
    let mine = state.snapshot(history: []).waiting.map(\.number)
    if mine != expected { differ("waiting are \(mine), the model says \(expected)") }
    for (number, alert) in alerts {
      guard let expected = model.live(number), expected.state != .ending, expected.state != .running else { continue }
      if state[alert.slot].timeLeft != expected.timeLeft { differ("#\(number) has \(state[alert.slot].timeLeft) left") }
      let place = waiting.contains { $0 === expected } ? waiting.count { $0.home == expected.home && model.precedes($0, expected) } : nil
      let position = state.position(of: alert.slot)
      if position != place { differ("#\(number) is at \(position ?? -1), the model says \(place ?? -1)") }
      if isWaiting(state.status(of: alert.slot, failure: nil, now: now)) != expected.isWaiting { differ("#\(number) has another status") }
    }
    let live = alerts.reduce(0) { $0 + ($1.alert.isTurn ? 0 : participants($1.number)) }
    if state.statistics.live != live { differ("submitted is not ended + live: \(state.statistics), live \(live)") }
    let counted = model.alerts.count(where: \.countsForCapacity)
    if state.countedForCapacity != counted { differ("\(state.countedForCapacity) count for the capacity, the model says \(counted)") }
  }

  private func isWaiting(_ status: AlertHandle.Status) -> Bool { if case .waiting = status { true } else { false } }
}
