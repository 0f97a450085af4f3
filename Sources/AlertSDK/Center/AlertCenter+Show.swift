extension AlertCenter {
  /// Hands over an alert; never blocks, never suspends, and keeps the order of calls, from any thread or isolation.
  ///
  /// - Parameter onPresent: runs once, when the alert is first on screen, on the isolation it was written in. It takes the handle, so
  ///   that a trailing closure meant for the answer does not compile.
  @discardableResult
  public func show(
    alert: some AlertPresentable, @_inheritActorContext onPresent: (@Sendable @isolated(any) (AlertHandle) async -> Void)? = nil
  ) -> AlertHandle { submit(alert, onPresent: onPresent, isAsked: false) }

  /// Shows an alert and waits for its answer, which is there when it is off the screen and its `didEnd` is over.
  ///
  /// A caller that is cancelled already shows nothing. Inside `present` of the same center, where the wait could never end, the alert
  /// fails at once (S20).
  /// - Throws: `CancellationError` when the task was cancelled before the alert was decided, which withdraws it (S29); otherwise what
  ///   `answer(for:)` throws: ready-made alerts throw ``AlertError`` when nobody was asked.
  nonisolated(nonsending) public func ask<A: AlertPresentable>(alert: A) async throws -> A.Answer {
    try Task.checkCancellation()
    let handle = submit(alert, onPresent: nil, isAsked: true)
    willAwait(handle.record)
    let isWithdrawn = Lock(false)
    let outcome = await withTaskCancellationHandler {
      await handle.record.wait(for: .ended, as: handle.id)
    } onCancel: {
      if handle.withdraw() { isWithdrawn.withLock { $0 = true } }
    }
    guard let outcome, !isWithdrawn.withLock({ $0 }) else { throw CancellationError() }
    _ = await handle.record.wait(for: .finished, as: handle.id)
    return try await alert.answer(for: outcome)
  }

  func submit<A: AlertPresentable>(_ alert: A, onPresent: CenterStorage.OnPresent?, isAsked: Bool) -> AlertHandle {
    let scheduling = alert.scheduling
    let scope = Scope.current
    return step { storage, now in
      var submission = Submission(scheduling, defaults: storage.defaults(of: type(of: alert)), isAsked: isAsked)
      if let scope { submission.turn = storage.position(of: scope, in: self).turn }
      let admission = storage.state.show(submission, now: now)
      let id = AlertID(number: admission.number)
      if admission.hasJoined { return self.join(id, admission.slot, onPresent: onPresent, in: &storage) }
      let record = AlertRecord(id: id, slot: admission.slot, center: self)
      var cell = CenterStorage.Cell(record: record, alert: alert, onPresent: onPresent)
      if !scheduling.isPlain { cell.extras = Boxed(CenterStorage.Extras(scheduling: scheduling)) }
      storage.put(cell, at: admission.slot)
      return AlertHandle(id: id, record: record)
    }
  }

  /// The handle of a duplicate; its value is not kept, only its `onPresent`, which runs now if the alert is on screen already (S23).
  private func join(_ id: AlertID, _ host: Slot, onPresent: CenterStorage.OnPresent?, in storage: inout CenterStorage) -> AlertHandle {
    guard let record = storage.cell(host)?.record else { preconditionFailure("a live alert has its cell") }
    if let onPresent {
      storage.changeExtras(host) { $0.joined.append((id, onPresent)) }
      if storage.state[host].traits.contains(.hasAppeared) { storage.state.effects.append(.joinedOnScreen(host, id)) }
    }
    return AlertHandle(id: id, record: record)
  }

  // MARK: For handles

  /// Before somebody waits for an alert: inside a turn it is moved into the turn, inside a call it fails (S20).
  func willAwait(_ record: AlertRecord) {
    guard let scope = Scope.current else { return }
    step { storage, now in
      let caller = storage.position(of: scope, in: self)
      guard storage.state.isLive(record.slot, number: record.id.number) else { return }
      if caller.isInCall {
        storage.state.failAwaited(
          record.slot, .unsupported("awaited inside a call of its own center, where it could never be shown"), now: now)
      } else if caller.turn != 0 {
        storage.state.awaited(record.slot, inside: caller.turn, now: now)
      }
    }
  }

  func nextWaiter() -> UInt64 { step { storage, _ in storage.count() } }

  func status(of record: AlertRecord) -> AlertHandle.Status {
    step { storage, now in
      guard let cell = storage.liveCell(record), record.outcome(for: record.id) == nil else { return nil }
      return storage.state.status(of: record.slot, failure: cell.extras?.value.failure?.value, now: now)
    } ?? record.outcome(for: record.id).map(AlertHandle.Status.ended) ?? .presenting
  }

  func position(of record: AlertRecord) -> Int? {
    let state: SchedulerState? = step { storage, _ in storage.liveCell(record) == nil ? nil : storage.state }
    return state?.position(of: record.slot)
  }

  func withdraw(_ record: AlertRecord, as id: AlertID) -> Bool {
    step { storage, now in
      guard storage.liveCell(record) != nil, !record.hasLeft(id) else { return false }
      let isShared = storage.state[record.slot].participants > 1
      guard storage.state.withdraw(record.slot, now: now) else { return false }
      if isShared { storage.state.effects.append(.left(record.slot, id)) }
      return true
    }
  }

  func update(_ record: AlertRecord, as id: AlertID, to content: AlertContent) -> Bool {
    let needed = content.requiredCapabilities
    return step { storage, now in
      guard storage.liveCell(record) != nil, !record.hasLeft(id) else { return false }
      guard storage.state.update(record.slot, needed: needed, now: now) else { return false }
      storage.changeExtras(record.slot) { $0.updated = Boxed(content) }
      return true
    }
  }
}

extension Submission {
  init(_ scheduling: AlertScheduling, defaults: DefaultCalls, isAsked: Bool) {
    self.init(priority: scheduling.priority.rawValue, key: scheduling.key, whenDuplicate: scheduling.whenDuplicate)
    if let limit = scheduling.timeLimit { timeLimit = max(0, Nanoseconds(limit)) }
    if let limit = scheduling.waitLimit { waitLimit = max(0, Nanoseconds(limit)) }
    if let delay = scheduling.showAfter { showAfter = Nanoseconds(delay) }
    if !defaults.contains(.didEnd) { traits.insert(.runsDidEnd) }
    if defaults.contains(.isStillRelevant) { traits.insert(.isAlwaysRelevant) }
    switch scheduling.whenInterrupted {
    case .automatic: break
    case .never: traits.insert(.neverInterrupted)
    case .requeue: traits.insert(.requeuedWhenInterrupted)
    case .discard: traits.insert(.discardedWhenInterrupted)
    }
    switch scheduling.whenUnavailable {
    case .automatic where isAsked, .fail: traits.insert(.failsWhenUnavailable)
    case .automatic, .wait: break
    }
  }
}

extension AlertScheduling {
  /// Nothing but a priority and a time limit, which the scheduler has: no need to keep the rest (S35).
  var isPlain: Bool {
    key == nil && source == nil && waitLimit == nil && showAfter == nil && whenDuplicate == .join && whenInterrupted == .automatic
      && whenUnavailable == .automatic
  }
}
