import AlertSDK
import AlertTerminal
import Synchronization

/// Writes whole lines to a descriptor; except for `writeSteady` only on a thread of its own.
final class LineOutput {
  /// How long nobody may read before the alert gives up: longer would hold up the queue.
  static let patience: Duration = .seconds(1)
  /// The same for the last words.
  private static let lastPatience: Duration = .milliseconds(30)
  /// Up to here a pipe takes a write in one piece or not at all (POSIX `PIPE_BUF` on Linux).
  static let atomicSize = 4096
  /// Longer writes go out in pieces; between renderers over one pipe this keeps the pieces of a line together.
  private static let long = Mutex(())

  private let descriptor: Int32
  private let own: Int32?
  private let isSocket: Bool
  private let mail: Mailbox

  init(_ descriptor: Int32, mail: Mailbox) throws(RendererFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(errno, on: descriptor) }
    let kind = status.st_mode & S_IFMT
    (self.descriptor, self.mail, isSocket) = (descriptor, mail, kind == S_IFSOCK)
    // Never a file: it would have a position of its own and write over what others have written.
    own = kind == S_IFIFO || isatty(descriptor) == 1 ? OwnDescription.open(descriptor, flags: O_WRONLY) : nil
    if own == nil, kind == S_IFIFO, errno == ENXIO { throw Self.failure(EPIPE, on: descriptor) }
  }

  deinit { if let own { close(own) } }

  /// Whether a write never waits for anybody: what has a position, a regular file or `/dev/null`, has no reader to wait for.
  ///
  /// Asked for each alert, as an app may redirect a descriptor at any time; `lseek` costs half of what `fstat` does.
  static func isSteady(_ descriptor: Int32) -> Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }

  /// Writes to a descriptor that is steady; from any thread.
  static func writeSteady(_ bytes: [UInt8], to descriptor: Int32) throws(RendererFailure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { AlertTerminal.write(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count > 0 { done += count } else if count == 0 || errno != EINTR { throw failure(count == 0 ? EIO : errno, on: descriptor) }
    }
  }

  /// Writes all of it, or gives up when nothing can be written for `patience`.
  ///
  /// - Throws: `CancellationError` when the presentation is over, else `RendererFailure`.
  func write(_ bytes: [UInt8]) throws {
    if bytes.count > Self.atomicSize {
      try Self.long.withLock { _ in try writePieces(bytes, patience: Self.patience) }
    } else {
      try writePieces(bytes, patience: Self.patience)
    }
  }

  /// Writes the last words of a presentation that is over; a cancelled one may still say them, but not wait for long (R4).
  func writeLast(_ bytes: [UInt8]) throws { try writePieces(bytes, patience: Self.lastPatience, watchesMail: false) }

  private func writePieces(_ bytes: [UInt8], patience: Duration, watchesMail: Bool = true) throws {
    var done = 0
    var deadline = ContinuousClock.now + patience
    var watchesMail = watchesMail
    while done < bytes.count {
      let left = deadline - .now
      guard left > .zero else {
        throw RendererFailure.unavailable("\(Self.name(descriptor)) is not being read, or its output is stopped", retryAfter: Self.patience)
      }
      var polled = [
        pollfd(fd: own ?? descriptor, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: watchesMail ? mail.wake : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, left.pollTimeout) > 0 else { continue }
      if polled[1].revents != 0 {
        if mail.isCancelled { throw CancellationError() }
        watchesMail = false  // an update can wait until this is out
      }
      guard polled[0].revents != 0 else { continue }
      let count = put(bytes[done...])
      if count > 0 {
        done += count
        deadline = .now + patience
      } else if errno != EAGAIN && errno != EINTR {
        let error = errno
        if error == EPIPE { Self.swallowBrokenPipe() }
        throw Self.failure(error, on: descriptor)
      }
    }
  }

  private func put(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { bytes in
      #if os(Linux)
        if isSocket { return send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
      #endif
      // Without a description of our own a write must not be longer than what POLLOUT promises.
      return AlertTerminal.write(own ?? descriptor, bytes.baseAddress, own == nil ? min(bytes.count, Self.atomicSize) : bytes.count)
    }
  }

  /// Takes the SIGPIPE of a failed write off this thread, where it is blocked; elsewhere it would end the process.
  private static func swallowBrokenPipe() {
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, SIGPIPE)
    #if canImport(Darwin)
      var pending = sigset_t()
      var taken: Int32 = 0
      if sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1 { sigwait(&only, &taken) }
    #else
      var now = timespec()
      while sigtimedwait(&only, nil, &now) == -1 && errno == EINTR {}
    #endif
  }

  static func name(_ descriptor: Int32) -> String {
    switch descriptor {
    case 1: "standard output"
    case 2: "standard error"
    default: "descriptor \(descriptor)"
    }
  }

  /// What an error of a write means to the alert: the next one may try again, but this one has not been shown.
  static func failure(_ error: Int32, on descriptor: Int32) -> RendererFailure {
    let name = name(descriptor)
    let isTerminal = isatty(descriptor) == 1 || errno == EIO  // a terminal that has hung up says EIO to everything
    switch error {
    case EPIPE: return .unsupported("nobody reads \(name) any more (closed pipe)")
    case ENOSPC: return .unsupported("\(name): no space left to write to")
    case EBADF: return .unsupported("\(name) is closed")
    case EIO where isTerminal: return .lost("the terminal is gone (hang-up)")
    default: return .unsupported("\(name): \(SystemError.text(error))")
    }
  }
}

extension Duration {
  /// Milliseconds for `poll`, rounded up, at least 1.
  var pollTimeout: Int32 {
    let (seconds, attoseconds) = components
    return Int32(clamping: max(1, seconds &* 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
