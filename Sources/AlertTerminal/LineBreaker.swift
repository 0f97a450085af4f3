/// One character of a text as line breaking sees it.
struct Cluster {
  let end: String.Index
  /// Cells taken; 0 for a tab, which depends on the column, and for a newline.
  let cells: Int
  let kind: BreakKind

  init(at index: String.Index, in text: String, width: DisplayWidth) {
    let only: Unicode.Scalar?
    (end, only) = text.character(at: index)
    if let only {
      cells = width.measure(scalar: only).cells
      kind = BreakKind(scalar: only)
    } else {
      let scalars = text.unicodeScalars[index..<end]
      cells = width.measure(scalars: scalars).cells
      kind = BreakKind(character: scalars)
    }
  }
}

/// Breaks one text into lines: takes as many characters as fit, then goes back to the last place where a break is allowed.
struct LineBreaker {
  private let text: String
  private let wrapping: TextWrapping
  private let columns: Int

  private var output: [String] = []
  private var start: String.Index  // of the line being filled
  private var inkEnd: String.Index  // after its last character that is not a space
  private var column = 0
  private var mustRewrite = false  // it has tabs, or a character wider than a line

  init(text: String, wrapping: TextWrapping, columns: Int) {
    self.text = text
    self.wrapping = wrapping
    self.columns = columns
    start = text.startIndex
    inkEnd = start
  }

  mutating func lines() -> [String] {
    var index = start
    var previous: BreakKind = []
    var breakPoint: (index: String.Index, inkEnd: String.Index)?
    var inWord = false  // a `-` or `/` that starts a word (an option, a path) is no place to break

    while index < text.endIndex {
      let cluster = Cluster(at: index, in: text, width: wrapping.width)
      let kind = cluster.kind

      if kind.contains(.newline) {
        finish(next: cluster.end)
        index = cluster.end
        (previous, breakPoint, inWord) = ([], nil, false)
        continue
      }

      if kind.contains(.space) {
        let cells = kind.contains(.tab) ? wrapping.tabStop - column % wrapping.tabStop : cluster.cells
        index = cluster.end
        if cells > columns - column {  // spaces hang over the end; those of the next line's beginning with them
          index = skipSpaces(from: index)
          if index == text.endIndex || text.utf8[index] == 0x0A { continue }
          breakLine(next: index)
          (previous, breakPoint, inWord) = ([], nil, false)
          continue
        }
        column += cells
        if kind.contains(.tab) { mustRewrite = true }
        if inkEnd != start { breakPoint = (index, inkEnd) }
        (previous, inWord) = (kind, false)
        continue
      }

      let mayBreak = inkEnd != start && BreakKind.mayBreak(after: previous, before: kind, inWord: inWord)
      if cluster.cells > columns - column {
        if column == 0 {
          mustRewrite = true
          column = columns
        } else {
          if !mayBreak, let place = breakPoint { (index, inkEnd) = place }
          breakLine(next: index)
          (previous, breakPoint, inWord) = ([], nil, false)
          continue
        }
      } else {
        if mayBreak { breakPoint = (index, inkEnd) }
        column += cluster.cells
      }
      if kind.isDisjoint(with: [.hyphen, .slash]) { inWord = true }
      index = cluster.end
      inkEnd = index
      previous = kind
    }
    finish(next: index)
    return output
  }

  /// Ends the line, unless there is only an indent on it: that is wider than the line, or would leave no room for a word.
  private mutating func breakLine(next: String.Index) {
    if inkEnd == start { (start, inkEnd, column, mustRewrite) = (next, next, 0, false) } else { finish(next: next) }
  }

  private mutating func finish(next: String.Index) {
    output.append(mustRewrite ? rewritten(text[start..<inkEnd]) : String(text[start..<inkEnd]))
    (start, inkEnd, column, mustRewrite) = (next, next, 0, false)
  }

  /// With tabs as spaces and `?` for what is wider than a line.
  private func rewritten(_ line: Substring) -> String {
    var output = ""
    var column = 0
    for character in line {
      let cells = character == "\t" ? wrapping.tabStop - column % wrapping.tabStop : wrapping.width.measure(character).cells
      if character == "\t" {
        output += String(repeating: " ", count: cells)
      } else {
        output.append(cells > columns ? "?" : character)
      }
      column += min(cells, columns)
    }
    return output
  }

  private func skipSpaces(from index: String.Index) -> String.Index {
    var index = index
    while index < text.endIndex {
      let cluster = Cluster(at: index, in: text, width: wrapping.width)
      guard cluster.kind.contains(.space) else { break }
      index = cluster.end
    }
    return index
  }
}
