extension AlertCenter {
  /// Takes back every alert whose scheduling matches, on screen or waiting; how many were decided by it.
  ///
  /// The predicate runs outside the lock, on a copy of the list (S21). An alert that duplicates share goes as a whole.
  @discardableResult public func withdraw(where matches: @Sendable (AlertScheduling) -> Bool) -> Int {
    let all = step { storage, _ in storage.schedulings() }
    let matching = all.filter { matches($0.scheduling) }
    return step { storage, now in
      let live = matching.filter { storage.state.isLive($0.slot, number: $0.number) }.map(\.slot)
      return storage.state.withdraw(all: live, now: now)
    }
  }

  /// Takes back every alert, in one step; how many were decided by it. Turns are not alerts.
  @discardableResult public func withdrawAll() -> Int { step { $0.state.withdrawAll(now: $1) } }
}
