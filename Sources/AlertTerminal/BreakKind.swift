/// What a character means for breaking lines: a small part of UAX #14, enough for messages.
struct BreakKind: OptionSet {
  let rawValue: UInt16

  static let newline = BreakKind(rawValue: 1 << 0)
  static let space = BreakKind(rawValue: 1 << 1)
  static let tab = BreakKind(rawValue: 1 << 2)  // with `space`
  static let hyphen = BreakKind(rawValue: 1 << 3)
  static let slash = BreakKind(rawValue: 1 << 4)
  static let digit = BreakKind(rawValue: 1 << 5)
  /// Written without spaces: ideographs, kana and their punctuation. Not Hangul, whose words have spaces.
  static let eastAsian = BreakKind(rawValue: 1 << 6)
  /// Stays with what follows: opening brackets.
  static let opening = BreakKind(rawValue: 1 << 7)
  /// Stays with what precedes: closing brackets, stops, small kana.
  static let closing = BreakKind(rawValue: 1 << 8)
  /// A break is allowed, and nothing is seen: U+200B.
  static let invisibleBreak = BreakKind(rawValue: 1 << 9)
  /// No break on either side: no-break spaces, the word joiner, straight quotes (which side is open is not known).
  static let glue = BreakKind(rawValue: 1 << 10)
  /// Everything else.
  static let word = BreakKind(rawValue: 1 << 11)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Whether a line may end between two neighbours, neither of them a space.
  static func mayBreak(after a: BreakKind, before b: BreakKind, inWord: Bool) -> Bool {
    if a.contains(.space) || a.contains(.invisibleBreak) { return true }
    if b.contains(.closing) || a.contains(.opening) { return false }
    if a.contains(.hyphen) { return inWord && b.isDisjoint(with: [.hyphen, .slash, .digit]) }
    if a.contains(.slash) { return inWord && b.isDisjoint(with: [.hyphen, .slash]) }
    return (a.contains(.eastAsian) && !b.contains(.glue)) || (b.contains(.eastAsian) && !a.contains(.glue) && !a.isEmpty)
  }

  /// The kind of a character: that of its first scalar.
  init(character scalars: Substring.UnicodeScalarView) {
    let kind = scalars.first.map { BreakKind(scalar: $0) } ?? []
    // A mark may sit on a space, which is then to be seen.
    self = kind.contains(.space) && !scalars.dropFirst().isEmpty ? .word : kind
  }

  init(scalar: Unicode.Scalar) {
    self =
      switch scalar {
      case "\n": .newline
      case "\t": [.space, .tab]
      case " ", "\u{1680}", "\u{2000}"..."\u{2006}", "\u{2008}"..."\u{200A}", "\u{205F}", "\u{3000}": .space
      case "-": .hyphen
      case "/": .slash
      case "0"..."9": .digit
      case "a"..."z", "A"..."Z": .word
      case "(", "[", "{", "‘", "“", "«": .opening
      case ")", "]", "}", ",", ".", ";", ":", "!", "?", "%", "’", "”", "»", "…": .closing
      case "\"", "'", "\u{A0}", "\u{2007}", "\u{202F}", "\u{2060}": .glue
      case "\u{200B}": .invisibleBreak
      case "\u{2E80}"..."\u{30FF}", "\u{31C0}"..."\u{9FFF}", "\u{F900}"..."\u{FAFF}", "\u{FE30}"..."\u{FE4F}", "\u{FF01}"..."\u{FF9F}",
        "\u{1B000}"..."\u{1B2FF}", "\u{1F200}"..."\u{1F2FF}", "\u{20000}"..."\u{3FFFD}":
        BreakKind(eastAsian: scalar)
      default: .word
      }
  }

  /// Kinsoku, the customary minimum (JIS X 4051).
  private init(eastAsian scalar: Unicode.Scalar) {
    self =
      switch scalar {
      case "\u{3400}"..."\u{9FFF}": .eastAsian
      case "（", "［", "｛", "「", "『", "【", "〔", "〈", "《", "〖", "〘", "｢": [.eastAsian, .opening]
      case "、", "。", "，", "．", "：", "；", "？", "！", "｡", "､", "･", "・": [.eastAsian, .closing]
      case "」", "』", "】", "〕", "〉", "》", "〗", "〙", "）", "］", "｝", "｣": [.eastAsian, .closing]
      case "ー", "ｰ", "゛", "゜", "ヽ", "ヾ", "ゝ", "ゞ", "々", "〻", "ﾞ", "ﾟ": [.eastAsian, .closing]
      case "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ゎ", "ゕ", "ゖ": [.eastAsian, .closing]
      case "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ", "ヮ", "ヵ", "ヶ": [.eastAsian, .closing]
      case "ｧ", "ｨ", "ｩ", "ｪ", "ｫ", "ｬ", "ｭ", "ｮ", "ｯ": [.eastAsian, .closing]
      default: .eastAsian
      }
  }
}
