/// Messages from anywhere to one reader, in order; unlike an `AsyncStream` it goes on after the reader's task was cancelled.
final class Mailbox<Message: Sendable>: Sendable {
  private struct State: Sendable {
    var messages: [Message] = []
    var reader: CheckedContinuation<Message, Never>?
  }
  private let state = Lock(State())

  func send(_ message: Message) {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      if state.reader == nil { state.messages.append(message) }
      return state.reader
    }
    reader?.resume(returning: message)
  }

  /// The next message; one reader at a time.
  func next() async -> Message {
    await withCheckedContinuation { reader in
      let message: Message? = state.withLock { state in
        if !state.messages.isEmpty { return state.messages.removeFirst() }
        state.reader = reader
        return nil
      }
      if let message { reader.resume(returning: message) }
    }
  }
}
