/// Breaks text into lines of cells, and cuts it to a number of cells.
public struct TextWrapping: Sendable, Hashable {
  /// How characters are measured.
  public var width: DisplayWidth
  /// Tabs lead to the next multiple of this many cells; default 4, at least 1.
  public let tabStop: Int

  /// Wrapping by a width policy.
  public init(width: DisplayWidth = DisplayWidth(), tabStop: Int = 4) {
    self.width = width
    self.tabStop = max(1, tabStop)
  }

  /// The text as lines of at most `columns` cells, without newlines and tabs; an empty text is one empty line.
  ///
  /// Breaks at spaces, after `-` and `/`, between East Asian characters, and inside words that are too long. Only white space at
  /// a break is lost. A character wider than a whole line becomes `?`. Fewer than one column give no line at all;
  /// `Int.max` columns break at newlines alone.
  public func lines(of text: SafeText, columns: Int) -> [SafeText] {
    guard columns > 0 else { return [] }
    var breaker = LineBreaker(text: text.text, wrapping: self, columns: columns)
    return breaker.lines().map { SafeText(text: $0, hadControls: text.hadControls, hadBidi: text.hadBidi) }
  }

  /// One line of at most `columns` cells; what does not fit gives way to `…`. Newlines and tabs become spaces.
  public func truncate(_ text: SafeText, columns: Int) -> SafeText {
    func piece(_ string: String) -> SafeText { SafeText(text: string, hadControls: text.hadControls, hadBidi: text.hadBidi) }
    guard columns > 0 else { return piece("") }
    let ellipsis = width.measure("…").cells <= columns ? "…" : "."
    let budget = columns - width.cells(of: ellipsis)

    let source = text.text
    var index = source.startIndex
    var end = index  // of what stays before the ellipsis
    var column = 0
    while index < source.endIndex {
      let cluster = Cluster(at: index, in: source, width: width)
      column += cluster.kind.isDisjoint(with: [.tab, .newline]) ? cluster.cells : 1
      index = cluster.end
      if column <= budget { end = index }
      if column > columns { return piece(Self.onOneLine(source[..<end]) + ellipsis) }
    }
    return piece(Self.onOneLine(source[...]))
  }

  private static func onOneLine(_ text: Substring) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return String(text) }
    return String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }
}
