internal import AlertSDK
internal import AlertTerminal

extension AlertLayout {
  /// For terminals too small for a box: buttons or the field in the last row, the text above it, or before it in a terminal of one row.
  mutating func compact(_ dialog: AlertDialog, _ size: TerminalInfo.Size, _ secondsLeft: Int?) -> Result {
    let content = dialog.content
    var grid = CellGrid(columns: size.columns, rows: size.rows)
    var result = Result(frame: Frame(grid: grid))
    let last = size.rows - 1

    if last > 0 {
      let (title, body) = text(of: content, columns: size.columns)
      let lines = title + body
      let above = min(lines.count, last)
      result.page = above
      result.scroll = min(dialog.scroll, max(0, lines.count - above))
      for (index, line) in lines.dropFirst(result.scroll).prefix(above).enumerated() {
        put(line, into: &grid, row: last - above + index, column: 0, limit: size.columns)
      }
    }

    var column = 0
    if case .field(let index) = dialog.focus {
      let label = cut(content.fields[index].label, columns: size.columns / 2)
      column = grid.put(label, row: last, column: 0, limit: size.columns / 2, ink: ink) + 1
      let at = put(
        dialog.editors[index], isSecure: content.fields[index].isSecure, into: &grid, row: last, column: column,
        cells: size.columns - column)
      result.frame.cursor = (last, at)
    } else {
      let rooms = content.buttons.map { cells(of: $0) + 2 }
      let all = rooms.reduce(0, +)
      let focused = dialog.focusedButton ?? 0
      let shown = all <= size.columns ? 0..<content.buttons.count : focused..<focused + 1
      let needed = shown.reduce(0) { $0 + min(rooms[$1], size.columns) }
      if last == 0, size.columns - needed >= 3 {
        let title = cut(content.title, columns: size.columns - needed - 1)
        column = grid.put(title, row: 0, column: 0, limit: size.columns - needed - 1, ink: ink, style: theme.title) + 1
      }
      result.frame.cursor = (last, column)
      for index in shown {
        let room = min(rooms[index], size.columns - column)
        let isFocused = dialog.focus == .button(index)
        let label = put(content.buttons[index], isFocused: isFocused, into: &grid, row: last, column: column, cells: room, marks: 1)
        if isFocused { result.frame.cursor = (last, label) }
        result.hits.append((index, last, column..<column + room))
        column += room
      }
    }
    result.frame.grid = grid
    return result
  }

  /// The dialog as plain lines, for a terminal whose size is not known or too small for anything else.
  func lines(of dialog: AlertDialog) -> [String] {
    let content = dialog.content
    func plain(_ text: SafeText) -> String { ink.isASCIIOnly ? text.ascii.text : text.text }
    let word = content.severity.rawValue.uppercased()
    var lines = ["[\(word)] \(plain(content.title))"]
    if let rows = content.rows {
      lines += rows.map { $0.spans.map { plain($0.text) }.joined() }
    } else if !content.message.isEmpty {
      lines += plain(content.message).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    lines += content.buttons.enumerated().map { "\($0 + 1) \(plain($1.label))" }
    if let focused = dialog.focusedButton { lines.append("> \(plain(content.buttons[focused].label))") }
    return lines
  }
}
