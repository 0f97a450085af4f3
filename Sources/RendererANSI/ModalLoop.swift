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
  private let info: TerminalInfo
  private let environment: [String: String]
  private let session: ModalSession
  private let terminal: GuardedTerminal
  private let screen: ScreenBytes
  private let didAppear: () -> Void

  private var dialog: AlertDialog
  private var layout: AlertLayout
  private var decoder: KeyDecoder
  private var deadline: ContinuousClock.Instant?

  /// What is on the screen; nil when that is not known.
  private var shown: Frame?
  private var shownSize: TerminalInfo.Size
  private var shownSeconds: Int?
  private var hits: [(button: Int, row: Int, columns: Range<Int>)] = []
  private var shownLines: [String] = []
  private var isAway = false  // stopped, or in the background: nothing may be drawn
  /// The terminal got narrower than the box in its text, whose rows it may have wrapped: the box went on to the other screen.
  private var hasMovedOver = false
  private var surface: ScreenBytes.Surface { hasMovedOver ? .overlay : screen.surface }

  /// How often size, foreground and modes are looked at; no signal handler tells (5.2 of the design: four wake-ups a second).
  private static let tick = Duration.milliseconds(250)
  private static let interruptGrace = Duration.milliseconds(250)
  private static let keepLimit = 256 * 1024

  /// Arms the terminal; draws nothing yet.
  init(
    _ device: TerminalDevice, session: ModalSession, options: ANSIOptions, environment: [String: String], content: DialogContent,
    didAppear: @escaping () -> Void
  ) throws(RendererFailure) {
    guard device.isForeground else { throw .unavailable("the program is in the background of its terminal", retryAfter: .seconds(1)) }
    (self.options, self.environment, self.session, self.didAppear) = (options, environment, session, didAppear)
    info = TerminalInfo(environment: environment, isTerminal: true, windowSize: device.windowSize)
    layout = AlertLayout(
      theme: options.theme.fitted(to: info, width: options.width), ink: Ink(width: options.width, isASCIIOnly: !info.isUTF8))
    decoder = KeyDecoder(escapeTimeout: info.escapeTimeout)
    dialog = AlertDialog(content)
    shownSize = info.size

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
    screen = ScreenBytes(
      surface: surface, usesMouse: options.usesMouse, usesKeyboardProtocol: options.usesKeyboardProtocol,
      synchronizesFrames: options.synchronizesFrames && environment["TERM"] != "linux")
    terminal = try GuardedTerminal(device, screen: screen, changesModes: changesModes, restoresAfterCrash: options.restoresAfterCrash)
  }

  /// Shows the box until it is over, and gives the terminal back.
  func run(timeLimit: Duration?) -> End {
    session.listen(terminal.wake)
    if options.capturesStdio || options.log != nil { terminal.openKeep(limit: Self.keepLimit, capturing: options.capturesStdio) }
    options.log?.attach { [session] in session.print($0) }
    if case .compose(let host) = options.mode { host.willOpen() }
    deadline = timeLimit.map { ContinuousClock.now + $0 }
    var end: End
    do {
      try enter()
      try draw()
      dialog.didAppear(at: .now)
      didAppear()
      end = try untilOver()
    } catch {
      if case .gone = error { alertsdk_session_await_hangup() }
      end =
        switch error {
        case .gone: .failed(.lost("the terminal has gone"))
        case .stopped: .failed(.unavailable("the terminal takes no output", retryAfter: .seconds(1)))
        case .takenBack: .failed(.lost("the terminal was given back by the program"))
        case .cancelled: .cancelled
        }
    }
    for line in session.collect().lines { terminal.keep(line) }
    let wasTakenBack = terminal.close(leaveBytes(), afterwards: record(of: end))
    options.log?.detach { [session] in session.collect().lines }
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
      let now = ContinuousClock.now
      let pending = decoder.deadline.map { now.duration(to: $0) }
      let events = terminal.wait(min(pending ?? Self.tick, Self.tick), listensToKeys: !isAway)
      if events.contains(.hungUp) { throw .gone }
      let hasCaptured = events.contains(.captured) && terminal.drainCapture()
      let wasReady = terminal.state == ALERTSDK_SESSION_ARMED
      guard try standsReady() else { continue }
      if hasCaptured, surface == .inline { try showKept() }
      // What came while nothing could be drawn has woken us then.
      if events.contains(.woken) || !wasReady, let end = try takeNews() { return end }
      if events.contains(.readable), let end = try read() { return end }
      if let end = try react(to: decoder.expire(at: .now)) { return end }
      if events.isEmpty || events.contains(.interrupted) { try checkTerminal(hasContinued: wasReady && events.contains(.interrupted)) }
      if secondsLeft != shownSeconds { try draw() }
    }
  }

  /// Whether the box may draw. After a stop it takes the terminal again, once that is ours.
  private func standsReady() throws(GuardedTerminal.Trouble) -> Bool {
    switch terminal.state {
    case ALERTSDK_SESSION_ARMED: return true
    case ALERTSDK_SESSION_RESUMED:
      guard terminal.device.isForeground else {
        isAway = true
        if session.collectCancellation() { throw .cancelled }
        return false
      }
      guard terminal.rearm() else { return false }
      isAway = false
      try comeBack()
      return true
    case ALERTSDK_SESSION_SUSPENDING:
      isAway = true
      if session.collectCancellation() { throw .cancelled }
      return false
    default: throw .takenBack
    }
  }

  private func takeNews() throws(GuardedTerminal.Trouble) -> End? {
    let news = session.collect()
    if news.isCancelled { return .cancelled }
    for line in news.lines { terminal.keep(line) }
    if !news.lines.isEmpty, surface == .inline { try showKept() }
    if let update = news.update {
      deadline = update.timeLeft.map { ContinuousClock.now + $0 }
      dialog.update(update.content)
      try draw()
      dialog.didAppear(at: .now)
    }
    return nil
  }

  private func read() throws(GuardedTerminal.Trouble) -> End? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let reading = buffer.withUnsafeMutableBytes { terminal.device.read(into: $0) }
    switch reading {
    case .gone: throw .gone
    case .nothing: return nil
    case .bytes(let count): return try react(to: decoder.feed(buffer.prefix(count), at: .now))
    }
  }

  private func react(to events: [KeyEvent]) throws(GuardedTerminal.Trouble) -> End? {
    var needsDrawing = false
    for event in events {
      var reaction = dialog.handle(event, at: .now)
      if case .mouse(let mouse) = event, mouse.action == .press,
        let hit = hits.first(where: { $0.row == mouse.row - 1 && $0.columns.contains(mouse.column - 1) })
      {
        reaction = dialog.press(button: hit.button, at: .now)
      }
      switch reaction {
      case .nothing: break
      case .redraw: needsDrawing = true
      case .repaint:
        shown = nil
        needsDrawing = true
      case .finish(let response): return .answer(response)
      case .interrupt(let signal): return .interrupted(signal)
      case .suspend: if screen.surface != .compose, terminal.stopGroup() { return nil }
      }
    }
    if needsDrawing { try draw() }
    return nil
  }

  /// What no signal tells: another size, another job in front, modes changed while we were stopped.
  private func checkTerminal(hasContinued: Bool) throws(GuardedTerminal.Trouble) {
    guard terminal.device.isForeground else {
      isAway = true
      return
    }
    if isAway || hasContinued || terminal.modesWereChanged {
      isAway = false
      return try comeBack()
    }
    if currentSize != shownSize { try draw() }
  }

  private func comeBack() throws(GuardedTerminal.Trouble) {
    guard terminal.device.isForeground else {
      isAway = true
      return
    }
    shown = nil
    shownLines = []
    hasMovedOver = false
    try enter()
    try draw()
  }

  // MARK: Drawing

  private var secondsLeft: Int? {
    deadline.map { max(0, Int(clamping: Int64((ContinuousClock.now.duration(to: $0) / .seconds(1)).rounded(.up)))) }
  }

  private var currentSize: TerminalInfo.Size {
    TerminalInfo(environment: environment, isTerminal: true, windowSize: terminal.device.windowSize).size
  }

  /// Raw mode and the screen; the bytes go out with the first frame.
  private func enter() throws(GuardedTerminal.Trouble) {
    guard terminal.enterRaw() else { throw terminal.state == ALERTSDK_SESSION_ARMED ? .gone : .takenBack }
    pendingBytes = Array(screen.enter.utf8)
    isFresh = true
  }
  private var pendingBytes: [UInt8] = []
  /// The screen was just taken: blank in overlay, of unknown height in inline.
  private var isFresh = true

  private func draw() throws(GuardedTerminal.Trouble) {
    guard !isAway else { return }
    let size = currentSize
    let seconds = secondsLeft
    let hasNewSize = size != shownSize
    (shownSize, shownSeconds) = (size, seconds)
    var bytes = pendingBytes
    pendingBytes = []
    if surface == .inline, let shown, size.columns < shown.left + shown.grid.columns { bytes += moveOverBytes() }
    let form = AlertLayout.form(for: size)
    if screen.surface == .lines || form == .lines {
      bytes += lineBytes(clears: surface == .overlay && (isFresh || hasNewSize || shown != nil))
      shown = nil
      isFresh = false
      return try send(bytes)
    }

    var space = size
    var rect: ANSIRect?
    if case .compose(let host) = options.mode {
      let lent = host.surface(size)
      let rows = max(0, min(lent.rows, size.rows - lent.top))
      let columns = max(0, min(lent.columns, size.columns - lent.left))
      guard columns >= 8, rows >= 1, lent.top >= 0, lent.left >= 0 else { return }
      rect = lent
      space = TerminalInfo.Size(columns: columns, rows: rows)
    }
    var laidOut = layout.lay(out: dialog, in: space, secondsLeft: seconds)
    laidOut.frame.top += rect?.top ?? 0
    laidOut.frame.left += rect?.left ?? 0
    (dialog.scroll, dialog.page, hits) = (laidOut.scroll, laidOut.page, laidOut.hits)
    if let rect {
      hits = hits.map { ($0.button, $0.row + rect.top, $0.columns.lowerBound + rect.left..<$0.columns.upperBound + rect.left) }
    }
    let frame = laidOut.frame

    var drawing: [UInt8]
    let isSamePlace = !hasNewSize && shown.map { $0.hasSamePlace(as: frame) } == true
    if isSamePlace, let shown {
      drawing = FrameDiff.bytes(
        for: frame, over: .frame(shown), positioning: surface == .inline ? .relative(row: shown.cursor.row) : .absolute)
    } else {
      drawing = roomBytes(for: frame, size: size)
      let background: FrameDiff.Background = screen.surface == .compose ? .unknown : .blank
      drawing += FrameDiff.bytes(for: frame, over: background, positioning: surface == .inline ? .relative(row: 0) : .absolute)
    }
    shown = frame
    isFresh = false
    if !drawing.isEmpty { bytes += Array(screen.frameStart.utf8) + drawing + Array(screen.frameEnd.utf8) }
    if !bytes.isEmpty { try send(bytes) }
  }

  /// Makes blank room for a frame that stands elsewhere than the one before.
  private func roomBytes(for frame: Frame, size: TerminalInfo.Size) -> [UInt8] {
    var room = ControlBytes()
    switch surface {
    case .overlay: if !isFresh { room.eraseScreen() }
    case .inline:
      if isFresh {
        // Without asking where the cursor is: as many blanks as a row has end on this row when it was empty, else on the next.
        room.text("\u{1B}[?7h" + String(repeating: " ", count: size.columns) + "\r\u{1B}[?7l")
      } else if let shown {
        room.up(shown.cursor.row)
        room.text("\r")
      }
      room.eraseBelow()
      room.text(String(repeating: "\n", count: frame.grid.rows - 1))
      room.up(frame.grid.rows - 1)
    case .compose: if !isFresh, case .compose(let host) = options.mode { host.repaint() }
    case .lines: break
    }
    return room.bytes
  }

  /// Leaves the text for the other screen. Of a box whose rows were wrapped the first ones stay: how many rows they are now, no
  /// terminal tells, and too many would be somebody else's text.
  private func moveOverBytes() -> [UInt8] {
    var bytes = ControlBytes()
    eraseInline(with: &bytes)
    bytes.text(ScreenBytes.moveOver)
    hasMovedOver = true
    isFresh = false
    shown = nil
    return bytes.bytes
  }

  /// The box in the text goes, and the cursor to the row where it began.
  private func eraseInline(with bytes: inout ControlBytes) {
    if let shown { bytes.up(shown.cursor.row) }
    bytes.text("\r")
    bytes.eraseBelow()
  }

  private func lineBytes(clears: Bool) -> [UInt8] {
    let lines = layout.lines(of: dialog)
    defer { shownLines = lines }
    var bytes = ControlBytes()
    if clears {
      bytes.eraseScreen()
      bytes.move(row: 0, column: 0)
      shownLines = []
    }
    if shownLines.isEmpty || shownLines.dropLast() != lines.dropLast() {
      bytes.text(lines.joined(separator: "\n"))
    } else if let last = lines.last, last != shownLines.last {
      bytes.text("\n" + last)
    }
    return bytes.bytes
  }

  private func send(_ bytes: [UInt8]) throws(GuardedTerminal.Trouble) {
    try terminal.write(bytes) { session.collectCancellation() }
  }

  /// Inline only: what was printed meanwhile goes above the box.
  private func showKept() throws(GuardedTerminal.Trouble) {
    let kept = terminal.takeKept()
    guard !kept.isEmpty else { return }
    var bytes = ControlBytes()
    bytes.text("\u{1B}[?7h")
    eraseInline(with: &bytes)
    bytes.bytes += kept
    bytes.text("\u{1B}[?7l")
    shown = nil
    isFresh = true
    try send(bytes.bytes)
    try draw()
  }

  private func leaveBytes() -> [UInt8] {
    var bytes = ControlBytes()
    if hasMovedOver { bytes.text(ScreenBytes.moveBack) } else if surface == .inline, shown != nil { eraseInline(with: &bytes) }
    bytes.text(screen.leave)
    return bytes.bytes
  }

  /// A line for the scrolling text, since the alternate screen leaves no trace.
  private func record(of end: End) -> [UInt8] {
    guard options.leavesRecord, screen.surface != .compose else { return [] }
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
