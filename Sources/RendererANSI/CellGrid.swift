internal import AlertTerminal

/// One cell of a terminal: the character that begins in it, or the rest of the one before.
struct Cell: Hashable {
  /// A single character by type, so that no cell can hold more; nil is the right half of a wide one.
  var character: Character? = " "
  var style = ANSITheme.Style()
  /// Terminals do not agree how far this character goes.
  var isContentious = false
  /// Reached by its absolute column, never by counting: a right border.
  var isAnchor = false

  static let blank = Cell()
  var isBlank: Bool { self == .blank }
}

/// How characters become cells in this terminal.
struct Ink: Hashable {
  var width = DisplayWidth()
  /// The locale is not UTF-8: whatever is not ASCII becomes `?`.
  var isASCIIOnly = false
}

/// A rectangle of cells, drawn into by row and column from 0; what falls outside is cut.
struct CellGrid: Equatable {
  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  /// The cells of a row.
  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// Puts one character of one cell that is the theme's own, not an app's text.
  mutating func put(glyph: Character, row: Int, column: Int, style: ANSITheme.Style = .init(), isAnchor: Bool = false) {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
    cells[row * columns + column] = Cell(character: glyph, style: style, isAnchor: isAnchor)
  }

  /// Puts text from a column on, up to a limit; returns the column after it.
  ///
  /// A wide character that does not fit before the limit is left out with all after it; one of no cells belongs to none and is left out.
  @discardableResult mutating func put(
    _ text: SafeText, characters: Range<Int> = 0..<Int.max, row: Int, column: Int, limit: Int, ink: Ink, style: ANSITheme.Style = .init()
  ) -> Int {
    guard (0..<rows).contains(row), column >= 0 else { return column }
    let (end, width, isASCIIOnly) = (min(limit, columns), ink.width, ink.isASCIIOnly)
    var column = column
    for character in text.text.dropFirst(characters.lowerBound).prefix(characters.count) {
      let measure = width.measure(character)
      guard measure.cells > 0 else { continue }
      guard column + measure.cells <= end else { break }
      let at = row * columns + column
      if isASCIIOnly, !character.isASCII {
        for cell in 0..<measure.cells { cells[at + cell] = Cell(character: "?", style: style) }
      } else {
        cells[at] = Cell(character: character, style: style, isContentious: measure.isContentious)
        for cell in 1..<max(1, measure.cells) { cells[at + cell] = Cell(character: nil, style: style) }
      }
      column += measure.cells
    }
    return column
  }

  /// The rows as text, for golden frames and messages of tests.
  var lines: [String] { (0..<rows).map { String(row($0).compactMap(\.character)) } }
}

/// What is on the screen: a grid at a place, and where the cursor rests.
struct Frame: Equatable {
  /// The place of the grid's first cell, from 0.
  var top = 0
  var left = 0
  var grid: CellGrid
  /// Where the cursor rests, in the grid.
  var cursor: (row: Int, column: Int) = (0, 0)

  var bottom: Int { top + grid.rows }

  static func == (a: Frame, b: Frame) -> Bool { a.top == b.top && a.left == b.left && a.cursor == b.cursor && a.grid == b.grid }

  func hasSamePlace(as other: Frame) -> Bool {
    top == other.top && left == other.left && grid.rows == other.grid.rows && grid.columns == other.grid.columns
  }
}
