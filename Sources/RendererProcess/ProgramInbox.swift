import AlertSDK
import AlertTerminal
import CSpawn

/// What other threads tell the program's thread; a pipe wakes it out of its `poll`.
final class ProgramInbox: Sendable {
  enum Message: Sendable {
    case present(Presentation)
    case update(Int, PresentedAlert)
    case cancel(Int)
    case stop(CheckedContinuation<Void, Never>)
    /// A program can be waited for now.
    case ended(pid_t)
    /// The renderer is no more.
    case close
  }
  private let messages = Lock<[Message]>([])
  /// Readable while there may be messages.
  let wake: Int32
  private let wakeEnd: Int32

  init() throws(RendererFailure) {
    var ends: [Int32] = [-1, -1]
    guard alertsdk_spawn_pipe(&ends) == 0 else {
      throw .unavailable("no pipe to wait on: \(SystemError.text(errno))", retryAfter: .seconds(1))
    }
    (wake, wakeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(wake)
    close(wakeEnd)
  }

  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    var byte: UInt8 = 0
    _ = write(wakeEnd, &byte, 1)  // a full pipe is awake already
  }

  /// All messages since the last call, in order.
  func take() -> [Message] {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(wake, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
