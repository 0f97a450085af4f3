internal import AlertSDK
internal import AlertTerminal
internal import CTerminalRestore

/// One open box as the rest of the program sees it: what is sent to it from other threads, and its thread.
final class ModalSession: Sendable {
  /// What happened outside since the loop last looked.
  struct Inbox {
    var isCancelled = false
    var update: (content: DialogContent, timeLeft: Duration?)?
    var lines: [[UInt8]] = []
    fileprivate var wake: Int32 = -1
    fileprivate var isEmpty: Bool { !isCancelled && update == nil && lines.isEmpty }
  }
  private let inbox = Lock(Inbox())

  /// Takes the box down; the loop ends with a cancellation.
  func cancel() { post { $0.isCancelled = true } }
  /// Shows newer content; only the newest of several counts (R9).
  func update(_ content: DialogContent, timeLeft: Duration?) { post { $0.update = (content, timeLeft) } }
  /// Keeps lines until the box has gone.
  func print(_ bytes: [UInt8]) { post { $0.lines.append(bytes) } }

  private func post(_ change: (inout Inbox) -> Void) {
    inbox.withLock { inbox in
      change(&inbox)
      // Under the lock, so that the descriptor is not closed, or another's by now.
      if inbox.wake >= 0 { alertsdk_poller_wake(inbox.wake) }
    }
  }

  /// Where to wake the loop from now on, at once if something is there already; -1 when it no longer listens.
  func listen(_ wake: Int32) {
    inbox.withLock { inbox in
      inbox.wake = wake
      if wake >= 0, !inbox.isEmpty { alertsdk_poller_wake(wake) }
    }
  }

  /// What happened since the last call. A cancellation stays.
  func collect() -> Inbox {
    inbox.withLock { inbox in
      let news = inbox
      inbox.update = nil
      inbox.lines = []
      return news
    }
  }

  /// Whether the box is to be taken down.
  func collectCancellation() -> Bool { inbox.withLock { $0.isCancelled } }

  /// Runs a body on a thread of its own that takes no signals (R21).
  ///
  /// - Throws: ``RendererFailure`` when there is no thread to be had.
  static func detach(_ body: @escaping @Sendable () -> Void) throws(RendererFailure) {
    let work = Unmanaged.passRetained(Work(body))
    let code = alertsdk_thread_start(runDetachedWork, work.toOpaque())
    guard code != 0 else { return }
    work.release()
    throw .unavailable("no thread for the alert box (error \(code))")
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A named function: a closure literal written in main-actor code would trap on another thread.
private nonisolated func runDetachedWork(_ argument: UnsafeMutableRawPointer?) {
  guard let argument else { return }
  Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
}
