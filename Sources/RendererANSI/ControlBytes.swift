/// The bytes that move the cursor and set styles; numbers in them are decimal and from 1.
struct ControlBytes {
  var bytes: [UInt8] = []

  mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func character(_ character: Character) { bytes.append(contentsOf: character.utf8) }

  private mutating func number(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }
  private mutating func control(_ value: Int, _ final: Unicode.Scalar) {
    text("\u{1B}[")
    if value != 1 { number(value) }
    bytes.append(UInt8(ascii: final))
  }

  /// Absolute place, from 0.
  mutating func move(row: Int, column: Int) {
    text("\u{1B}[")
    number(row + 1)
    if column > 0 {
      bytes.append(UInt8(ascii: ";"))
      number(column + 1)
    }
    bytes.append(UInt8(ascii: "H"))
  }
  /// Absolute column, from 0, on the same row.
  mutating func column(_ column: Int) { control(column + 1, "G") }
  mutating func up(_ rows: Int) { if rows > 0 { control(rows, "A") } }
  mutating func down(_ rows: Int) { if rows > 0 { control(rows, "B") } }
  /// Blanks cells from the cursor on without moving it.
  mutating func erase(_ cells: Int) { if cells > 0 { control(cells, "X") } }
  /// Blanks from the cursor to the end of the screen.
  mutating func eraseBelow() { text("\u{1B}[J") }
  mutating func eraseScreen() { text("\u{1B}[2J") }

  /// Replaces the style; one sequence, whatever was set before.
  mutating func style(_ style: ANSITheme.Style) {
    text("\u{1B}[")
    var parts: [Int] = []
    if style.attributes.contains(.bold) { parts.append(1) }
    if style.attributes.contains(.dim) { parts.append(2) }
    if style.attributes.contains(.underline) { parts.append(4) }
    if style.attributes.contains(.reverse) { parts.append(7) }
    if let color = style.color { parts.append(30 + Int(color.rawValue)) }
    if let background = style.background { parts.append(40 + Int(background.rawValue)) }
    if !parts.isEmpty { bytes.append(UInt8(ascii: "0")) }
    for part in parts {
      bytes.append(UInt8(ascii: ";"))
      number(part)
    }
    bytes.append(UInt8(ascii: "m"))
  }
}
