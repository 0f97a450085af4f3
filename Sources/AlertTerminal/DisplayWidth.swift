/// How many cells characters take in a terminal, under a policy for those on which terminals do not agree.
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
    /// Whether terminals are known to disagree: after such a character the column is not certain.
    public var isContentious: Bool

    /// A measure of one character.
    public init(cells: Int, isContentious: Bool = false) {
      self.cells = cells
      self.isContentious = isContentious
    }
  }

  /// Cells of characters that East Asian fonts draw wide and others narrow (`①`, Greek, box lines); default one.
  public var ambiguous: Cells
  /// Cells of a character that U+FE0F turns into an emoji (`❤️`); default two.
  public var vs16: Cells

  /// A policy; the defaults are what most terminals of today do.
  public init(ambiguous: Cells = .one, vs16: Cells = .two) {
    self.ambiguous = ambiguous
    self.vs16 = vs16
  }

  /// The cells of one character, and whether terminals disagree about it.
  public func measure(_ character: Character) -> Measure {
    Measure(cells: character.isASCII && (character < " " || character == "\u{7F}") ? 0 : 1)
  }

  /// The cells of a text on one line; controls, newlines and tabs count nothing.
  public func cells(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + measure($1).cells }
  }
}
