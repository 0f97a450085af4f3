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

  /// Whether a line may end between two neighbours, neither of them a space.
  static func mayBreak(after a: BreakKind, before b: BreakKind, inWord: Bool) -> Bool {
    if a.contains(.space) || a.contains(.invisibleBreak) { return true }
    if b.contains(.closing) || a.contains(.opening) { return false }
    if a.contains(.hyphen) { return inWord && b.isDisjoint(with: [.hyphen, .slash, .digit]) }
    if a.contains(.slash) { return inWord && b.isDisjoint(with: [.hyphen, .slash]) }
    return (a.contains(.eastAsian) && !b.contains(.glue)) || (b.contains(.eastAsian) && !a.contains(.glue) && !a.isEmpty)
  }

  /// No break on either side: no-break spaces, the word joiner, straight quotes (which side is open is not known).
  static let glue = BreakKind(rawValue: 1 << 10)
  static let word = BreakKind(rawValue: 1 << 11)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(ascii byte: UInt8) {
    self =
      switch byte {
      case 0x0A: .newline
      case 0x09: [.space, .tab]
      case 0x20: .space
      case UInt8(ascii: "-"): .hyphen
      case UInt8(ascii: "/"): .slash
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .opening
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"),
        UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "%"):
        .closing
      case UInt8(ascii: "\""), UInt8(ascii: "'"): .glue
      default: .word
      }
  }

  init(_ character: Character) {
    let scalar = character.unicodeScalars.first!  // a Character is never empty
    let kind: BreakKind =
      switch scalar.value {
      case 0...0x7F: BreakKind(ascii: UInt8(scalar.value))
      case 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: .space
      case 0x00A0, 0x2007, 0x202F, 0x2060: .glue
      case 0x200B: .invisibleBreak
      case 0x2018, 0x201C, 0x00AB: .opening
      case 0x2019, 0x201D, 0x00BB, 0x2026: .closing
      default: Self.eastAsian(scalar)
      }
    // A mark may sit on a space, which is then to be seen.
    self = kind.contains(.space) && !character.unicodeScalars.dropFirst().isEmpty ? .word : kind
  }

  private static func eastAsian(_ scalar: Unicode.Scalar) -> BreakKind {
    switch scalar.value {
    case 0x2E80...0x30FF, 0x31C0...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF9F, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF,
      0x20000...0x3FFFD:
      if Self.neverLast.contains(scalar) { return [.eastAsian, .opening] }
      return Self.neverFirst.contains(scalar) ? [.eastAsian, .closing] : .eastAsian
    default: return .word
    }
  }

  // Kinsoku, the customary minimum (JIS X 4051): stops, closing brackets, iteration and length marks, small kana.
  private static let neverFirst = Set(
    "、。，．：；？！」』】〕〉》〗〙）］｝｡｣､･ー゛゜ヽヾゝゞ々〻・ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶｧｨｩｪｫｬｭｮｯｰﾞﾟ".unicodeScalars)
  private static let neverLast = Set("（［｛「『【〔〈《〖〘｢".unicodeScalars)
}
