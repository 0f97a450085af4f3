/// Breaks text into lines of cells, and cuts it to a number of cells.
public struct TextWrapping: Sendable, Hashable {
  /// How characters are measured.
  public var width: DisplayWidth
  /// Tabs lead to the next multiple of this many cells; default 4, at least 1.
  public var tabStop: Int

  /// Wrapping by a width policy.
  public init(width: DisplayWidth = DisplayWidth(), tabStop: Int = 4) {
    self.width = width
    self.tabStop = max(1, tabStop)
  }

  /// The text as lines of at most `columns` cells, without newlines and tabs; an empty text is one empty line.
  ///
  /// Breaks at spaces, after `-` and `/`, between East Asian characters, and inside words that are too long. Only white space at
  /// the end of a line is lost. A character wider than a whole line becomes `?`. Fewer than one column give no line at all.
  public func lines(of text: SafeText, columns: Int) -> [SafeText] {
    guard columns > 0 else { return [] }
    return text.text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      var rest = Array(line)
      var lines: [SafeText] = []
      repeat {
        lines.append(SafeText(text: String(rest.prefix(columns)), hadControls: text.hadControls, hadBidi: text.hadBidi))
        rest.removeFirst(min(columns, rest.count))
      } while !rest.isEmpty
      return lines
    }
  }

  /// One line of at most `columns` cells; what does not fit gives way to `…`. Newlines and tabs become spaces.
  public func truncate(_ text: SafeText, columns: Int) -> SafeText {
    guard width.cells(of: text.text) > columns else { return text }
    let cut = columns > 0 ? String(text.text.prefix(columns - 1)) + "…" : ""
    return SafeText(text: cut, hadControls: text.hadControls, hadBidi: text.hadBidi)
  }
}
