internal import AlertSDK
internal import AlertTerminal
internal import CTerminalRestore

/// The life of one box, on its own thread: draw, wait, decode, react, until an answer, a cancellation or the end of the terminal.
final class ModalLoop {
  enum End {
    case answer(AlertResponse)
    case cancelled
    case failed(RendererFailure)
    case interrupted(Int32)
  }

  private let options: ANSIOptions
  private let environment: [String: String]
  private let session: ModalSession
  private let terminal: GuardedTerminal
  private let didAppear: () -> Void

  private var dialog: AlertDialog
  private var painter: BoxPainter
  private var decoder: KeyDecoder
  private var deadline: ContinuousClock.Instant?
  private var nextLook = ContinuousClock.now
  private var hasAppeared = false
  /// Nothing may be drawn or read: not begun, stopped, or in the background.
  private var isAway = true

  /// How often size, foreground and modes are looked at; no signal handler tells.
  private static let tick = Duration.milliseconds(250)
  private static let interruptGrace = Duration.milliseconds(250)

  /// Arms the terminal; draws nothing yet.
  init(
    _ device: TerminalDevice, session: ModalSession, options: ANSIOptions, environment: [String: String], content: DialogContent,
    didAppear: @escaping () -> Void
  ) throws(RendererFailure) {
    guard device.isForeground else { throw .unavailable("the program is in the background of its terminal", retryAfter: .seconds(1)) }
    (self.options, self.environment, self.session, self.didAppear) = (options, environment, session, didAppear)
    let info = TerminalInfo(environment: environment, isTerminal: true, windowSize: device.windowSize)
    decoder = KeyDecoder(escapeTimeout: info.escapeTimeout)
    dialog = AlertDialog(content)

    var surface: ScreenBytes.Surface
    var changesModes = true
    switch options.mode {
    case .overlay: surface = .overlay
    case .inline: surface = .inline
    case .compose(let host): (surface, changesModes) = (.compose, host.changesModes)
    }
    if AlertLayout.form(for: info.size, isAssumed: info.isSizeAssumed) == .lines, surface != .compose {
      guard content.fields.isEmpty else { throw .unavailable("the terminal is too small to type in, or does not tell its size") }
      surface = .lines
    }
    let screen = ScreenBytes(
      surface: surface, usesMouse: options.usesMouse, usesKeyboardProtocol: options.usesKeyboardProtocol,
      synchronizesFrames: options.synchronizesFrames && environment["TERM"] != "linux")
    let ink = Ink(width: options.width, isASCIIOnly: !info.isUTF8)
    painter = BoxPainter(
      screen, mode: options.mode, layout: AlertLayout(theme: options.theme.fitted(to: info, width: options.width), ink: ink))
    terminal = try GuardedTerminal(device, screen: screen, changesModes: changesModes, restoresAfterCrash: options.restoresAfterCrash)
  }

  /// Shows the box until it is over, and gives the terminal back.
  func run(timeLimit: Duration?) -> End {
    session.listen(terminal.wake)
    if options.capturesStdio || options.log != nil {
      terminal.openKeep(limit: ModalSession.Printed.limit, capturing: options.capturesStdio)
    }
    options.log?.attach { [session] in session.print($0) }
    if case .compose(let host) = options.mode { host.willOpen() }
    deadline = timeLimit.map { ContinuousClock.now + $0 }
    var end: End
    do {
      end = try untilOver()
    } catch {
      if case .gone = error { alertsdk_session_await_hangup() }
      end =
        switch error {
        case .gone: .failed(.lost("the terminal has gone"))
        case .stopped: .failed(.unavailable("the terminal takes no output", retryAfter: .seconds(1)))
        case .suspended, .takenBack: .failed(.lost("the terminal was given back by the program"))
        case .cancelled: .cancelled
        }
    }
    terminal.keep(session.collectPrinted())
    let wasTakenBack = terminal.close(painter.leave(), afterwards: record(of: end))
    options.log?.detach { [session] in session.collectPrinted().bytes }
    if case .compose(let host) = options.mode {
      host.repaint()
      host.didClose()
    }
    if wasTakenBack, case .cancelled = end { end = .failed(.lost("the terminal was given back by the program")) }
    if case .interrupted(let signal) = end, options.interrupt == .signal {
      alertsdk_signal_group(signal)
      // Survived: an app with a handler of its own most often shuts down now, and its cancellation goes before a dismissal.
      let limit = ContinuousClock.now + Self.interruptGrace
      while !session.collectCancellation(), ContinuousClock.now < limit {
        if terminal.wait(ContinuousClock.now.duration(to: limit), listensToKeys: false).contains(.hungUp) { break }
      }
      if session.collectCancellation() { end = .cancelled }
    }
    session.listen(-1)
    terminal.shut()
    return end
  }

  // MARK: Waiting

  private func untilOver() throws(GuardedTerminal.Trouble) -> End {
    while true {
      do throws(GuardedTerminal.Trouble) {
        if let end = try turn() { return end }
      } catch {
        // Stopped in the middle of it: the next turn sees what is to be done.
        guard case .suspended = error else { throw error }
      }
    }
  }

  /// Waits once and does what there is to do.
  private func turn() throws(GuardedTerminal.Trouble) -> End? {
    let now = ContinuousClock.now
    // What is left of a key is nothing to wait for while no key is for us.
    let wakeUp = isAway ? nextLook : min(decoder.deadline ?? nextLook, nextLook)
    let events = terminal.wait(max(.zero, now.duration(to: wakeUp)), listensToKeys: !isAway)
    if events.contains(.hungUp) { throw .gone }
    let hasCaptured = events.contains(.captured) && terminal.drainCapture()
    let wasReady = terminal.state == ALERTSDK_SESSION_ARMED
    guard try standsReady() else {
      if .now >= nextLook { nextLook = .now + Self.tick }
      return nil
    }
    if hasCaptured, painter.surface == .inline { try showKept() }
    // What came while nothing could be drawn has woken us then.
    if events.contains(.woken) || !wasReady, let end = try takeNews() { return end }
    if events.contains(.readable), let end = try read() { return end }
    if let end = try react(to: decoder.expire(at: .now)) { return end }
    // By the clock, not when nothing else happens: keys or lines without end must not hide another size.
    let hasContinued = wasReady && events.contains(.interrupted)
    if hasContinued || .now >= nextLook { try checkTerminal(hasContinued: hasContinued) }
    if secondsLeft != painter.shownSeconds { try draw() }
    return nil
  }

  /// Whether the box may draw. After a stop it takes the terminal again, once that is ours.
  private func standsReady() throws(GuardedTerminal.Trouble) -> Bool {
    switch terminal.state {
    case ALERTSDK_SESSION_ARMED: return true
    case ALERTSDK_SESSION_RESUMED:
      guard terminal.device.isForeground else { return try stayAway() }
      guard terminal.rearm() else { return false }
      try takeScreen()
      return true
    case ALERTSDK_SESSION_SUSPENDING: return try stayAway()
    default: throw .takenBack
    }
  }

  private func stayAway() throws(GuardedTerminal.Trouble) -> Bool {
    isAway = true
    if session.collectCancellation() { throw .cancelled }
    terminal.keep(session.collectPrinted())
    return false
  }

  private func takeNews() throws(GuardedTerminal.Trouble) -> End? {
    let news = session.collect()
    if news.isCancelled { return .cancelled }
    terminal.keep(news.printed)
    if !news.printed.isEmpty, painter.surface == .inline { try showKept() }
    if let update = news.update {
      deadline = update.timeLeft.map { ContinuousClock.now + $0 }
      dialog.update(update.content)
      try draw()
    }
    return nil
  }

  private func read() throws(GuardedTerminal.Trouble) -> End? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let reading = buffer.withUnsafeMutableBytes { terminal.device.read(into: $0) }
    switch reading {
    case .gone:
      // It reads like that in the background too, and ^D where somebody put line mode on; but then the modes can be asked for.
      guard terminal.device.modes != nil else { throw .gone }
      isAway = !terminal.device.isForeground
      return nil
    case .nothing: return nil
    case .bytes(let count): return try react(to: decoder.feed(buffer.prefix(count), at: .now))
    }
  }

  private func react(to events: [KeyEvent]) throws(GuardedTerminal.Trouble) -> End? {
    var needsDrawing = false
    for event in events {
      let reaction: AlertDialog.Reaction
      if case .mouse(let mouse) = event {
        reaction = options.usesMouse ? react(to: mouse) : .nothing
      } else {
        reaction = dialog.handle(event, at: .now)
      }
      switch reaction {
      case .nothing: break
      case .redraw: needsDrawing = true
      case .repaint:
        painter.forget()
        needsDrawing = true
      case .finish(let response): return .answer(response)
      case .interrupt(let signal): return .interrupted(signal)
      case .suspend: if painter.surface != .compose, terminal.stopGroup() { return nil }
      }
    }
    if needsDrawing { try draw() }
    return nil
  }

  private func react(to mouse: KeyEvent.Mouse) -> AlertDialog.Reaction {
    guard mouse.action == .press, let button = painter.button(row: mouse.row - 1, column: mouse.column - 1) else {
      return dialog.handle(.mouse(mouse), at: .now)
    }
    return dialog.press(button: button, at: .now)
  }

  /// What no signal tells: another size, another job in front, modes changed while we were stopped.
  private func checkTerminal(hasContinued: Bool) throws(GuardedTerminal.Trouble) {
    nextLook = .now + Self.tick
    let isForeground = terminal.device.isForeground
    if !isForeground || isAway || hasContinued || terminal.modesWereChanged { return try takeScreen() }
    if currentSize != painter.shownSize { try draw() }
  }

  /// Raw mode and everything drawn anew, or nothing where it is not for us now. What was typed before is dropped, half a key too (R15).
  private func takeScreen() throws(GuardedTerminal.Trouble) {
    isAway = !terminal.device.isForeground
    guard !isAway else { return }
    decoder = KeyDecoder(escapeTimeout: decoder.escapeTimeout)
    try terminal.enterRaw()
    painter.enter()
    try draw()
    if painter.surface == .inline { try showKept() }
  }

  // MARK: Drawing

  private var secondsLeft: Int? {
    deadline.map { max(0, Int(clamping: Int64((ContinuousClock.now.duration(to: $0) / .seconds(1)).rounded(.up)))) }
  }

  private var currentSize: TerminalInfo.Size {
    TerminalInfo.size(terminal.device.windowSize, environment: environment).size
  }

  private func draw() throws(GuardedTerminal.Trouble) {
    guard !isAway else { return }
    try send(painter.draw(&dialog, size: currentSize, secondsLeft: secondsLeft))
    dialog.didAppear(at: .now)
    if !hasAppeared { didAppear() }
    hasAppeared = true
  }

  private func send(_ bytes: [UInt8]) throws(GuardedTerminal.Trouble) {
    try terminal.write(bytes) { session.collectCancellation() }
  }

  /// Inline only: what was printed meanwhile goes above the box.
  private func showKept() throws(GuardedTerminal.Trouble) {
    guard !isAway else { return }
    let kept = terminal.takeKept()
    guard !kept.isEmpty else { return }
    try send(painter.printAbove(kept))
    try draw()
  }

  /// A line for the scrolling text, since the alternate screen leaves no trace.
  private func record(of end: End) -> [UInt8] {
    guard options.leavesRecord, painter.surface != .compose else { return [] }
    let what: String
    switch end {
    case .answer(.chose(let choice)):
      what = dialog.content.buttons.first { $0.action?.id == choice.action }?.label.text ?? "answered"
    case .answer: what = "closed"
    case .interrupted: what = "interrupted"
    case .cancelled, .failed: return []
    }
    return Array("Alert: \(dialog.content.title.text) -> \(what)\n".utf8)
  }
}
