@testable import AlertSDK

extension World {
  func apply(_ operation: Operation) {
    var dice = SplitMix64(seed: operation.dice)
    if dice.chance(60) { now += [0, 1, 1_000_000, 50_000_000, 300_000_000][dice.below(5)] }
    // The timer is never far behind; that it may be a little late is `passTime`'s business.
    if state.nextDeadline() < now { wake() }
    guard difference == nil else { return }
    switch operation.kind {
    case .show: show(&dice)
    case .answer: answer(&dice)
    case .answerOddly: answerOddly(&dice)
    case .passTime: passTime(&dice)
    case .withdraw: withdraw(&dice)
    case .withdrawSome: withdrawSome(&dice)
    case .withdrawAll:
      note("withdrawAll")
      expectSame(state.withdrawAll(now: now), model.withdrawAll(now: now), "withdrawAll")
    case .update: update(&dice)
    case .pause, .resume, .hold, .extendHold, .releaseHold, .install, .uninstall: control(operation.kind, &dice)
    case .queueTurn, .cancelTurn, .endTurn, .awaitInside, .awaitInCall: turn(operation.kind, &dice)
    case .drain, .cancelDrain, .shutDown: end(operation.kind, &dice)
    }
    check()
  }

  /// Somebody outside, or in a running turn.
  private func caller(_ dice: inout SplitMix64) -> UInt32 {
    runningTurns.removeAll { state.levelIndex(of: $0) == nil }
    return runningTurns.isEmpty || dice.chance(40) ? 0 : dice.pick(runningTurns)
  }
  private func anyAlert(_ dice: inout SplitMix64) -> (number: UInt64, alert: Alert)? {
    let choice = alerts.filter { !$0.alert.isTurn }
    return choice.isEmpty ? nil : dice.pick(choice)
  }
  private func needs(_ dice: inout SplitMix64) -> RendererCapabilities { dice.chance(80) ? [] : [.actions] }

  // MARK: What apps do

  private func show(_ dice: inout SplitMix64) {
    var submission = Submission(priority: dice.pick([250, 250, 500, 500, 500, 750, 600]))
    var expected = ModelSubmission(priority: submission.priority)
    if dice.chance(45) { submission.timeLimit = dice.pick([0, 500_000_000, 4_000_000_000, 4_000_000_000, 86_400_000_000_000]) }
    if dice.chance(25) { submission.waitLimit = dice.pick([0, 200_000_000, 3_000_000_000, 60_000_000_000]) }
    if dice.chance(15) { submission.showAfter = dice.pick([0, 100_000_000, 5_000_000_000]) }
    if dice.chance(50) {
      submission.key = dice.pick(["a", "a", "b", "c"])
      submission.whenDuplicate = dice.pick([.allow, .drop, .join, .join, .replace, .replace])
    }
    if dice.chance(35) { submission.traits.insert(.runsDidEnd) }
    if dice.chance(30) { submission.traits.insert(.isAlwaysRelevant) }
    if dice.chance(30) { submission.traits.insert(.failsWhenUnavailable) }
    let policy = dice.pick([AlertScheduling.InterruptionPolicy.automatic, .automatic, .never, .requeue, .discard])
    switch policy {
    case .automatic: break
    case .never: submission.traits.insert(.neverInterrupted)
    case .requeue: submission.traits.insert(.requeuedWhenInterrupted)
    case .discard: submission.traits.insert(.discardedWhenInterrupted)
    }
    submission.turn = caller(&dice)
    (expected.timeLimit, expected.waitLimit, expected.showAfter) = (submission.timeLimit, submission.waitLimit, submission.showAfter)
    (expected.key, expected.whenDuplicate, expected.whenInterrupted) = (submission.key, submission.whenDuplicate, policy)
    expected.failsWhenUnavailable = submission.traits.contains(.failsWhenUnavailable)
    expected.hasDidEnd = submission.traits.contains(.runsDidEnd)
    expected.isAlwaysRelevant = submission.traits.contains(.isAlwaysRelevant)
    expected.turn = submission.turn
    let needed = needs(&dice)
    let admission = state.show(submission, now: now)
    note("show #\(admission.number)\(admission.hasJoined ? " (joins)" : ""), needs \(needed.rawValue): \(expected)")
    if !admission.hasJoined { know(admission.number, Alert(slot: admission.slot, needed: needed, isTurn: false)) }
    model.show(expected, now: now)
  }

  private func withdraw(_ dice: inout SplitMix64) {
    guard let (number, alert) = anyAlert(&dice) else { return }
    note("withdraw #\(number)")
    expectSame(state.withdraw(alert.slot, now: now), model.withdraw(number, now: now), "withdraw")
  }

  private func withdrawSome(_ dice: inout SplitMix64) {
    let some = alerts.filter { _ in dice.chance(40) }
    note("withdraw \(some.map(\.number))")
    expectSame(
      state.withdraw(all: some.map(\.alert.slot), now: now), model.withdraw(all: some.map(\.number), now: now), "withdraw(where:)")
  }

  private func update(_ dice: inout SplitMix64) {
    guard let (number, alert) = anyAlert(&dice) else { return }
    let needed = needs(&dice)
    note("update #\(number), needs \(needed.rawValue)")
    expectSame(
      state.update(alert.slot, needed: needed, now: now), model.update(number, needed: needed, now: now), "update")
  }

  private func control(_ kind: Operation.Kind, _ dice: inout SplitMix64) {
    switch kind {
    case .pause:
      let floor = dice.pick([nil, 500, 750])
      note("pause below \(floor.map(String.init) ?? "all")")
      state.setPause(floor.map { .below($0) } ?? .all, now: now)
      model.setPause(floor.map { .below($0) } ?? .all, now: now)
    case .resume:
      note("resume")
      state.setPause(.none, now: now)
      model.setPause(.none, now: now)
    case .hold:
      let lease = dice.pick([0, 100_000_000, 2_000_000_000])
      note("hold \(lease)")
      let number = state.hold(lease: Int64(lease), now: now)
      model.hold(Int(number), lease: Int64(lease), now: now)
      holds.append((number, Int(number)))
    case .extendHold, .releaseHold:
      guard !holds.isEmpty else { return }
      let hold = dice.pick(holds)
      note("\(kind) \(hold.model)")
      if kind == .extendHold {
        state.extendHold(hold.number, by: 500_000_000, now: now)
        model.extendHold(hold.model, by: 500_000_000, now: now)
      } else {
        state.releaseHold(hold.number, now: now)
        model.releaseHold(hold.model, now: now)
      }
    case .uninstall: install(0)
    default:
      // Sometimes the one that is there already, by another number or its own.
      if dice.chance(20), state.renderer != 0 { return install(state.renderer) }
      lastRenderer += 1
      renderers[lastRenderer] = dice.pick([[], [.actions], [.actions, .updates], [.actions, .updates]])
      install(lastRenderer)
    }
  }

  func install(_ renderer: UInt32) {
    note("use renderer \(renderer), capabilities \(renderers[renderer]?.rawValue ?? 0)")
    state.install(renderer, name: "r", now: now)
    model.install(renderer, now: now)
  }

  private func turn(_ kind: Operation.Kind, _ dice: inout SplitMix64) {
    let turn = caller(&dice)
    switch kind {
    case .queueTurn:
      let priority = dice.pick([250, 500, 750])
      let slot = state.queueTurn(priority: priority, inside: turn, now: now)
      model.queueTurn(priority: priority, inside: turn, now: now)
      guard case .queued(let number)? = model.seen.first else { return }
      note("turn #\(number), priority \(priority), inside \(turn)")
      know(number, Alert(slot: slot, needed: [], isTurn: true))
    case .cancelTurn:
      let queued = alerts.filter(\.alert.isTurn)
      guard !queued.isEmpty else { return }
      let (number, alert) = dice.pick(queued)
      note("cancel turn #\(number)")
      state.cancelTurn(alert.slot, now: now)
      model.cancelTurn(number, now: now)
    case .endTurn:
      guard !runningTurns.isEmpty else { return }
      endTurn(dice.chance(80) ? runningTurns[runningTurns.count - 1] : dice.pick(runningTurns))
    case .awaitInside:
      guard turn != 0, let (number, alert) = anyAlert(&dice) else { return }
      note("await #\(number) inside \(turn)")
      state.awaited(alert.slot, inside: turn, now: now)
      model.awaited(number, inside: turn, now: now)
    default:
      guard let (number, alert) = anyAlert(&dice) else { return }
      note("await #\(number) in a call")
      state.failAwaited(alert.slot, .unsupported("awaited"), now: now)
      model.failAwaited(number, now: now)
    }
  }

  func endTurn(_ turn: UInt32) {
    note("turn \(turn) returns")
    runningTurns.removeAll { $0 == turn }
    state.endTurn(turn, now: now)
    model.endTurn(turn, now: now)
  }

  private func end(_ kind: Operation.Kind, _ dice: inout SplitMix64) {
    let turn = caller(&dice)
    let isBeside = dice.chance(20)
    switch kind {
    case .cancelDrain:
      guard !openDrains.isEmpty else { return }
      let drain = dice.pick(openDrains)
      note("cancel drain \(drain)")
      state.cancelDrain(drain)
      model.cancelDrain(drain)
    case .drain:
      lastDrain += 1
      openDrains.append(lastDrain)
      let limit = dice.pick([Int64.never, 0, 1_000_000_000])
      note("drain \(lastDrain) within \(limit), inside \(turn)")
      state.drain(lastDrain, inside: turn, besideQueue: isBeside, limit: limit, now: now)
      model.drain(lastDrain, inside: turn, besideQueue: isBeside, limit: limit, now: now)
    default:
      lastDrain += 1
      openDrains.append(lastDrain)
      note("shut down \(lastDrain), inside \(turn)")
      state.shutDown(lastDrain, inside: turn, besideQueue: isBeside, now: now)
      model.shutDown(lastDrain, inside: turn, besideQueue: isBeside, now: now)
    }
  }

  // MARK: What alerts and renderers answer

  /// The newest call goes on as calls mostly do.
  private func answer(_ dice: inout SplitMix64) {
    if !calls.isEmpty, dice.chance(85) {
      let (number, call) = calls[calls.count - 1]
      answer(number, call, &dice)
    } else if let call = calls.first, dice.chance(60) {
      answer(call.number, call.running, &dice)
    } else if let turn = runningTurns.last {
      endTurn(turn)
    }
  }

  func answer(_ number: CallNumber, _ call: Running, _ dice: inout SplitMix64) {
    switch call.kind {
    case .relevance: tell(relevance: !dice.chance(10), number)
    case .content: ready(number, call)
    case .present where call.isCancelled: returned(number, .cancelled)
    case .present where !call.hasAppeared && !dice.chance(25): didAppear(number)
    case .present:
      let responses: [AlertResponse] = [.chose("yes"), .dismissed, .dismissed, .delivered, .timedOut]
      returned(number, .response(dice.pick(responses), isKnown: true))
    case .beside: endedBeside(number)
    }
  }

  /// Any call does anything, in any order, wanted or not.
  private func answerOddly(_ dice: inout SplitMix64) {
    guard !calls.isEmpty else { return }
    let (number, call) = dice.pick(calls)
    guard call.kind == .present else { return answer(number, call, &dice) }
    let response = dice.pick([AlertResponse.chose("yes"), .dismissed, .delivered, .timedOut])
    let isKnown = response != .chose("yes") || dice.chance(70)
    switch dice.below(10) {
    case 0, 1: didAppear(number)
    case 2, 3:
      note("call \(number) did disappear")
      state.didDisappear(number, now: now)
      model.didDisappear(call.modelCall, now: now)
    case 4:
      note("call \(number) did answer \(response) \(isKnown)")
      state.didAnswer(number, response, isKnown: isKnown, now: now)
      model.didAnswer(call.modelCall, isKnown ? Verdict(response) : .dismissed, now: now)
    case 5: returned(number, .response(response, isKnown: isKnown))
    case 6: returned(number, .failure(.unsupported("no")))
    case 7:
      let retryAfter = dice.pick([Duration?.none, .none, .zero, .milliseconds(20), .seconds(3)])
      returned(number, .failure(.unavailable("not now", retryAfter: retryAfter)))
    case 8: returned(number, .failure(.lost("gone")))
    default: returned(number, .cancelled)
    }
  }

  private func tell(relevance isRelevant: Bool, _ number: CallNumber) {
    note("call \(number) is\(isRelevant ? "" : " not") relevant")
    guard let call = calls.first(where: { $0.number == number })?.running else { return }
    end(number)
    state.relevance(number, is: isRelevant, now: now)
    model.relevance(call.modelCall, is: isRelevant, now: now)
  }

  private func ready(_ number: CallNumber, _ call: Running) {
    let needed = alert(call.alert)?.needed ?? []
    note("call \(number) has read its content for renderer \(call.renderer)")
    let isTaken = state.ready(
      number, for: call.renderer, capabilities: renderers[call.renderer] ?? [], needed: needed, now: now)
    let isTakenByModel = model.ready(
      call.modelCall, for: call.renderer, capabilities: renderers[call.renderer] ?? [], needed: needed, now: now)
    expectSame(isTaken, isTakenByModel, "ready")
    if isTaken {
      end(number)
    } else if let index = calls.firstIndex(where: { $0.number == number }) {
      calls[index].running.renderer = state.renderer
    }
  }

  private func didAppear(_ number: CallNumber) {
    note("call \(number) did appear")
    guard let index = calls.firstIndex(where: { $0.number == number }) else { return }
    calls[index].running.hasAppeared = true
    state.didAppear(number, now: now)
    model.didAppear(calls[index].running.modelCall, now: now)
  }

  private func returned(_ number: CallNumber, _ result: PresentReturn) {
    note("call \(number) returned \(result)")
    guard let call = calls.first(where: { $0.number == number })?.running else { return }
    end(number)
    state.returned(number, result, now: now)
    switch result {
    case .response(let response, let isKnown): model.returned(call.modelCall, .response(response, isKnown: isKnown), now: now)
    case .failure(let failure): model.returned(call.modelCall, .failure(failure), now: now)
    case .cancelled: model.returned(call.modelCall, .cancelled, now: now)
    }
  }

  private func endedBeside(_ number: CallNumber) {
    note("didEnd beside, call \(number), returns")
    guard let call = calls.first(where: { $0.number == number })?.running else { return }
    end(number)
    state.endedBeside(number, now: now)
    model.endedBeside(call.modelCall, now: now)
  }

  // MARK: Time

  private func passTime(_ dice: inout SplitMix64) {
    let deadline = state.nextDeadline()
    switch dice.below(4) {
    case 0 where deadline != .never && deadline > now: now = deadline - 1  // one nanosecond too early: nothing happens
    case 1, 2: if deadline != .never { now = max(now, deadline) }
    default: now += [2_000_000_000, 11_000_000_000][dice.below(2)]
    }
    wake()
  }

  /// Wakes until nothing is due; a limit of zero may need a second time, none needs many.
  func wake() {
    for _ in 0..<12 {
      note("wake")
      state.wake(now: now)
      model.wake(now: now)
      check()
      if difference != nil || state.nextDeadline() > now { return }
    }
    differ("it wakes at \(now) again and again")
  }

  /// Everything comes to its end: whoever was asked answers, whatever was cancelled returns, and nothing may be left.
  func windDown() {
    state.setPause(.none, now: now)
    model.setPause(.none, now: now)
    check()
    renderers[lastRenderer + 1] = [.actions]
    install(lastRenderer + 1)
    check()
    var dice = SplitMix64(seed: 1)
    for _ in 0..<2000 where difference == nil {
      if let (number, call) = calls.last {
        answer(number, call, &dice)
        check()
      } else if let turn = runningTurns.last {
        endTurn(turn)
        check()
      } else if state.nextDeadline() != .never {
        now = max(now, state.nextDeadline())
        wake()
      } else {
        break
      }
    }
    if difference == nil { compareQueues() }
    if difference == nil, let broken = state.brokenInvariant() ?? state.brokenRest() { differ("in the end: \(broken)") }
  }
}

extension AlertCenter.Configuration {
  static func random(_ generator: inout SplitMix64) -> Self {
    var configuration = Self()
    configuration.capacity = generator.pick([1, 2, 4, 10_000])
    configuration.overflow = generator.pick(Overflow.allCases)
    configuration.aging = generator.pick([nil, nil, .zero, .seconds(1), .seconds(20)])
    configuration.minimumDwell = generator.pick([.zero, .zero, .milliseconds(500), .seconds(3)])
    configuration.endLimit = generator.pick([.seconds(300), .seconds(2)])
    configuration.turnLimit = generator.pick([nil, nil, .seconds(15)])
    configuration.cancellationGrace = generator.pick([.seconds(2), .seconds(2), .zero])
    if generator.chance(20) { configuration.appearanceLimit = .milliseconds(300) }
    return configuration
  }
}
