import AlertSDK
import AlertTerminal

/// Lines typed at a terminal, edited by its line discipline, which hands over whole lines only.
///
/// The settings of the terminal are not touched but for the echo of a secret. It is waited for with `poll`, and read only when a line
/// is there: a prompt that is taken down leaves everything typed to whoever reads next.
final class TerminalLines: LineSource {
  /// How often a prompt in the background looks whether it is in front again; no descriptor becomes ready for that.
  private static let backgroundLook: Int32 = 250
  /// Longer than the 4095 bytes a line discipline keeps.
  private static let lineSize = 8192

  let isPerson = true
  private let terminal: Int32
  private let isOwn: Bool
  private var echo: EchoOff?
  private var isSecret = false

  /// - Throws: `.unavailable` in the background, and while somebody else has the terminal in raw mode; then nothing is touched.
  init(_ descriptor: Int32) throws(RendererFailure) {
    guard isatty(descriptor) == 1 else { throw .unsupported("descriptor \(descriptor) is no terminal any more") }
    let own = OwnDescription.open(descriptor, flags: O_RDONLY)
    (terminal, isOwn) = (own ?? descriptor, own != nil)
    guard isInForeground else {
      throw .unavailable("this process is in the background of its terminal", retryAfter: .seconds(1))
    }
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { throw .lost("the terminal is gone (hang-up)") }
    guard settings.c_lflag & tcflag_t(ICANON) != 0 else {
      throw .unavailable("the terminal is in raw mode: something else has it", retryAfter: .seconds(1))
    }
  }

  deinit {
    stop()
    if isOwn { close(terminal) }
  }

  /// The terminal a person types at: standard input, else the one the lines go to, if it is the one that controls this process.
  ///
  /// Any other terminal belongs to somebody else, whose lines are not for us; and where the lines go to no terminal, the person at
  /// the keyboard would not see what is asked.
  static func keyboard(besides output: Int32) -> Int32? {
    guard isatty(output) == 1 else { return nil }
    if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
    return tcgetsid(output) == getsid(0) ? output : nil
  }

  /// A terminal that does not control this process has no foreground for it.
  static func isInForeground(of terminal: Int32) -> Bool {
    let foreground = tcgetpgrp(terminal)
    return foreground == -1 || foreground == getpgrp()
  }
  private var isInForeground: Bool { Self.isInForeground(of: terminal) }

  func dropTypeAhead() { if isInForeground { tcflush(terminal, TCIFLUSH) } }

  func prepare(isSecret: Bool, mail: Mailbox) throws {
    if isSecret, let echo, try !echo.hasResumed() { return }  // asked again in the middle of the line
    stop()
    self.isSecret = isSecret
    if isSecret, isInForeground { echo = try EchoOff(terminal, mail: mail) }
  }

  func stop() {
    // What was typed of a secret is for nobody else; only when it is gone the echo comes back.
    if let echo, echo.isOff { dropTypeAhead() }
    echo = nil
  }

  func next(mail: Mailbox) throws -> LineEvent {
    var isInBackground = isSecret && echo == nil
    while true {
      guard var timeout = mail.timeout() else { return .mail }
      if let echo, try echo.hasResumed() { return .mail }
      let listens = !isInBackground && echo?.isOff ?? true
      if isInBackground {
        if isInForeground { return .mail }
        timeout = Self.backgroundLook
      }
      var polled = [
        pollfd(fd: mail.wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listens ? terminal : -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&polled, 2, timeout)
      if ready < 0 && errno != EINTR { throw RendererFailure.unavailable("cannot wait for input: \(SystemError.text(errno))") }
      guard ready > 0, polled[1].revents != 0, !mail.isCancelled else { continue }
      if polled[1].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { throw RendererFailure.lost("the terminal is gone (hang-up)") }
      if let echo, !echo.isOff { continue }  // given back while we waited: the line is for whoever has the terminal now
      // Put into the background after the question: what is typed now is for the shell.
      if !isInForeground {
        isInBackground = true
      } else if let line = try readLine() {
        echo = nil
        return .line(line)
      }
    }
  }

  /// The line that is there; nil when somebody else was faster.
  private func readLine() throws(RendererFailure) -> [UInt8]? {
    var line = [UInt8](repeating: 0, count: Self.lineSize)
    let count = read(terminal, &line, line.count)
    if count > 0 { return Array(line[..<count]) }
    if count == 0 { throw .unsupported("nobody answered: the input has ended (end of file)") }
    if errno == EAGAIN || errno == EINTR || (errno == EIO && !isInForeground) { return nil }
    throw .lost("the terminal cannot be read: \(SystemError.text(errno))")
  }
}
