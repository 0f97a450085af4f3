/// How many cells characters take in a terminal, under a policy for those on which terminals do not agree.
///
/// No width function is right everywhere: with tmux 3.3a a red heart is one cell and a waving hand with a skin tone four. So every
/// measure also says whether it can be relied on.
public struct DisplayWidth: Sendable, Hashable {
  /// One or two cells.
  public enum Cells: Int, Sendable, Hashable {
    /// One cell.
    case one = 1
    /// Two cells.
    case two = 2
  }

  /// The cells of one character.
  public struct Measure: Sendable, Hashable {
    /// Cells taken: 0, 1 or 2.
    public var cells: Int
    /// Whether terminals disagree: after such a character the column is certain only when it is set absolutely.
    public var isContentious: Bool
    /// Whether that is only because East Asian terminals may be set to draw it wide (`é`, `…`, Greek, Cyrillic, box lines).
    ///
    /// Then one setting holds for all of them: with the right `DisplayWidth.ambiguous` they do not drift.
    public var isAmbiguous: Bool

    /// A measure of one character; an ambiguous one is contentious too.
    public init(cells: Int, isContentious: Bool = false, isAmbiguous: Bool = false) {
      self.cells = cells
      self.isContentious = isContentious || isAmbiguous
      self.isAmbiguous = isAmbiguous
    }
  }

  /// Cells of characters that East Asian fonts draw wide and others narrow (`①`, Greek, box lines); default one.
  public var ambiguous: Cells
  /// Cells of a character that U+FE0F turns into an emoji (a heart, a keycap); default two.
  public var vs16: Cells

  /// A policy; the defaults are what most terminals of today do.
  public init(ambiguous: Cells = .one, vs16: Cells = .two) {
    self.ambiguous = ambiguous
    self.vs16 = vs16
  }

  /// The version of Unicode that widths come from.
  public static var unicodeVersion: String { Table.unicodeVersion }

  /// The cells of one character, and whether terminals disagree about it.
  ///
  /// Scalars of a character add up to at most two cells; a syllable sign, a skin tone or a joined emoji adds where no more fits.
  public func measure(_ character: Character) -> Measure {
    let bytes = character.utf8
    if bytes.count == 1, let ascii = bytes.first { return Measure(cells: (0x20...0x7E).contains(ascii) ? 1 : 0) }
    return measure(scalars: character.unicodeScalars)
  }

  /// The cells of a text on one line; controls, newlines and tabs count nothing.
  public func cells(of text: String) -> Int {
    var total = 0
    var index = text.startIndex
    while index < text.endIndex {
      let (end, only) = text.character(at: index)
      if let only {
        total += (0x20...0x7E).contains(only.value) ? 1 : cells(Self.entry(only))
      } else {
        total += measure(scalars: text.unicodeScalars[index..<end]).cells
      }
      index = end
    }
    return total
  }

  /// The cells of a piece of text on one line; controls, newlines and tabs count nothing.
  public func cells(of text: Substring) -> Int { cells(of: String(text)) }

  /// The cells of a sanitized text on one line; newlines and tabs count nothing.
  public func cells(of text: SafeText) -> Int { cells(of: text.text) }

  func measure(scalar: Unicode.Scalar) -> Measure {
    let entry = Self.entry(scalar)
    return Measure(cells: cells(entry), isContentious: entry.isUncertain, isAmbiguous: entry.isAmbiguous && !entry.isUncertain)
  }

  /// The measure of the scalars of one character.
  func measure(scalars: some Sequence<Unicode.Scalar>) -> Measure {
    var rest = scalars.makeIterator()
    guard let base = rest.next() else { return Measure(cells: 0) }
    guard var scalar = rest.next() else { return measure(scalar: base) }

    let first = Self.entry(base)
    var sum = cells(first)
    var isContentious = first.isUncertain
    var drawn = sum > 0 ? 1 : 0
    var previous = first
    while true {
      let entry = Self.entry(scalar)
      switch scalar.value {
      case 0xFE0F:
        if previous.isEmojiVariant { sum = max(sum, vs16.rawValue) }
        isContentious = true
      case 0xFE0E, 0x200D, 0x20E3, 0xE0020...0xE007F: isContentious = true  // VS15, joiner, keycap, tags
      default:
        if entry.isUncertain { isContentious = true }
        if cells(entry) > 0 {
          sum += cells(entry)
          drawn += 1
        }
      }
      previous = entry
      guard let next = rest.next() else { break }
      scalar = next
    }
    isContentious = isContentious || drawn > 1  // conjuncts, spacing marks, skin tones, flags
    return Measure(cells: min(sum, 2), isContentious: isContentious, isAmbiguous: first.isAmbiguous && !isContentious)
  }

  private func cells(_ entry: Entry) -> Int { entry.isAmbiguous ? ambiguous.rawValue : entry.cells }
}

extension DisplayWidth {
  /// What the generated table says of one scalar.
  struct Entry {
    let bits: UInt8
    var cells: Int { Int(bits & 3) }
    var isAmbiguous: Bool { bits & 3 == 3 }
    var isUncertain: Bool { bits & 4 != 0 }
    var isEmojiVariant: Bool { bits & 8 != 0 }
  }

  static func entry(_ scalar: Unicode.Scalar) -> Entry {
    let value = scalar.value
    if value < 0x7F, value >= 0x20 { return Entry(bits: (value == 0x23 || value == 0x2A || (0x30...0x39).contains(value)) ? 9 : 1) }
    guard value < Table.denseEnd else {
      let run = Table.runs.last { $0 & 0xFF_FFFF <= value } ?? 1 << 24
      return Entry(bits: UInt8(run >> 24))
    }
    let block = Int(Table.index[Int(value >> 7)])
    let word = Table.words[block << 3 | Int(value >> 4 & 7)]
    return Entry(bits: UInt8(word >> (UInt64(value & 15) << 2) & 15))
  }
}
