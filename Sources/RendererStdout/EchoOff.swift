import AlertSDK
import AlertTerminal
import CTerminalRestore

/// The echo of a terminal is off as long as this lives, and comes back however that ends: signals included (see CTerminalRestore).
final class EchoOff {
  private let terminal: Int32
  private let saved: termios
  private let mail: Mailbox  // its descriptor is what a signal handler writes to
  private let session: Int32

  init(_ terminal: Int32, mail: Mailbox) throws(RendererFailure) {
    var saved = termios()
    guard tcgetattr(terminal, &saved) == 0 else { throw .lost("the terminal is gone (hang-up)") }
    var facts = alertsdk_session_facts()
    facts.tty = terminal
    facts.wake = mail.wakeEnd
    facts.crash_restore = true
    (self.terminal, self.saved, self.mail) = (terminal, saved, mail)
    session = withUnsafePointer(to: saved) { modes in
      facts.modes = UnsafeRawPointer(modes)
      return alertsdk_session_open(&facts)
    }
    guard session >= 0 else { throw .unavailable("too many alerts have a terminal at once", retryAfter: .seconds(1)) }
    var silent = saved
    silent.c_lflag &= ~tcflag_t(ECHO)
    silent.c_lflag |= tcflag_t(ECHONL)  // the end of the line still shows that it was taken
    guard set(silent) else { throw .lost("the echo of the terminal cannot be switched off: \(SystemError.text(errno))") }
  }

  deinit {
    guard session >= 0 else { return }
    if TerminalLines.isInForeground(of: terminal), alertsdk_modes_are_ours(terminal) { _ = set(saved) }
    _ = alertsdk_session_close(session)
  }

  /// Whether nothing has given the echo back since.
  var isOff: Bool { alertsdk_session_look(session) == ALERTSDK_SESSION_ARMED }

  /// Whether the echo was given back and may be switched off again: the process was stopped and goes on.
  ///
  /// - Throws: `.lost` when it was given back for good.
  func hasResumed() throws(RendererFailure) -> Bool {
    switch alertsdk_session_look(session) {
    case ALERTSDK_SESSION_RESUMED: return true
    case ALERTSDK_SESSION_OVER: throw .lost("the terminal was given back by the program")
    default: return false
    }
  }

  /// True also where nothing is to be done any more, as the terminal was given back.
  private func set(_ modes: termios) -> Bool {
    guard alertsdk_session_begin(session) else { return true }
    defer { alertsdk_session_end(session) }
    var modes = modes
    return tcsetattr(terminal, TCSANOW, &modes) == 0
  }
}
