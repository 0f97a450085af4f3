internal import AlertTerminal

/// The bytes that turn one frame on the screen into another.
///
/// No width function is right in every terminal, so none is trusted: after a contentious character and before each right border
/// the column is set absolutely, and a row with such a character is drawn as a whole.
struct FrameDiff {
  /// How the cursor is moved between rows.
  enum Positioning: Equatable {
    /// By absolute row: the box owns the screen.
    case absolute
    /// By steps from the row the cursor is on, counted from the grid's top: the box stands in the scrolling text.
    case relative(row: Int)
  }
  /// What is on the screen where the frame goes.
  enum Background: Equatable {
    /// Nothing: every cell is blank and has the terminal's own style.
    case blank
    /// Not known; blanks must be written.
    case unknown
    /// This frame, at the same place.
    case frame(Frame)
  }

  private var out = ControlBytes()
  private var style = ANSITheme.Style()
  private var positioning: Positioning
  private let frame: Frame

  private init(_ frame: Frame, _ positioning: Positioning) { (self.frame, self.positioning) = (frame, positioning) }

  /// The bytes for a frame over a background; none when nothing differs. The style is the terminal's own before and after.
  static func bytes(for frame: Frame, over background: Background, positioning: Positioning = .absolute) -> [UInt8] {
    var diff = FrameDiff(frame, positioning)
    var previous: Frame?
    if case .frame(let old) = background { previous = old.hasSamePlace(as: frame) ? old : nil }
    for row in 0..<frame.grid.rows { diff.draw(row, over: previous?.grid, isBlank: background == .blank) }
    if let previous, previous.cursor == frame.cursor, diff.out.bytes.isEmpty { return [] }
    diff.set(ANSITheme.Style())
    diff.move(to: frame.cursor.row, frame.cursor.column)
    return diff.out.bytes
  }

  private mutating func draw(_ row: Int, over previous: CellGrid?, isBlank: Bool) {
    let cells = Array(frame.grid.row(row))
    let old: [Cell?] = cells.indices.map { column in previous.map { $0[row, column] } ?? (isBlank ? .blank : nil) }
    var dirty = cells.indices.map { old[$0] != cells[$0] }
    guard dirty.contains(true) else { return }
    // Such a character may have covered, or may now cover, cells that were right.
    if cells.contains(where: \.isContentious) || old.contains(where: { $0?.isContentious == true }) {
      for column in cells.indices where !isBlank || !cells[column].isBlank { dirty[column] = true }
    }

    var column = 0
    var at: Int?  // the cursor's column, nil while it is on another row or uncertain
    var isOnRow = false
    while column < cells.count {
      let cell = cells[column]
      let isWide = column + 1 < cells.count && cells[column + 1].character == nil
      guard let character = cell.character, dirty[column] || (isWide && dirty[column + 1]) else {
        column += 1
        continue
      }
      reach(row, column, in: cells, from: at, isOnRow: isOnRow)
      (at, isOnRow) = (column, true)
      set(cell.style)
      let blanks = blankRun(from: column, in: cells, dirty)
      if blanks > 4 {
        out.erase(blanks)  // the cursor stays
        column += blanks
        continue
      }
      if cell.isContentious, !isBlank {
        // Where the terminal gives it fewer cells than we do, what was there must not show.
        out.text(isWide ? "  " : " ")
        out.column(frame.left + column)
      }
      out.character(character)
      column += isWide ? 2 : 1
      at = cell.isContentious ? nil : column
    }
  }

  /// Brings the cursor to a cell: by nothing, by writing a short gap again, or by an absolute column.
  private mutating func reach(_ row: Int, _ column: Int, in cells: [Cell], from at: Int?, isOnRow: Bool) {
    guard let at, !cells[column].isAnchor, at <= column else {
      return isOnRow ? out.column(frame.left + column) : move(to: row, column)
    }
    guard at < column else { return }
    let gap = cells[at..<column]
    let next = cells[column].style
    // Blanks look the same in any style that leaves the background alone.
    let looksBlank = next.background == nil && next.attributes.isDisjoint(with: [.reverse, .underline])
    if gap.count <= 4, looksBlank, gap.allSatisfy(\.isBlank) {
      set(next)
      out.text(String(repeating: " ", count: gap.count))
    } else if gap.count <= 4, gap.allSatisfy({ $0.style == style && $0.character?.isASCII == true }) {
      for cell in gap { if let character = cell.character { out.character(character) } }
    } else {
      out.column(frame.left + column)
    }
  }

  /// How many cells from here on are blanks of one style that must be written.
  private func blankRun(from column: Int, in cells: [Cell], _ dirty: [Bool]) -> Int {
    let style = cells[column].style
    // Erasing takes the background only; reverse and underline need real spaces.
    guard style.attributes.isDisjoint(with: [.reverse, .underline]) else { return 0 }
    return cells[column...].indices.prefix { dirty[$0] && cells[$0].character == " " && cells[$0].style == style && !cells[$0].isAnchor }
      .count
  }

  private mutating func set(_ wanted: ANSITheme.Style) {
    if wanted != style { out.style(wanted) }
    style = wanted
  }

  private mutating func move(to row: Int, _ column: Int) {
    switch positioning {
    case .absolute: out.move(row: frame.top + row, column: frame.left + column)
    case .relative(let from):
      out.up(from - row)
      out.down(row - from)
      out.column(frame.left + column)
      positioning = .relative(row: row)
    }
  }
}
