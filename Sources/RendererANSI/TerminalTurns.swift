internal import AlertSDK

/// One box at a time per terminal: a second one waits its turn, in order.
final class TerminalTurns: Sendable {
  /// Of the whole process: renderers that know nothing of each other may share a terminal.
  static let shared = TerminalTurns()

  private struct Waiter {
    var id: Int
    var continuation: CheckedContinuation<Bool, Never>
  }
  private struct State {
    var nextID = 0
    /// Terminals in use, with those who wait.
    var queues: [UInt64: [Waiter]] = [:]
  }
  private let state = Lock(State())

  /// Returns when the terminal is free, and takes it.
  ///
  /// - Throws: `CancellationError` when cancelled before that; then nothing was taken.
  func acquire(_ terminal: UInt64) async throws(CancellationError) {
    let id: Int? = state.withLock { state in
      if state.queues[terminal] == nil {
        state.queues[terminal] = []
        return nil
      }
      state.nextID += 1
      return state.nextID
    }
    guard let id else { return }
    let isOurs = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if Task.isCancelled { return false as Bool? }
          guard state.queues[terminal] != nil else {
            state.queues[terminal] = []
            return true
          }
          state.queues[terminal]?.append(Waiter(id: id, continuation: continuation))
          return nil
        }
        if let isFree { continuation.resume(returning: isFree) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let index = state.queues[terminal]?.firstIndex(where: { $0.id == id }) else { return nil }
        return state.queues[terminal]?.remove(at: index)
      }
      waiter?.continuation.resume(returning: false)
    }
    if !isOurs { throw CancellationError() }
  }

  /// Gives the terminal to the next who waits.
  func release(_ terminal: UInt64) {
    let next = state.withLock { state -> Waiter? in
      guard state.queues[terminal]?.isEmpty == false else {
        state.queues[terminal] = nil
        return nil
      }
      return state.queues[terminal]?.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
