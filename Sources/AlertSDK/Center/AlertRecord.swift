/// What the handles of one alert share: its outcome, and who waits for it.
///
/// The only part of an alert that lives on when it has ended, for as long as a handle does (S12).
final class AlertRecord: Sendable {
  let id: AlertID
  let slot: Slot
  let center: AlertCenter
  private let resolution = Lock(Resolution())

  init(id: AlertID, slot: Slot, center: AlertCenter) { (self.id, self.slot, self.center) = (id, slot, center) }

  enum Milestone: UInt8, Comparable {
    case appeared, ended, finished
    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// Somebody who waits, and the handle they wait with.
  struct Waiter: Sendable {
    let id: AlertID
    let milestone: Milestone
    let number: UInt64
    let continuation: CheckedContinuation<AlertOutcome?, Never>
  }

  /// Those to resume once no lock is held, and with what.
  typealias Wakeup = (waiter: Waiter, outcome: AlertOutcome?)

  private struct Resolution {
    var hasAppeared = false
    var isFinished = false
    var outcome: Boxed<AlertOutcome>?
    var waiters: [Waiter] = []
    /// Participants that left a shared alert (S23).
    var leavers: Set<AlertID> = []

    func outcome(for id: AlertID) -> AlertOutcome? { leavers.contains(id) ? .withdrawn : outcome?.value }

    func isReached(_ milestone: Milestone, for id: AlertID) -> Bool {
      switch milestone {
      case .appeared: hasAppeared || outcome(for: id) != nil
      case .ended: outcome(for: id) != nil
      case .finished: isFinished || leavers.contains(id)
      }
    }

    mutating func takeReached() -> [Wakeup] {
      guard !waiters.isEmpty else { return [] }
      let reached = waiters.filter { isReached($0.milestone, for: $0.id) }
      waiters = waiters.filter { !isReached($0.milestone, for: $0.id) }
      return reached.map { ($0, outcome(for: $0.id)) }
    }
  }

  func outcome(for id: AlertID) -> AlertOutcome? { resolution.withLock { $0.outcome(for: id) } }
  var hasAppeared: Bool { resolution.withLock { $0.hasAppeared } }
  func hasLeft(_ id: AlertID) -> Bool { resolution.withLock { $0.leavers.contains(id) } }

  /// Waits for a milestone; the outcome, where there is one by then. A number other than 0 names a waiter that may be forgotten.
  func wait(for milestone: Milestone, as id: AlertID, number: UInt64 = 0) async -> AlertOutcome? {
    let (isReached, outcome) = resolution.withLock { ($0.isReached(milestone, for: id), $0.outcome(for: id)) }
    if isReached { return outcome }
    return await withCheckedContinuation { continuation in
      let (isReached, outcome): (Bool, AlertOutcome?) = resolution.withLock { resolution in
        if resolution.isReached(milestone, for: id) { return (true, resolution.outcome(for: id)) }
        resolution.waiters.append(Waiter(id: id, milestone: milestone, number: number, continuation: continuation))
        return (false, nil)
      }
      if isReached { continuation.resume(returning: outcome) }
      // A cancellation from before the waiter was there found nobody.
      if number != 0, Task.isCancelled { forget(number) }
    }
  }

  /// Resumes a waiter who was cancelled, without an outcome.
  func forget(_ number: UInt64) {
    let waiter: Waiter? = resolution.withLock { resolution in
      resolution.waiters.firstIndex { $0.number == number }.map { resolution.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: nil)
  }

  // MARK: The center's side; each gives those to resume once its lock is open

  func appear() -> [Wakeup] {
    resolution.withLock {
      $0.hasAppeared = true
      return $0.takeReached()
    }
  }
  func end(_ outcome: AlertOutcome) -> [Wakeup] {
    let boxed = Boxed(outcome)
    return resolution.withLock {
      $0.outcome = boxed
      return $0.takeReached()
    }
  }
  func finish() -> [Wakeup] {
    resolution.withLock {
      $0.isFinished = true
      return $0.takeReached()
    }
  }
  func leave(_ id: AlertID) -> [Wakeup] {
    resolution.withLock {
      $0.leavers.insert(id)
      return $0.takeReached()
    }
  }
}

/// A large value behind a pointer, so that those who rarely hold one stay small.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
