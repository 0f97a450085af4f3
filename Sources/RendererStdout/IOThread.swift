import AlertSDK
import AlertTerminal

/// Runs what may block on a thread of its own, so that no thread of the concurrency pool waits (R21).
enum IOThread {
  /// Enough for formatting a message of 64 k characters: the text itself is on the heap.
  static let stackSize = 256 * 1024

  /// Runs `body` on a new thread that takes no signals but those of a crash, and gives back what it returns or throws.
  ///
  /// With SIGPIPE and SIGTTOU blocked there, writing to a closed pipe or from the background is an error or works; it never ends or
  /// stops the process.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let error = DetachedThread.start(stackSize: stackSize) { continuation.resume(with: Result(catching: body)) }
      if let error {
        continuation.resume(
          throwing: RendererFailure.unavailable("no thread to wait on: \(SystemError.text(error))", retryAfter: .seconds(1)))
      }
    }
  }
}
