@testable import AlertSDK

/// One scheduler, driven by hand: the newest call of each alert, and everything it ever asked for.
struct Desk {
  var state: SchedulerState
  var now: Int64 = 0
  var log: [SchedulerEffect] = []
  private var calls: [Slot: CallNumber] = [:]
  private var turns: [Slot: TurnNumber] = [:]
  var capabilities: RendererCapabilities

  init(_ configuration: AlertCenter.Configuration = .init(), capabilities: RendererCapabilities = [.actions], hasRenderer: Bool = true) {
    state = SchedulerState(limits: SchedulerLimits(configuration))
    self.capabilities = capabilities
    if hasRenderer { use(1) }
  }

  private mutating func collect() {
    for effect in state.effects {
      switch effect {
      case .work(.confirm(let slot, let call)), .work(.read(let slot, let call)), .work(.present(let slot, let call)): calls[slot] = call
      case .work(.end(let slot, let turn)), .turnStarted(let slot, let turn): turns[slot] = turn
      default: break
      }
    }
    log += state.effects
    state.effects = []
  }
  private mutating func step<Result>(_ body: (inout SchedulerState, Int64) -> Result) -> Result {
    defer { collect() }
    return body(&state, now)
  }

  func call(of slot: Slot) -> CallNumber { calls[slot] ?? 0 }
  func turn(of slot: Slot) -> TurnNumber { turns[slot] ?? 0 }

  // MARK: Apps

  mutating func show(_ priority: Int = 500, _ change: (inout Submission) -> Void = { _ in }) -> Slot {
    var submission = Submission(priority: priority)
    change(&submission)
    return step { $0.show(submission, now: $1).slot }
  }
  mutating func use(_ renderer: RendererNumber) { step { $0.install(renderer, name: "desk", now: $1) } }
  mutating func update(_ slot: Slot) -> Bool { step { $0.update(slot, needed: [], now: $1) } }
  mutating func withdraw(_ slot: Slot) -> Bool { step { $0.withdraw(slot, now: $1) } }
  mutating func queueTurn(_ priority: Int = 500, inside turn: TurnNumber = 0) -> Slot {
    step { $0.queueTurn(priority: priority, inside: turn, now: $1) }
  }
  mutating func endTurn(_ slot: Slot) { step { [turn = turn(of: slot)] in $0.endTurn(turn, now: $1) } }

  // MARK: Alerts and renderers

  mutating func confirm(_ slot: Slot, _ isRelevant: Bool = true) {
    step { [call = call(of: slot)] in $0.relevance(call, is: isRelevant, now: $1) }
  }
  mutating func read(_ slot: Slot) {
    _ = step { [call = call(of: slot), capabilities] in $0.ready(call, for: $0.renderer, capabilities: capabilities, needed: [], now: $1) }
  }
  mutating func appear(_ slot: Slot) { step { [call = call(of: slot)] in $0.didAppear(call, now: $1) } }
  mutating func disappear(_ slot: Slot) { step { [call = call(of: slot)] in $0.didDisappear(call, now: $1) } }
  mutating func answer(_ slot: Slot, _ response: AlertResponse) {
    step { [call = call(of: slot)] in $0.didAnswer(call, response, isKnown: true, now: $1) }
  }
  mutating func come(back slot: Slot, _ result: PresentReturn = .cancelled) {
    step { [call = call(of: slot)] in $0.returned(call, result, now: $1) }
  }
  /// Asked, read, presented and on screen.
  mutating func putUp(_ slot: Slot) {
    confirm(slot)
    read(slot)
    appear(slot)
  }

  // MARK: Time

  mutating func wake(at time: Int64) {
    now = time
    step { $0.wake(now: $1) }
  }

  // MARK: What it asked for

  var due: Int64 {
    var copy = state
    return copy.nextDeadline()
  }
  var shown: Slot? { state.levels.last?.presentation?.slot }
  var isLeaving: Bool { state.levels.last?.presentation?.leaving != nil }
  func isAsked(_ slot: Slot) -> Int {
    log.count { if case .work(.confirm(slot, _)) = $0 { true } else { false } }
  }
  func outcome(of slot: Slot) -> AlertOutcome? {
    for case .ended(slot, let outcome) in log { return outcome }
    return nil
  }
}
