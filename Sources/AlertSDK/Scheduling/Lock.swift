#if !ALERTSDK_THREAD_SANITIZER
  internal import Synchronization
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value behind a lock; the only lock of the package.
///
/// A `Mutex`, except where `ALERTSDK_THREAD_SANITIZER` is defined: on Linux that sanitizer does not see what `Mutex` orders and
/// reports races that are none, so such builds use a POSIX mutex. The lock is not recursive, and no code of an app or a plugin
/// may run in `withLock`.
package struct Lock<State>: ~Copyable {
  #if ALERTSDK_THREAD_SANITIZER
    // On the heap: a POSIX mutex must never move.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    package init(_ state: consuming sending State) {
      pthread_mutex_init(mutex, nil)
      self.state.initialize(to: state)
    }

    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }

    deinit {
      state.deinitialize(count: 1)
      state.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  #else
    private let mutex: Mutex<State>

    package init(_ state: consuming sending State) { mutex = Mutex(state) }

    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  #endif
}

#if ALERTSDK_THREAD_SANITIZER
  // The pointers are reached only with the mutex held, and `sending` keeps the state from being shared otherwise.
  extension Lock: @unchecked Sendable {}
#else
  extension Lock: Sendable {}
#endif
