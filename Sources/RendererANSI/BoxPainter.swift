internal import AlertTerminal

/// Brings a dialog onto the screen: knows what stands there, and gives the bytes that make of it what should. It writes nothing.
struct BoxPainter {
  let screen: ScreenBytes
  private let mode: ANSIOptions.Mode
  private var layout: AlertLayout

  /// The size and the seconds the last drawing was for.
  private(set) var shownSize: TerminalInfo.Size?
  private(set) var shownSeconds: Int?
  /// What is on the screen; nil when that is not known.
  private var shown: Frame?
  private var shownLines: [String] = []
  private var hits: [(button: Int, row: Int, columns: Range<Int>)] = []
  private var pendingBytes: [UInt8] = []
  /// The screen was just taken: blank in overlay, of unknown height in inline.
  private var isFresh = true
  /// The terminal got narrower than the box in its text, whose rows it may have wrapped: the box went on to the other screen.
  private var hasMovedOver = false

  init(_ screen: ScreenBytes, mode: ANSIOptions.Mode, layout: AlertLayout) {
    (self.screen, self.mode, self.layout) = (screen, mode, layout)
  }

  /// Where the box is now.
  var surface: ScreenBytes.Surface { hasMovedOver ? .overlay : screen.surface }

  /// Takes the screen, for the first time or again; the bytes come with the next drawing.
  mutating func enter() {
    pendingBytes = Array((screen.enter + (hasMovedOver ? ScreenBytes.moveOver : "")).utf8)
    (shown, shownLines) = (nil, [])
    isFresh = !hasMovedOver
  }

  /// Whatever is on the screen is to be drawn anew.
  mutating func forget() { shown = nil }

  /// The button at a cell of the screen, from 0.
  func button(row: Int, column: Int) -> Int? { hits.first { $0.row == row && $0.columns.contains(column) }?.button }

  /// The bytes that bring a dialog onto a screen of this size; none where it stands there already.
  mutating func draw(_ dialog: inout AlertDialog, size: TerminalInfo.Size, secondsLeft: Int?) -> [UInt8] {
    let hasNewSize = size != shownSize
    (shownSize, shownSeconds) = (size, secondsLeft)
    var bytes = pendingBytes
    pendingBytes = []
    if surface == .inline, let shown, size.columns < shown.left + shown.grid.columns { bytes += moveOverBytes() }
    if screen.surface == .lines || AlertLayout.form(for: size) == .lines {
      bytes += lineBytes(for: dialog, clears: surface == .overlay && (isFresh || hasNewSize || shown != nil))
      (shown, isFresh) = (nil, false)
      return bytes
    }
    guard let frame = frame(of: &dialog, size: size, secondsLeft: secondsLeft) else { return bytes }

    var drawing: [UInt8]
    let isInline = surface == .inline
    if let shown, !hasNewSize, shown.hasSamePlace(as: frame) {
      drawing = FrameDiff.bytes(for: frame, over: .frame(shown), positioning: isInline ? .relative(row: shown.cursor.row) : .absolute)
    } else {
      drawing = roomBytes(for: frame, size: size)
      let background: FrameDiff.Background = screen.surface == .compose ? .unknown : .blank
      drawing += FrameDiff.bytes(for: frame, over: background, positioning: isInline ? .relative(row: 0) : .absolute)
    }
    (shown, isFresh) = (frame, false)
    return drawing.isEmpty ? bytes : bytes + Array(screen.frameStart.utf8) + drawing + Array(screen.frameEnd.utf8)
  }

  /// Inline only: the bytes that put printed text where the box is, which is to be drawn again below it.
  mutating func printAbove(_ text: [UInt8]) -> [UInt8] {
    var bytes = ControlBytes()
    bytes.text("\u{1B}[?7h")
    eraseInline(with: &bytes)
    bytes.bytes += text
    bytes.text("\u{1B}[?7l")
    (shown, isFresh) = (nil, true)
    return bytes.bytes
  }

  /// The bytes that give the screen back.
  func leave() -> [UInt8] {
    var bytes = ControlBytes()
    if hasMovedOver { bytes.text(ScreenBytes.moveBack) } else if surface == .inline, shown != nil { eraseInline(with: &bytes) }
    bytes.text(screen.leave)
    return bytes.bytes
  }

  // MARK: Frames

  /// Lays the dialog out, for a host in the part of the screen it lends; nil where that is too small for anything.
  private mutating func frame(of dialog: inout AlertDialog, size: TerminalInfo.Size, secondsLeft: Int?) -> Frame? {
    var (top, left, space) = (0, 0, size)
    if case .compose(let host) = mode {
      let lent = host.surface(size)
      guard (0..<size.rows).contains(lent.top), (0..<size.columns).contains(lent.left) else { return nil }
      (top, left) = (lent.top, lent.left)
      space = TerminalInfo.Size(columns: min(lent.columns, size.columns - left), rows: min(lent.rows, size.rows - top))
      guard space.columns >= 8, space.rows >= 1 else { return nil }
    }
    let result = layout.lay(out: dialog, in: space, secondsLeft: secondsLeft)
    (dialog.scroll, dialog.page) = (result.scroll, result.page)
    hits = result.hits.map { ($0.button, $0.row + top, $0.columns.lowerBound + left..<$0.columns.upperBound + left) }
    var frame = result.frame
    frame.top += top
    frame.left += left
    return frame
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
    case .compose: if !isFresh, case .compose(let host) = mode { host.repaint() }
    case .lines: break
    }
    return room.bytes
  }

  /// Leaves the text for the other screen. Of a box whose rows were wrapped the first ones stay: how many rows they are now, no
  /// terminal tells, and too many would be somebody else's text.
  private mutating func moveOverBytes() -> [UInt8] {
    var bytes = ControlBytes()
    eraseInline(with: &bytes)
    bytes.text(ScreenBytes.moveOver)
    (hasMovedOver, isFresh, shown) = (true, false, nil)
    return bytes.bytes
  }

  /// The box in the text goes, and the cursor to the row where it began.
  private func eraseInline(with bytes: inout ControlBytes) {
    if let shown { bytes.up(shown.cursor.row) }
    bytes.text("\r")
    bytes.eraseBelow()
  }

  private mutating func lineBytes(for dialog: AlertDialog, clears: Bool) -> [UInt8] {
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
}
