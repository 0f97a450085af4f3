import AlertSDK
import AlertTerminal
import Testing

@testable import RendererANSI

struct FrameDiffTests {
  static let contents = [Samples.question(), Samples.world, Samples.form, Samples.long, Samples.many]

  /// What is wrong with the borders on a terminal; a right border must stand in its column whatever the terminal thinks of widths.
  private func bentBorders(_ terminal: VirtualTerminal, _ frame: Frame) -> [String] {
    let glyphs = ANSITheme.Border.rounded.glyphs
    let last = frame.grid.rows - 1
    return (0...last).compactMap { row in
      let left = terminal.cell(frame.top + row, frame.left).text
      let right = terminal.cell(frame.top + row, frame.left + frame.grid.columns - 1).text
      let wanted =
        row == 0 ? (glyphs.topLeft, glyphs.topRight) : row == last ? (glyphs.bottomLeft, glyphs.bottomRight) : (glyphs.down, glyphs.down)
      return left == String(wanted.0) && right == String(wanted.1) ? nil : "row \(row): \(left) \(right)"
    }
  }

  private func cellsOutside(_ terminal: VirtualTerminal, _ frame: Frame) -> [String] {
    (0..<terminal.rows).flatMap { row in
      (0..<terminal.columns).compactMap { column in
        let isInside = (frame.top..<frame.bottom).contains(row) && (frame.left..<frame.left + frame.grid.columns).contains(column)
        return isInside || terminal.cell(row, column).text == " " ? nil : "\(row),\(column)"
      }
    }
  }

  @Test("Cases 23, 31, 35, 58, 59: borders are straight and nothing is left outside the box, under every width policy")
  func everyWidthPolicy() {
    for content in [Samples.question(), Samples.world, Samples.long] {
      let first = Samples.layOut(content, 60, 24).frame
      let second = Samples.layOut(content, 60, 24, keys: [.key(.tab), .key(.pageDown)]).frame
      let drawing = FrameDiff.bytes(for: first, over: .blank)
      let change = FrameDiff.bytes(for: second, over: .frame(first))
      for policy in VirtualTerminal.Policy.all {
        let terminal = VirtualTerminal(columns: 60, rows: 24, policy: policy)
        terminal.feed("\u{1B}7\u{1B}[?1049h\u{1B}[?7l")
        terminal.feed(drawing)
        let atFirst = bentBorders(terminal, first)
        terminal.feed(change)
        let wrong = atFirst + bentBorders(terminal, second) + cellsOutside(terminal, second) + terminal.violations
        #expect(wrong.isEmpty, "\(policy)")
        #expect(terminal.style == "0" && terminal.cursor == (second.top + second.cursor.row, second.left + second.cursor.column))
      }
    }
  }

  @Test("A diff leads to the same screen as drawing anew") func diffEqualsFullDrawing() {
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &random)
    var source = SplitMix(state: seed)
    let keys: [KeyEvent] = [
      .key(.tab), .key(.tab, .shift), .key(.pageDown), .key(.pageUp), .key(.end), .key(.home), .key(.text("x")), .key(.backspace),
      .key(.down),
    ]
    for content in Self.contents {
      var layout = AlertLayout()
      var dialog = AlertDialog(content)
      let size = TerminalInfo.Size(columns: 50, rows: 16)
      var shown = layout.lay(out: dialog, in: size).frame
      let terminal = VirtualTerminal(columns: 50, rows: 16)
      terminal.feed("\u{1B}[?1049h\u{1B}[?7l")
      terminal.feed(FrameDiff.bytes(for: shown, over: .blank))
      for _ in 0..<60 {
        let key = keys[Int(source.next() % UInt64(keys.count))]
        _ = dialog.handle(key, at: .now)
        let result = layout.lay(out: dialog, in: size, secondsLeft: Int(source.next() % 90))
        dialog.scroll = result.scroll
        let frame = result.frame
        guard frame.hasSamePlace(as: shown) else { continue }
        terminal.feed(FrameDiff.bytes(for: frame, over: .frame(shown)))
        shown = frame
        let fresh = VirtualTerminal(columns: 50, rows: 16)
        fresh.feed("\u{1B}[?1049h\u{1B}[?7l")
        fresh.feed(FrameDiff.bytes(for: frame, over: .blank))
        #expect(terminal.lines == fresh.lines, "seed \(seed)")
        #expect(terminal.cursor == fresh.cursor && terminal.violations.isEmpty)
      }
    }
  }

  @Test("Case 34: a ZWJ emoji over five letters leaves none of them") func leftoverCells() {
    func frame(_ text: String) -> Frame {
      var grid = CellGrid(columns: 12, rows: 1)
      grid.put(SafeText.title(text), row: 0, column: 0, limit: 11, ink: Ink())
      grid.put(glyph: "|", row: 0, column: 11, isAnchor: true)
      return Frame(grid: grid)
    }
    for policy in VirtualTerminal.Policy.all {
      let terminal = VirtualTerminal(columns: 20, rows: 2, policy: policy)
      terminal.feed("\u{1B}[?7l")
      terminal.feed(FrameDiff.bytes(for: frame("aaaaa"), over: .blank))
      terminal.feed(FrameDiff.bytes(for: frame("👨‍👩‍👧‍👦"), over: .frame(frame("aaaaa"))))
      #expect(!terminal.lines[0].contains("a"), "\(policy)")
      #expect(terminal.cell(0, 11).text == "|", "\(policy)")
    }
  }

  @Test("Cases 31, 34, 35: beside a character of uncertain width all stands in its column, and nothing of what was there shows")
  func besideUncertainWidth() {
    func frame(_ text: String) -> Frame {
      var grid = CellGrid(columns: 12, rows: 1)
      grid.put(SafeText.title(text), row: 0, column: 0, limit: 11, ink: Ink())
      grid.put(glyph: "|", row: 0, column: 11, isAnchor: true)
      return Frame(grid: grid)
    }
    for character in ["👍🏽", "❤️", "🇩🇪", "1️⃣", "\u{1FAE8}", "👨‍👩‍👧‍👦"] {
      let (plain, uncertain) = (frame("ab tail"), frame(character + " tail"))
      for (before, after) in [(plain, uncertain), (uncertain, plain)] {
        for policy in VirtualTerminal.Policy.all {
          let terminal = VirtualTerminal(columns: 20, rows: 2, policy: policy)
          terminal.feed("\u{1B}[?7l")
          terminal.feed(FrameDiff.bytes(for: before, over: .blank))
          terminal.feed(FrameDiff.bytes(for: after, over: .frame(before)))
          let tail = (2..<12).map { terminal.cell(0, $0).text }.joined()
          #expect(tail == " tail    |", "\(character) \(policy)")
          if after == uncertain { #expect(!["a", "b"].contains(terminal.cell(0, 1).text), "\(character) \(policy)") }
        }
      }
    }
  }

  @Test("Every right border is reached by its absolute column, whatever stands before it (case 23)") func absoluteBorders() {
    let frame = Samples.layOut(Samples.question(), 60, 24).frame
    let text = String(decoding: FrameDiff.bytes(for: frame, over: .blank), as: UTF8.self)
    let column = frame.left + frame.grid.columns
    // The style of a border may be set between its column and itself.
    let placed = text.components(of: "\u{1B}[\(column)G")
    #expect(placed == frame.grid.rows)
  }

  @Test("Case 53: a wide character of the host's, cut by the box's edge, is blanked; the box is exact") func hostCharactersUnderTheEdge() {
    let terminal = VirtualTerminal(columns: 40, rows: 8)
    terminal.feed("\u{1B}[?1049h\u{1B}[?7l")
    for row in 1...8 { terminal.feed("\u{1B}[\(row);1H" + String(repeating: "日", count: 20)) }
    var frame = Samples.layOut(Samples.question(), 31, 7).frame
    (frame.top, frame.left) = (0, 5)
    terminal.feed(FrameDiff.bytes(for: frame, over: .unknown))
    let box = frame.grid.lines
    for row in 0..<frame.grid.rows {
      #expect(terminal.cell(row, 4).text == " ", "the left half of what the border covers")
      let shown = (frame.left..<frame.left + frame.grid.columns).map { terminal.cell(row, $0).text }.joined()
      #expect(shown == box[row])
    }
    #expect(terminal.lines[7] == String(repeating: "日", count: 20))
  }

  @Test("The relative form draws the same, wherever the cursor is") func relativePositioning() {
    let frame = Samples.layOut(Samples.question(), 40, 12).frame
    let moved = Samples.layOut(Samples.question(), 40, 12, keys: [.key(.tab)]).frame
    let terminal = VirtualTerminal(columns: 40, rows: 24)
    terminal.place(5, 0)
    terminal.feed(FrameDiff.bytes(for: frame, over: .blank, positioning: .relative(row: 0)))
    terminal.feed(FrameDiff.bytes(for: moved, over: .frame(frame), positioning: .relative(row: frame.cursor.row)))
    let box = moved.grid.lines.map { String(repeating: " ", count: moved.left) + $0 }
    #expect(Array(terminal.lines[5..<5 + moved.grid.rows]) == box)
    #expect(terminal.violations.isEmpty)
  }

  @Test("Blanks that are seen, as those of a field, are written and not erased") func seenBlanks() {
    for attributes in [ANSITheme.Style.Attributes.underline, .reverse] {
      var grid = CellGrid(columns: 10, rows: 1)
      for column in 0..<10 { grid.put(glyph: " ", row: 0, column: column, style: ANSITheme.Style(nil, attributes)) }
      let text = String(decoding: FrameDiff.bytes(for: Frame(grid: grid), over: .blank), as: UTF8.self)
      #expect(text.contains(String(repeating: " ", count: 10)) && !text.contains("X"))
    }
  }

  @Test("Equal frames cost nothing") func nothingToDo() {
    let frame = Samples.layOut(Samples.world, 60, 24).frame
    #expect(FrameDiff.bytes(for: frame, over: .frame(frame)).isEmpty)
  }

  @Test("Byte budgets: 700 for a first frame of 44x7 with colour, 120 for a focus move") func budgets() {
    let content = Samples.question(title: "Delete 3 files from the archive?", message: "They can not be brought back in any way.")
    let frame = Samples.layOut(content, 80, 24).frame
    #expect(frame.grid.columns == 44 && frame.grid.rows == 7)
    let screen = ScreenBytes(surface: .overlay)
    let first =
      screen.enter.utf8.count + FrameDiff.bytes(for: frame, over: .blank).count + screen.frameStart.utf8.count + screen.frameEnd.utf8.count
    #expect(first <= 700, "\(first)")
    let moved = Samples.layOut(content, 80, 24, keys: [.key(.tab)]).frame
    let move = FrameDiff.bytes(for: moved, over: .frame(frame)).count + screen.frameStart.utf8.count + screen.frameEnd.utf8.count
    #expect(move <= 120, "\(move)")
    #expect(screen.leave.utf8.count <= 80)
  }

  @Test("What a box sets on a terminal it takes back, in order and in an emergency", arguments: [true, false]) func modesBalance(
    isEmergency: Bool
  ) {
    for surface in [ScreenBytes.Surface.overlay, .inline, .compose, .lines] {
      let screen = ScreenBytes(surface: surface, usesMouse: true, usesKeyboardProtocol: true)
      let terminal = VirtualTerminal(columns: 80, rows: 24)
      terminal.feed("left as it was")
      let before = terminal.lines
      terminal.feed(screen.enter + screen.frameStart + (surface == .lines ? "" : "\u{1B}[0;7m"))
      if isEmergency { terminal.feed(screen.farewell) } else { terminal.feed(screen.frameEnd + screen.leave) }
      #expect(terminal.modes == [7, 25] && !terminal.isAlternate && terminal.style == "0")
      #expect(terminal.violations.isEmpty, "\(terminal.violations)")
      // In an emergency the inline form cannot know where its box stands, and goes below.
      if surface != .inline || !isEmergency { #expect(terminal.lines == before) }
      #expect(screen.farewell.count <= 96, "what the C part keeps")
      if surface == .overlay { #expect(terminal.cursor == (0, 14)) }
    }
  }
}

/// A small generator with a seed, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
