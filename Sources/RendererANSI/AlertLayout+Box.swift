internal import AlertSDK
internal import AlertTerminal

extension AlertLayout {
  /// How the rows of a box are shared out.
  private struct Rows {
    var title = 0
    var body = 0
    var fields = 0
    var progress = 0
    var buttons = 1
    var gapBeforeFields = 0
    var gapBeforeButtons = 0
    /// The title has no rows of its own and scrolls with the body.
    var scrollsTitle = false

    /// Borders and the hint are always there, and at least one row of buttons; the body gets what is left, and gaps come last.
    init(available: Int, titleLines: Int, bodyLines: Int, fields: Int, hasProgress: Bool, buttonRows: Int) {
      let space = available - 3
      let bodyLeast = min(bodyLines, 1)
      let fieldLeast = min(fields, 1)
      buttons = max(1, min(buttonRows, space - 1 - min(bodyLines, 3) - fieldLeast))
      var left = space - buttons
      title = min(titleLines, 2)
      while title > 0, left - title < bodyLeast + fieldLeast { title -= 1 }
      scrollsTitle = title == 0
      left -= title
      self.fields = max(min(fieldLeast, left), min(fields, left - min(bodyLines, 3)))
      left -= self.fields
      progress = hasProgress && left > bodyLeast ? 1 : 0
      left -= progress
      body = max(0, min(scrollsTitle ? bodyLines + titleLines : bodyLines, left))
      left -= body
      gapBeforeButtons = left > 0 ? 1 : 0
      gapBeforeFields = left > 1 && self.fields > 0 && body + title > 0 ? 1 : 0
    }

    var total: Int { 3 + title + body + fields + progress + buttons + gapBeforeFields + gapBeforeButtons }
  }

  mutating func box(_ dialog: AlertDialog, _ size: TerminalInfo.Size, _ secondsLeft: Int?) -> Result {
    let content = dialog.content
    let widest = size.columns >= 20 ? min(size.columns - 2, 72) : size.columns
    let (titleLines, bodyLines) = text(of: content, columns: widest - 4)
    let buttonCells = content.buttons.map { cells(of: $0) + 4 }
    let rowCells = buttonCells.reduce(0, +) + 2 * (buttonCells.count - 1)
    let labelCells = content.fields.map { ink.width.cells(of: $0.label.text) }.max() ?? 0
    var needed = max(titleLines.prefix(2).map(cells(of:)).max() ?? 0, bodyLines.map(cells(of:)).max() ?? 0)
    needed = max(needed, rowCells <= widest - 4 ? rowCells : buttonCells.max() ?? 0, content.fields.isEmpty ? 0 : labelCells + 24)
    let columns = min(max(needed + 4, 24), widest)
    let inner = columns - 4
    let isRow = rowCells <= inner

    let rows = Rows(
      available: size.rows, titleLines: titleLines.count, bodyLines: bodyLines.count, fields: content.fields.count,
      hasProgress: content.progress != nil, buttonRows: isRow ? 1 : content.buttons.count)
    var grid = CellGrid(columns: columns, rows: rows.total)
    var result = Result(frame: Frame(grid: grid))
    result.frame.top = (size.rows - rows.total) / 2
    result.frame.left = (size.columns - columns) / 2
    drawBorder(of: content, secondsLeft, into: &grid)

    var row = 1
    var cursor = (row: 1, column: 2)
    let limit = columns - 2
    for (index, line) in titleLines.prefix(rows.title).enumerated() {
      put(line, into: &grid, row: row, column: 2, limit: limit)
      if index == rows.title - 1, titleLines.count > rows.title { markCut(line, into: &grid, row: row, limit: limit) }
      row += 1
    }
    let scrolling = rows.scrollsTitle ? titleLines + bodyLines : bodyLines
    result.scroll = min(dialog.scroll, max(0, scrolling.count - rows.body))
    result.page = rows.body
    for line in scrolling.dropFirst(result.scroll).prefix(rows.body) {
      put(line, into: &grid, row: row, column: 2, limit: limit)
      row += 1
    }

    row += rows.gapBeforeFields
    let labelRoom = min(labelCells, inner / 2)
    for index in Self.window(of: content.fields.count, showing: dialog.focusedField ?? 0, rows: rows.fields) {
      let field = content.fields[index]
      let label = cut(field.label, columns: labelRoom)
      if dialog.focus == .field(index) { grid.put(glyph: ">", row: row, column: 1) }
      grid.put(label, row: row, column: 2, limit: 2 + labelRoom, ink: ink)
      let start = 2 + labelRoom + 1
      let at = put(dialog.editors[index], isSecure: field.isSecure, into: &grid, row: row, column: start, cells: max(1, limit - start))
      if dialog.focus == .field(index) { cursor = (row, at) }
      row += 1
    }
    if rows.progress > 0, let progress = content.progress {
      drawProgress(progress, into: &grid, row: row, columns: 2..<limit)
      row += 1
    }

    row += rows.gapBeforeButtons
    let shown =
      isRow ? 0..<content.buttons.count : Self.window(of: content.buttons.count, showing: dialog.focusedButton ?? 0, rows: rows.buttons)
    var column = isRow ? 2 + (inner - rowCells) / 2 : 2
    for index in shown {
      let room = isRow ? buttonCells[index] : min(buttonCells.max() ?? inner, inner)
      if !isRow { column = 2 + (inner - room) / 2 }
      let isFocused = dialog.focus == .button(index)
      let label = put(content.buttons[index], isFocused: isFocused, into: &grid, row: row, column: column, cells: room)
      if isFocused { cursor = (row, label) }
      result.hits.append((index, result.frame.top + row, result.frame.left + column..<result.frame.left + column + room))
      if isRow { column += room + 2 } else { row += 1 }
    }
    if isRow { row += 1 }

    var position = ""
    let scrolls = scrolling.count > rows.body && rows.body > 0
    if scrolls { position = "\(result.scroll + 1)-\(result.scroll + rows.body)/\(scrolling.count)" }
    if shown.count < content.buttons.count {
      position += (position.isEmpty ? "" : " ") + "\((dialog.focusedButton ?? 0) + 1)/\(content.buttons.count)"
    }
    drawHint(of: dialog, scrolls: scrolls, position: position, into: &grid, row: row, columns: 2..<limit)

    result.frame.grid = grid
    result.frame.cursor = cursor
    return result
  }

  private func drawBorder(of content: DialogContent, _ secondsLeft: Int?, into grid: inout CellGrid) {
    let glyphs = theme.border.glyphs
    let style = theme.style(of: content.severity)
    let (last, bottom) = (grid.columns - 1, grid.rows - 1)
    for column in 1..<last {
      grid.put(glyph: glyphs.across, row: 0, column: column, style: style)
      grid.put(glyph: glyphs.across, row: bottom, column: column, style: style)
    }
    for row in 1..<bottom {
      grid.put(glyph: glyphs.down, row: row, column: 0, style: style)
      grid.put(glyph: glyphs.down, row: row, column: last, style: style, isAnchor: true)
    }
    grid.put(glyph: glyphs.topLeft, row: 0, column: 0, style: style)
    grid.put(glyph: glyphs.bottomLeft, row: bottom, column: 0, style: style)
    grid.put(glyph: glyphs.topRight, row: 0, column: last, style: style, isAnchor: true)
    grid.put(glyph: glyphs.bottomRight, row: bottom, column: last, style: style, isAnchor: true)

    let times = ink.isASCIIOnly ? "x" : "×"
    let count = content.repeatCount > 1 ? "\(times)\(content.repeatCount)" : ""
    let word = "\(content.severity.rawValue.prefix(1).uppercased())\(content.severity.rawValue.dropFirst())"
    drawLabels("\(theme.shape(of: content.severity)) \(word)", count, keepsLeft: true, row: 0, style: style, into: &grid)

    var note = content.waitingCount > 0 ? "\(content.waitingCount) more waiting" : ""
    // Text that tries to act on the terminal is worth knowing about where something is at stake.
    if content.title.hadControls || content.message.hadControls { note = note.isEmpty ? "control characters shown" : note }
    drawLabels(note, secondsLeft.map(Self.time) ?? "", keepsLeft: false, row: bottom, style: style, into: &grid)
  }

  /// Puts one label at the left and one at the right of a border, a blank on each side; only one where both do not fit.
  private func drawLabels(_ left: String, _ right: String, keepsLeft: Bool, row: Int, style: ANSITheme.Style, into grid: inout CellGrid) {
    func put(_ text: SafeText, cells: Int, at column: Int) {
      for at in [column, column + cells + 1] { grid.put(glyph: " ", row: row, column: at) }
      grid.put(text, row: row, column: column + 1, limit: column + 1 + cells, ink: ink, style: style)
    }
    var end = grid.columns - 2
    let (leftText, rightText) = (SafeText.title(left), SafeText.title(right))
    let (leftCells, rightCells) = (ink.width.cells(of: leftText.text), ink.width.cells(of: rightText.text))
    let room = keepsLeft && !left.isEmpty ? 2 + leftCells + 2 : 2
    if !right.isEmpty, end - rightCells - 2 >= room {
      end -= rightCells + 2
      put(rightText, cells: rightCells, at: end)
    }
    if !left.isEmpty, 2 + leftCells + 2 <= end { put(leftText, cells: leftCells, at: 2) }
  }

  /// Ends a cut line with an ellipsis.
  private func markCut(_ line: Line, into grid: inout CellGrid, row: Int, limit: Int) {
    let ellipsis = ink.isASCIIOnly ? "..." : "…"
    let text = SafeText.title(ellipsis)
    let cells = ink.width.cells(of: text.text)
    var column = min(2 + self.cells(of: line), limit - cells)
    if column > 2, grid[row, column].character == nil { column -= 1 }  // not into the middle of a wide character
    let end = grid.put(text, row: row, column: column, limit: limit, ink: ink, style: theme.title)
    for rest in end..<max(end, limit) { grid.put(glyph: " ", row: row, column: rest) }
  }

  private func drawProgress(_ progress: Double, into grid: inout CellGrid, row: Int, columns: Range<Int>) {
    let number = "\(Int((progress * 100).rounded()))%"
    let bar = columns.lowerBound..<max(columns.lowerBound, columns.upperBound - 5)
    let done = Int((Double(bar.count) * progress).rounded())
    let (full, empty): (Character, Character) = theme.border == .ascii ? ("#", "-") : ("━", "─")
    for (index, column) in bar.enumerated() {
      grid.put(
        glyph: index < done ? full : empty, row: row, column: column,
        style: index < done ? ANSITheme.Style(nil, theme.title.attributes) : theme.hint)
    }
    grid.put(SafeText.title(number), row: row, column: columns.upperBound - number.count, limit: columns.upperBound, ink: ink)
  }

  /// As many hints as fit before the position.
  private func drawHint(
    of dialog: AlertDialog, scrolls: Bool, position: String, into grid: inout CellGrid, row: Int, columns: Range<Int>
  ) {
    var parts: [String] = []
    if dialog.content.buttons.count + dialog.content.fields.count > 1 { parts.append("Tab move") }
    switch dialog.focus {
    case .field(let index): parts.append(index + 1 < dialog.editors.count ? "Enter next" : "Enter submit")
    case .button: parts.append(dialog.content.buttons.first?.action == nil ? "Enter close" : "Enter choose")
    case .none: break
    }
    if dialog.content.cancelButton != nil, dialog.content.buttons.first?.action != nil { parts.append("Esc cancel") }
    if scrolls { parts.insert("PgUp/PgDn", at: min(1, parts.count)) }
    let start = columns.upperBound - position.count
    if !position.isEmpty, start >= columns.lowerBound {
      grid.put(SafeText.title(position), row: row, column: start, limit: columns.upperBound, ink: ink, style: theme.hint)
    }
    var column = columns.lowerBound
    let end = position.isEmpty ? columns.upperBound : start - 1
    for part in parts {
      guard column + part.count <= end else { break }
      grid.put(SafeText.title(part), row: row, column: column, limit: end, ink: ink, style: theme.hint)
      column += part.count + 2
    }
  }
}
