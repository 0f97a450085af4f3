import AlertSDK
import AlertTerminal
import Synchronization

/// What has been read of a line that is not complete yet; kept from one alert to the next, so that none of it is lost.
final class AnswerBuffer: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

/// Lines from a pipe, file or socket that was declared to hold answers.
///
/// Read byte by byte: what stands behind the newline is for the next question or for somebody else, a child process for example.
final class StreamLines: LineSource {
  /// An answer is short; what is longer than this is something else.
  private static let longest = 64 * 1024

  let isPerson = false
  private let stream: Int32
  private let own: Int32?
  private let carry: AnswerBuffer

  init(_ descriptor: Int32, carry: AnswerBuffer) {
    var status = stat()
    let isPipe = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    own = isPipe ? OwnDescription.open(descriptor, flags: O_RDONLY) : nil
    (stream, self.carry) = (own ?? descriptor, carry)
  }

  deinit { if let own { close(own) } }

  func dropTypeAhead() {}
  func prepare(isSecret: Bool, mail: Mailbox) {}
  func stop() {}

  func next(mail: Mailbox) throws -> LineEvent {
    while true {
      guard let timeout = mail.timeout() else { return .mail }
      var polled = [
        pollfd(fd: mail.wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stream, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&polled, 2, timeout)
      if ready < 0 && errno != EINTR { throw RendererFailure.unavailable("cannot wait for answers: \(SystemError.text(errno))") }
      guard ready > 0, polled[1].revents != 0, !mail.isCancelled else { continue }
      if polled[1].revents & Int16(POLLNVAL) != 0 { throw RendererFailure.unsupported("the input declared as answers is closed") }
      var byte: UInt8 = 0
      let count = read(stream, &byte, 1)
      if count < 0 {
        if errno == EAGAIN || errno == EINTR { continue }
        throw RendererFailure.unsupported("the input declared as answers cannot be read: \(SystemError.text(errno))")
      }
      if let line = try carry.bytes.withLock({ try Self.line(adding: count == 0 ? nil : byte, to: &$0) }) { return .line(line) }
    }
  }

  /// The line that a byte, or the end of the input, completes.
  private static func line(adding byte: UInt8?, to bytes: inout [UInt8]) throws(RendererFailure) -> [UInt8]? {
    if let byte { bytes.append(byte) }
    if byte == nil && bytes.isEmpty { throw .unsupported("nobody answered: the input declared as answers has ended") }
    guard byte == nil || byte == UInt8(ascii: "\n") || bytes.count > longest else { return nil }
    defer { bytes = [] }
    if bytes.count > longest { throw .unsupported("the input declared as answers has a line of more than \(longest) bytes") }
    return bytes
  }
}
