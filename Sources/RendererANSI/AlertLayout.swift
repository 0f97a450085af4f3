internal import AlertSDK
internal import AlertTerminal

/// Where everything in a box goes: dialog, size and theme in, cells out. Pure but for the wrapped body it remembers.
struct AlertLayout {
  /// What there is room for.
  enum Form: Equatable {
    /// A box.
    case box
    /// Text above, the buttons in the last row.
    case compact
    /// Plain lines, where the size is not known or under eight columns.
    case lines
  }
  /// What was laid out.
  struct Result {
    var frame: Frame
    /// Where the buttons are, by row and columns of the screen, from 0.
    var hits: [(button: Int, row: Int, columns: Range<Int>)] = []
    /// The dialog's scroll position, clamped.
    var scroll = 0
    /// Rows of the body that are shown.
    var page = 1
  }
  enum Line: Equatable {
    case title(SafeText)
    case text(SafeText)
    case row(DialogContent.Row)
  }

  var theme: ANSITheme
  var ink: Ink
  private var remembered: (title: SafeText, message: SafeText, rows: [DialogContent.Row]?, columns: Int, titleLines: [Line], body: [Line])?

  init(theme: ANSITheme = .automatic, ink: Ink = Ink()) { (self.theme, self.ink) = (theme, ink) }

  var wrapping: TextWrapping { TextWrapping(width: ink.width) }

  /// Text of at most so many cells; an ellipsis says that some is missing.
  func cut(_ text: SafeText, columns: Int) -> SafeText {
    guard ink.isASCIIOnly, ink.width.cells(of: text) > columns else { return wrapping.truncate(text, columns: columns) }
    return wrapping.truncate(text, columns: max(1, columns - 2)).ascii  // three dots for one
  }

  static func form(for size: TerminalInfo.Size, isAssumed: Bool = false) -> Form {
    if isAssumed || size.columns < 8 || size.rows < 1 { return .lines }
    return size.columns < 16 || size.rows < 5 ? .compact : .box
  }

  /// Lays a dialog out in a space of at least 8 x 1 cells.
  mutating func lay(out dialog: AlertDialog, in size: TerminalInfo.Size, secondsLeft: Int? = nil) -> Result {
    Self.form(for: size) == .box ? box(dialog, size, secondsLeft) : compact(dialog, size, secondsLeft)
  }

  /// Title and body as lines of at most so many cells.
  mutating func text(of content: DialogContent, columns: Int) -> (title: [Line], body: [Line]) {
    if let known = remembered, known.columns == columns, known.title == content.title, known.message == content.message,
      known.rows == content.rows
    {
      return (known.titleLines, known.body)
    }
    let title = wrapping.lines(of: content.title, columns: columns).map(Line.title)
    let body =
      content.rows.map { $0.map(Line.row) }
      ?? (content.message.isEmpty ? [] : wrapping.lines(of: content.message, columns: columns).map(Line.text))
    remembered = (content.title, content.message, content.rows, columns, title, body)
    return (title, body)
  }

  func cells(of line: Line) -> Int {
    switch line {
    case .title(let text), .text(let text): ink.width.cells(of: text.text)
    case .row(let row): row.spans.reduce(0) { $0 + ink.width.cells(of: $1.text.text) }
    }
  }

  func put(_ line: Line, into grid: inout CellGrid, row: Int, column: Int, limit: Int) {
    switch line {
    case .title(let text): grid.put(text, row: row, column: column, limit: limit, ink: ink, style: theme.title)
    case .text(let text): grid.put(text, row: row, column: column, limit: limit, ink: ink, style: theme.message)
    case .row(let spans):
      var at = column
      for span in spans.spans {
        if at + ink.width.cells(of: span.text.text) > limit {
          let cut = cut(span.text, columns: max(0, limit - at))
          grid.put(cut, row: row, column: at, limit: limit, ink: ink, style: span.style ?? theme.message)
          return
        }
        at = grid.put(span.text, row: row, column: at, limit: limit, ink: ink, style: span.style ?? theme.message)
      }
    }
  }

  // MARK: Buttons

  /// `[K]eep`, without the marks around it.
  func cells(of button: DialogContent.Button) -> Int { ink.width.cells(of: button.label.text) + (button.mnemonic == nil ? 0 : 2) }

  /// Draws a button into so many cells, two of them marks on each side; returns the column of its label.
  func put(
    _ button: DialogContent.Button, isFocused: Bool, into grid: inout CellGrid, row: Int, column: Int, cells room: Int, marks: Int = 2
  ) -> Int {
    let style = isFocused ? theme.focusedButton : theme.button
    for at in column..<(column + room) { grid.put(glyph: " ", row: row, column: at, style: style) }
    if isFocused {
      grid.put(glyph: ">", row: row, column: column, style: style)
      grid.put(glyph: "<", row: row, column: column + room - 1, style: style)
    }
    let label = column + marks
    let limit = column + room - marks
    guard let mnemonic = button.mnemonic, cells(of: button) <= room - 2 * marks else {
      grid.put(
        cut(button.label, columns: max(0, limit - label)), row: row, column: label, limit: limit, ink: ink, style: style)
      return label
    }
    var at = grid.put(button.label, characters: 0..<mnemonic.offset, row: row, column: label, limit: limit, ink: ink, style: style)
    grid.put(glyph: "[", row: row, column: at, style: style)
    at = grid.put(
      button.label, characters: mnemonic.offset..<mnemonic.offset + 1, row: row, column: at + 1, limit: limit, ink: ink, style: style)
    grid.put(glyph: "]", row: row, column: at, style: style)
    grid.put(button.label, characters: mnemonic.offset + 1..<Int.max, row: row, column: at + 1, limit: limit, ink: ink, style: style)
    return label
  }

  /// The window of a list that shows the focused entry.
  static func window(of count: Int, showing focus: Int, rows: Int) -> Range<Int> {
    let start = min(max(0, focus - rows / 2), max(0, count - rows))
    return start..<min(count, start + rows)
  }

  // MARK: Fields

  /// Draws a field's value into so many cells; returns the column of its cursor.
  func put(_ editor: FieldEditor, isSecure: Bool, into grid: inout CellGrid, row: Int, column: Int, cells room: Int) -> Int {
    for at in column..<(column + room) { grid.put(glyph: " ", row: row, column: at, style: theme.field) }
    // One cell is kept for the cursor behind the last character.
    let count = editor.characters.count
    func shown(_ index: Int) -> (text: SafeText, cells: Int) {
      if isSecure { return (SafeText.title("*"), 1) }
      let character = editor.characters[index]
      let text = character == " " ? SafeText.title("\u{A0}") : SafeText.title(String(character))
      return (text, ink.width.cells(of: text.text))
    }
    var start = editor.cursor
    var used = 1
    while start > 0, used + shown(start - 1).cells <= room {
      start -= 1
      used += shown(start).cells
    }
    var at = column
    var cursor = column
    for index in start..<count {
      if index == editor.cursor { cursor = at }
      let (text, cells) = shown(index)
      guard at + cells <= column + room else { break }
      if editor.characters[index] == " ", !isSecure {
        at += 1
      } else {
        at = grid.put(text, row: row, column: at, limit: column + room, ink: ink, style: theme.field)
      }
    }
    return editor.cursor >= count ? min(at, column + room - 1) : cursor
  }

  /// What is left, as `12 s` or `1:05`.
  static func time(_ seconds: Int) -> String {
    seconds < 100 ? "\(seconds) s" : "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
  }
}
