internal import AlertSDK
internal import AlertTerminal
internal import CTerminalRestore

/// A terminal that is being changed, with the emergency path armed: every write and every change of modes goes through here.
final class GuardedTerminal {
  /// Why something could not be done: the terminal has gone, takes no output, was given back for a stop or for good, or it is over.
  enum Trouble: Error { case gone, stopped, suspended, takenBack, cancelled }

  let device: TerminalDevice
  private let session: Int32
  private var poller: alertsdk_poller
  /// The modes to put back.
  private var saved: termios
  private let changesModes: Bool
  private var isOpen = true

  /// Output that stays stopped this long is given up.
  static let patience = Duration.seconds(1)

  /// Arms the emergency path; changes nothing yet.
  ///
  /// - Throws: ``RendererFailure`` when the terminal has gone or there are no descriptors left.
  init(_ device: TerminalDevice, screen: ScreenBytes, changesModes: Bool, restoresAfterCrash: Bool) throws(RendererFailure) {
    guard let saved = device.modes else { throw .unavailable("the terminal has gone") }
    (self.device, self.saved, self.changesModes) = (device, saved, changesModes)
    poller = alertsdk_poller()
    guard alertsdk_poller_open(&poller, device.descriptor) else {
      throw .unavailable("no descriptor left to wait for the terminal (error \(errno))")
    }
    var facts = alertsdk_session_facts()
    facts.tty = device.descriptor
    facts.wake = poller.wake_write
    facts.crash_restore = restoresAfterCrash
    let farewell = screen.farewell
    facts.farewell_length = withUnsafeMutableBytes(of: &facts.farewell) { room in
      room.copyBytes(from: farewell.prefix(room.count))
      return min(farewell.count, room.count)
    }
    session = withUnsafePointer(to: saved) { modes in
      facts.modes = changesModes ? UnsafeRawPointer(modes) : nil
      return alertsdk_session_open(&facts)
    }
    guard session >= 0 else {
      alertsdk_poller_close(&poller)
      throw .unavailable("too many alert boxes are open", retryAfter: .seconds(1))
    }
  }

  /// Another thread's way to end a wait.
  var wake: Int32 { poller.wake_write }
  var state: alertsdk_session_state { alertsdk_session_look(session) }
  var modesWereChanged: Bool {
    guard changesModes, let now = device.modes else { return false }
    return now.c_lflag & tcflag_t(ICANON) != 0
  }

  /// Raw mode; input from before is dropped (R15), and modes that somebody else has set since are those to put back.
  func enterRaw() throws(Trouble) {
    guard changesModes else { return }
    try begin()
    defer { alertsdk_session_end(session) }
    device.dropInput()
    if !alertsdk_modes_are_ours(device.descriptor), let now = device.modes {
      saved = now
      withUnsafePointer(to: saved) { alertsdk_session_set_modes(session, $0) }
    }
    guard device.set(TerminalDevice.raw(from: saved)) else { throw .gone }
  }

  private func begin() throws(Trouble) {
    guard !alertsdk_session_begin(session) else { return }
    throw state == ALERTSDK_SESSION_OVER ? .takenBack : .suspended
  }

  /// Writes everything, waiting while output is full, but not for ever and not past a cancellation.
  func write(_ bytes: [UInt8], isCancelled: () -> Bool = { false }) throws(Trouble) {
    var rest = bytes[...]
    var stoppedSince: ContinuousClock.Instant?
    while !rest.isEmpty {
      try begin()
      let result = rest.withUnsafeBytes { device.write($0) }
      alertsdk_session_end(session)
      switch result {
      case .wrote(let count):
        rest = rest.dropFirst(count)
        stoppedSince = nil
      case .gone: throw .gone
      case .full:
        let now = ContinuousClock.now
        let since = stoppedSince ?? now
        stoppedSince = since
        if since.duration(to: now) >= Self.patience { throw .stopped }
        let found = Events(rawValue: alertsdk_poller_wait(&poller, Events.writable.rawValue, 100))
        if found.contains(.hungUp) { throw .gone }
        if found.contains(.woken) {
          woken = true
          if isCancelled() { throw .cancelled }
        }
      }
    }
  }
  private var woken = false

  /// Waits for anything to happen; nil is for ever. Keys can be left to whom they belong while we are stopped or in the background.
  func wait(_ limit: Duration?, listensToKeys: Bool) -> Events {
    if woken {
      woken = false
      return .woken
    }
    var milliseconds: Int32 = -1
    if let limit {
      let (seconds, attoseconds) = limit.components
      milliseconds = Int32(clamping: max(0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
    return Events(rawValue: alertsdk_poller_wait(&poller, listensToKeys ? Events.readable.rawValue : 0, milliseconds))
  }
  struct Events: OptionSet {
    let rawValue: Int32
    static let readable = Self(rawValue: Int32(ALERTSDK_READABLE))
    static let writable = Self(rawValue: Int32(ALERTSDK_WRITABLE))
    static let hungUp = Self(rawValue: Int32(ALERTSDK_HUNG_UP))
    static let woken = Self(rawValue: Int32(ALERTSDK_WOKEN))
    static let captured = Self(rawValue: Int32(ALERTSDK_CAPTURED))
    static let interrupted = Self(rawValue: Int32(ALERTSDK_INTERRUPTED))
  }

  /// Takes the terminal again after a stop. False: stopped again, or over; look again.
  func rearm() -> Bool { alertsdk_session_rearm(session) }
  /// ^Z: stops the process group; returns when it goes on. False: nothing was done.
  func stopGroup() -> Bool { alertsdk_session_stop_group() }

  // MARK: What is printed afterwards

  func openKeep(limit: Int, capturing: Bool) {
    guard alertsdk_keep_open(session, limit), capturing, alertsdk_capture_open(session) else { return }
    alertsdk_poller_add_capture(&poller, session)
  }
  func keep(_ printed: ModalSession.Printed) {
    if !printed.bytes.isEmpty { alertsdk_keep(session, printed.bytes, printed.bytes.count) }
    linesDroppedBefore += printed.droppedLines
  }
  private var linesDroppedBefore = 0
  func drainCapture() -> Bool {
    defer { if alertsdk_capture_descriptor(session) < 0 { poller.extra = -1 } }  // nobody writes to it any more
    return alertsdk_capture_drain(session)
  }
  func takeKept() -> [UInt8] {
    var all: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = alertsdk_keep_take(session, &room, room.count)
      guard count > 0 else { return all }
      all += room.prefix(count)
    }
  }
  private var droppedLines: Int { alertsdk_keep_dropped(session) + linesDroppedBefore }

  /// Puts everything back and gives up the emergency path; then writes what is to be read afterwards. True: it had been taken back.
  func close(_ farewell: [UInt8], afterwards: [UInt8]) -> Bool {
    guard isOpen else { return true }
    isOpen = false
    put(farewell)
    if changesModes, device.isForeground, alertsdk_modes_are_ours(device.descriptor), alertsdk_session_begin(session) {
      device.dropInput()
      _ = device.set(saved)
      alertsdk_session_end(session)
    }
    alertsdk_capture_close(session)
    var after = takeKept()
    if droppedLines > 0 {
      if let last = after.last, last != UInt8(ascii: "\n") { after += Array("\n".utf8) }
      after += Array("... \(droppedLines) \(droppedLines == 1 ? "line" : "lines") dropped\n".utf8)
    }
    after += afterwards
    if !after.isEmpty { try? write(after) }  // a terminal that does not take it has gone or stands still; nobody else is to be told
    return alertsdk_session_close(session)
  }

  /// Gives the descriptors back; nothing can wake a wait from here on.
  func shut() {
    alertsdk_poller_close(&poller)
    device.shut()
  }

  /// Writes at the end: where output is stopped, what waits is dropped once rather than waited for.
  private func put(_ bytes: [UInt8]) {
    var rest = bytes[...]
    var triesLeft = 1
    while !rest.isEmpty, alertsdk_session_begin(session) {
      let result = rest.withUnsafeBytes { device.write($0) }
      if result == .full, triesLeft > 0, device.isForeground { device.dropOutput() }
      alertsdk_session_end(session)
      switch result {
      case .wrote(let count): rest = rest.dropFirst(count)
      case .gone: return
      case .full:
        guard triesLeft > 0 else { return }
        triesLeft -= 1
      }
    }
  }
}
