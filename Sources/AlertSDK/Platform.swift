#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Standard error, as a descriptor: the core has no streams and no Foundation.
enum StandardError {
  /// Writes one line in one call; what cannot be written is let go, since there is nowhere left to say so.
  static func writeLine(_ line: String) {
    var bytes = Array("alert-sdk: \(line)\n".utf8)
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        return
      }
      bytes.removeFirst(written)
    }
  }
}

/// Blocks one thread until a value is there: the bridge from a synchronous program into the asynchronous core.
///
/// `@unchecked`: the value is touched only with the POSIX mutex held, which the compiler cannot see; a condition variable needs one.
final class BlockingCell<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value?

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }
  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func set(_ value: Value) {
    pthread_mutex_lock(mutex)
    self.value = value
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func wait() -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let value { return value }
      pthread_cond_wait(condition, mutex)
    }
  }
}

/// Registers what runs when the process exits.
func atExit(_ handler: @escaping @convention(c) () -> Void) { _ = atexit(handler) }
