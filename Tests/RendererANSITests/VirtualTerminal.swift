import AlertTerminal

/// A terminal in memory, strict: whatever it does not know is a violation. How wide characters are is a policy, as in real ones.
final class VirtualTerminal {
  /// On what terminals do not agree; the defaults agree with `DisplayWidth`.
  struct Policy: Hashable, CustomStringConvertible {
    var vs16 = 2
    var skinTone = 2
    var flag = 2
    var ambiguous = 1
    var newEmoji = 2
    var joins = true
    var description: String { "vs16 \(vs16) skin \(skinTone) flag \(flag) ambiguous \(ambiguous) new \(newEmoji) joins \(joins)" }

    static var all: [Policy] {
      var all: [Policy] = []
      for vs16 in [1, 2] {
        for skin in [2, 4] {
          for flag in [2, 4] {
            for ambiguous in [1, 2] {
              for new in [0, 1, 2] {
                for joins in [true, false] {
                  all.append(Policy(vs16: vs16, skinTone: skin, flag: flag, ambiguous: ambiguous, newEmoji: new, joins: joins))
                }
              }
            }
          }
        }
      }
      return all
    }
  }
  struct Cell: Equatable {
    var text = " "
    var isTail = false
    var style = "0"
  }
  struct Screen {
    var cells: [[Cell]]
    var row = 0
    var column = 0
    var wrapsNext = false
  }

  private(set) var columns: Int
  private(set) var rows: Int
  let policy: Policy
  private(set) var violations: [String] = []
  private(set) var modes: Set<Int> = [7, 25]
  private(set) var isAlternate = false
  private(set) var style = "0"
  /// Cells that were written to, by row and column.
  private(set) var touched: Set<[Int]> = []
  private var screens: [Screen]
  private var saved: [Int: (row: Int, column: Int, style: String)] = [:]
  private var pending: [UInt8] = []
  private var joinsNext = false
  private var flagOpen = false

  init(columns: Int, rows: Int, policy: Policy = Policy()) {
    (self.columns, self.rows, self.policy) = (columns, rows, policy)
    let blank = Screen(cells: Array(repeating: Array(repeating: Cell(), count: columns), count: rows))
    screens = [blank, blank]
  }

  private var screen: Screen {
    get { screens[isAlternate ? 1 : 0] }
    set { screens[isAlternate ? 1 : 0] = newValue }
  }
  var cursor: (row: Int, column: Int) { (screen.row, screen.column) }
  /// The rows as text, trailing blanks cut.
  var lines: [String] { screen.cells.map { row in Self.trimmed(row.filter { !$0.isTail }.map(\.text).joined()) } }
  var mainLines: [String] { screens[0].cells.map { row in Self.trimmed(row.filter { !$0.isTail }.map(\.text).joined()) } }
  func cell(_ row: Int, _ column: Int) -> Cell { screen.cells[row][column] }
  func forgetTouched() { touched = [] }
  func place(_ row: Int, _ column: Int) { (screen.row, screen.column) = (row, column) }

  /// Another size; rows that become too long are wrapped, as most terminals do, or cut.
  func resize(columns newColumns: Int, wraps: Bool) {
    for index in screens.indices {
      var (cells, row) = ([[Cell]](), 0)
      for (number, line) in screens[index].cells.enumerated() {
        let used = (line.lastIndex { $0 != Cell() } ?? -1) + 1
        let pieces = wraps && index == 0 && used > newColumns ? stride(from: 0, to: used, by: newColumns).map { $0 } : [0]
        if number == screens[index].row { row = cells.count + (wraps && index == 0 ? screens[index].column / newColumns : 0) }
        for start in pieces {
          let piece = line.dropFirst(start).prefix(newColumns)
          cells.append(piece + Array(repeating: Cell(), count: newColumns - piece.count))
        }
      }
      // The rows above go first, as far as the cursor stays in view; then blank ones below.
      let above = min(max(0, cells.count - rows), max(0, row - rows + 1))
      cells = Array(cells.dropFirst(above).prefix(rows))
      (screens[index].cells, screens[index].row) = (cells, row - above)
      screens[index].column = min(newColumns - 1, wraps && index == 0 ? screens[index].column % newColumns : screens[index].column)
      screens[index].wrapsNext = false
    }
    columns = newColumns
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  func feed(_ text: String) { feed(Array(text.utf8)) }

  func feed(_ bytes: [UInt8]) {
    pending += bytes
    var index = 0
    while index < pending.count {
      guard let used = consume(at: index) else { break }
      index += used
    }
    pending.removeFirst(index)
  }

  /// How many bytes one thing at this place has; nil while it is not complete.
  private func consume(at start: Int) -> Int? {
    let byte = pending[start]
    switch byte {
    case 0x1B: return escape(at: start)
    case 0x0D:
      screen.column = 0
      screen.wrapsNext = false
    case 0x0A: lineFeed()
    case 0x09: screen.column = min(columns - 1, (screen.column / 8 + 1) * 8)  // the echo of a key typed before raw mode
    case 0x00..<0x20, 0x7F: violations.append("control \(byte)")
    case 0x20..<0x7F: put(Unicode.Scalar(byte))
    default:
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      guard start + length <= pending.count else { return nil }
      let text = String(decoding: pending[start..<start + length], as: UTF8.self)
      guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, scalar != "\u{FFFD}" || byte == 0xEF else {
        violations.append("bad UTF-8")
        return 1
      }
      if (0x80..<0xA0).contains(scalar.value) { violations.append("C1") }
      put(scalar)
      return length
    }
    return 1
  }

  private func escape(at start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "7"):
      saved[isAlternate ? 1 : 0] = (screen.row, screen.column, style)
      return 2
    case UInt8(ascii: "8"):
      if let saved = saved[isAlternate ? 1 : 0] { (screen.row, screen.column, style) = saved }
      screen.wrapsNext = false
      return 2
    case UInt8(ascii: "\\"): return 2
    case UInt8(ascii: "["):
      var end = start + 2
      while end < pending.count, (0x20..<0x40).contains(pending[end]) { end += 1 }
      guard end < pending.count else { return nil }
      control(String(decoding: pending[(start + 2)..<end], as: UTF8.self), Character(Unicode.Scalar(pending[end])))
      return end - start + 1
    default:
      violations.append("ESC \(pending[start + 1])")
      return 2
    }
  }

  private func control(_ parameters: String, _ final: Character) {
    screen.wrapsNext = final == "m" || final == "h" || final == "l" ? screen.wrapsNext : false
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = max(1, numbers.first.flatMap { $0 } ?? 1)
    switch final {
    case "H":
      let (row, column) = (first, max(1, numbers.count > 1 ? numbers[1] ?? 1 : 1))
      if row > rows || column > columns { violations.append("cursor to \(row);\(column)") }
      screen.row = min(rows, row) - 1
      screen.column = min(columns, column) - 1
    case "G":
      if first > columns { violations.append("column \(first)") }
      screen.column = min(columns, first) - 1
    case "A": screen.row = max(0, screen.row - first)
    case "B": screen.row = min(rows - 1, screen.row + first)
    case "X":
      for column in screen.column..<min(columns, screen.column + first) { clear(screen.row, column, style: style) }
    case "J":
      switch numbers.first.flatMap({ $0 }) ?? 0 {
      case 0:
        for column in screen.column..<columns { clear(screen.row, column, style: style) }
        for row in (screen.row + 1)..<max(rows, screen.row + 1) { for column in 0..<columns { clear(row, column, style: style) } }
      case 2:
        if !isAlternate { violations.append("the main screen was cleared") }
        for row in 0..<rows { for column in 0..<columns { clear(row, column, style: style) } }
      default: violations.append("CSI \(parameters) J")
      }
    case "m":
      // Every style of ours is set as a whole.
      guard parameters.isEmpty || parameters == "0" || parameters.hasPrefix("0;") else {
        return violations.append("partial SGR \(parameters)")
      }
      style = parameters.isEmpty ? "0" : parameters
    case "h", "l":
      guard parameters.hasPrefix("?"), let mode = Int(parameters.dropFirst()), [7, 25, 1000, 1006, 1047, 1049, 2004, 2026].contains(mode)
      else {
        return violations.append("mode \(parameters)\(final)")
      }
      set(mode, final == "h")
    case "u" where parameters == ">1" || parameters == "<": break
    default: violations.append("CSI \(parameters) \(final)")
    }
  }

  private func set(_ mode: Int, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    guard mode == 1049 || mode == 1047, isOn != isAlternate else { return }
    if mode == 1047 {
      // The cursor keeps its place, and what the other screen held before is of no use.
      let (row, column) = (screen.row, screen.column)
      isAlternate = isOn
      (screen.row, screen.column) = (row, column)
      if isOn { screens[1].cells = Array(repeating: Array(repeating: Cell(text: "?"), count: columns), count: rows) }
    } else if isOn {
      saved[0] = (screen.row, screen.column, style)
      let (row, column) = (screen.row, screen.column)
      isAlternate = true
      screens[1].cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
      (screen.row, screen.column) = (row, column)
    } else {
      isAlternate = false
      if let saved = saved[0] { (screen.row, screen.column, style) = saved }
    }
  }

  private func lineFeed() {
    screen.wrapsNext = false
    screen.column = 0  // the line discipline's ONLCR
    if screen.row < rows - 1 {
      screen.row += 1
    } else {
      screen.cells.removeFirst()
      screen.cells.append(Array(repeating: Cell(), count: columns))
    }
  }

  private func clear(_ row: Int, _ column: Int, style: String = "0") {
    split(row, column)
    screen.cells[row][column] = Cell(text: " ", style: style)
    touched.insert([row, column])
  }

  /// Overwriting one half of a wide character blanks the other.
  private func split(_ row: Int, _ column: Int) {
    if screen.cells[row][column].isTail, column > 0 { screen.cells[row][column - 1] = Cell() }
    if column + 1 < columns, screen.cells[row][column + 1].isTail { screen.cells[row][column + 1] = Cell() }
  }

  private func put(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    let isRegional = (0x1F1E6...0x1F1FF).contains(value)
    var width = measure(scalar)
    if joinsNext, policy.joins { width = 0 }
    joinsNext = value == 0x200D
    if (0x1F3FB...0x1F3FF).contains(value) { width = policy.skinTone == 4 ? 2 : 0 }
    if isRegional {
      width = policy.flag == 4 || !flagOpen ? 2 : 0
      flagOpen.toggle()
    } else {
      flagOpen = false
    }
    if value == 0xFE0F || value == 0x20E3 {
      if policy.vs16 == 2, value == 0xFE0F { widen() }
      width = 0
    }
    if width > 0 { return place(String(scalar), width) }
    // Joins the cell before.
    var column = screen.wrapsNext ? screen.column : screen.column - 1
    if column > 0, screen.cells[screen.row][column].isTail { column -= 1 }
    if column >= 0 { screen.cells[screen.row][column].text.unicodeScalars.append(scalar) }
  }

  private func widen() {
    let column = screen.column - 1
    guard column >= 0, !screen.cells[screen.row][column].isTail, screen.column < columns else { return }
    split(screen.row, screen.column)
    screen.cells[screen.row][screen.column] = Cell(text: "", isTail: true, style: style)
    touched.insert([screen.row, screen.column])
    screen.column += 1
  }

  private func place(_ text: String, _ width: Int) {
    if screen.wrapsNext, modes.contains(7) { lineFeed() }
    screen.wrapsNext = false
    if screen.column + width > columns { screen.column = max(0, columns - width) }
    for offset in 0..<width {
      split(screen.row, screen.column + offset)
      screen.cells[screen.row][screen.column + offset] = Cell(text: offset == 0 ? text : "", isTail: offset > 0, style: style)
      touched.insert([screen.row, screen.column + offset])
    }
    screen.column += width
    if screen.column >= columns {
      screen.column = columns - 1
      screen.wrapsNext = true
    }
  }

  private func measure(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII || (0x2500...0x257F).contains(scalar.value) { return 1 }
    if [0x200B, 0x200C, 0x200D, 0xFE0E].contains(scalar.value) { return 0 }
    if let age = scalar.properties.age, age.major >= 14, scalar.properties.isEmoji { return policy.newEmoji }
    return DisplayWidth(ambiguous: policy.ambiguous == 2 ? .two : .one).measure(Character(scalar)).cells
  }
}
