internal import AlertSDK
internal import CTerminalRestore

/// One open box as the rest of the program sees it: what is sent to it from other threads.
final class ModalSession: Sendable {
  /// What happened outside since the loop last looked.
  struct Inbox {
    var isCancelled = false
    var update: (content: DialogContent, timeLeft: Duration?)?
    var printed = Printed()
    fileprivate var wake: Int32 = -1
    fileprivate var isEmpty: Bool { !isCancelled && update == nil && printed.isEmpty }
  }
  /// Lines the app has printed. Who prints faster than a terminal shows must not fill the memory: past the limit they are counted.
  struct Printed {
    static let limit = 256 * 1024
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var droppedLines = 0
    var isEmpty: Bool { bytes.isEmpty && droppedLines == 0 }

    fileprivate mutating func append(_ line: [UInt8]) {
      if droppedLines == 0, bytes.count + line.count <= Self.limit { bytes += line } else { droppedLines += 1 }
    }
  }
  private let inbox = Lock(Inbox())

  /// Takes the box down; the loop ends with a cancellation.
  func cancel() { post { $0.isCancelled = true } }
  /// Shows newer content; only the newest of several counts (R9).
  func update(_ content: DialogContent, timeLeft: Duration?) { post { $0.update = (content, timeLeft) } }
  /// Keeps a line until the box has gone.
  func print(_ line: [UInt8]) { post { $0.printed.append(line) } }

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
      inbox.printed = Printed()
      return news
    }
  }

  /// The lines that came since the last call; whatever else did stays.
  func collectPrinted() -> Printed {
    inbox.withLock { inbox in
      defer { inbox.printed = Printed() }
      return inbox.printed
    }
  }

  /// Whether the box is to be taken down.
  func collectCancellation() -> Bool { inbox.withLock { $0.isCancelled } }
}
