import AlertSDK
import AlertTerminal
import CTerminalRestore
import Synchronization

/// What a presentation tells the thread that is up with it: newer content, and that it is over.
///
/// A ring wakes the thread out of its `poll`.
final class Mailbox: Sendable {
  struct Update: Sendable {
    var content: AlertContent
    var ownLines: [String]?
    var facts: AlertText.Facts
    var text: AlertText { AlertText(content, ownLines: ownLines, facts: facts) }
  }
  private struct Mail {
    var isCancelled = false
    var update: Update?
    var quietUntil: ContinuousClock.Instant?
  }

  /// The least time between two updates on paper: lines cannot be taken back, and more of them than a person reads are noise.
  static let quiet: Duration = .seconds(1)

  private let mail = Mutex(Mail())
  /// Readable while there is something to look at.
  let wake: Int32
  /// For the signal handler that gave the echo back, which can call nothing but `write`.
  let wakeEnd: Int32

  init() throws(RendererFailure) {
    var ends: [Int32] = [-1, -1]
    guard alertsdk_pipe(&ends) else {
      throw .unavailable("no pipe to wait on: \(SystemError.text(errno))", retryAfter: .seconds(1))
    }
    (wake, wakeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(wake)
    close(wakeEnd)
  }

  var isCancelled: Bool { mail.withLock { $0.isCancelled } }

  func cancel() {
    mail.withLock { mail in
      mail.isCancelled = true
      ring()
    }
  }

  /// Newer content takes the place of what has not been looked at (R9).
  func post(_ update: Update) {
    mail.withLock { mail in
      mail.update = update
      ring()
    }
  }

  /// What to do on the thread that waits: nil is to look into the box now, else how long `poll` may wait for the next ring.
  ///
  /// An update that comes soon after another one waits, so that a burst is one change (R9).
  func timeout() -> Int32? {
    mail.withLock { mail in
      var bytes: (UInt64, UInt64) = (0, 0)
      var wasRung = false
      while read(wake, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 { wasRung = true }
      if mail.isCancelled { return nil }
      guard mail.update != nil else { return wasRung ? nil : -1 }
      let rest = mail.quietUntil.map { $0 - .now } ?? .zero
      return rest > .zero ? rest.pollTimeout : nil
    }
  }

  /// The newest content, if there is any since the last look.
  ///
  /// - Throws: `CancellationError` when it is over.
  func take() throws -> Update? {
    try mail.withLock { mail in
      if mail.isCancelled { throw CancellationError() }
      defer { mail.update = nil }
      if mail.update != nil { mail.quietUntil = .now + Self.quiet }
      return mail.update
    }
  }

  /// Under the lock, so that no ring is heard after what it was for; a full pipe is awake already.
  private func ring() {
    var byte: UInt8 = 0
    _ = write(wakeEnd, &byte, 1)
  }
}
