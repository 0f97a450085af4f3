/// Replaces everything in a text that a terminal, or the eye, could be led astray by.
///
/// Two passes: scalars that steer are replaced one by one, then characters are looked at as wholes, because what a scalar joins is
/// known only when its neighbours are final.
struct TextSanitizer {
  enum Lines { case one, many }

  private(set) var text: String
  private(set) var hadControls = false
  private(set) var hadBidi = false
  private let lines: Lines
  private let bidi: SafeText.BidiControls
  private let isPrintableASCII: Bool
  private var mayJoin = false  // some scalar may be part of a larger character

  var result: SafeText { SafeText(text: text, hadControls: hadControls, hadBidi: hadBidi) }

  init(_ raw: String, lines: Lines, bidi: SafeText.BidiControls) {
    self.lines = lines
    self.bidi = bidi
    isPrintableASCII = raw.utf8.allSatisfy { (0x20...0x7E).contains($0) || (lines == .many && ($0 == 0x0A || $0 == 0x09)) }
    text = raw
    guard !isPrintableASCII else { return }
    text = replacingScalars(of: raw)
    if mayJoin { text = Self.tamingCharacters(of: text) }
  }

  // MARK: Scalars

  private mutating func replacingScalars(of raw: String) -> String {
    let lineEnd = lines == .many ? "\n" : " "
    var copy = RunCopy(of: raw)
    let scalars = raw.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let start = index
      let scalar = scalars[index]
      index = scalars.index(after: index)
      var isControl = true
      let replacement: String
      switch scalar.value {
      case 0x20...0x7E: continue
      case 0x0D:  // a lone CR is a line end too: it must not overwrite what stands there
        if index < scalars.endIndex, scalars[index] == "\n" { index = scalars.index(after: index) }
        (replacement, isControl) = (lineEnd, false)
      case 0x0A, 0x85, 0x2028, 0x2029: (replacement, isControl) = (lineEnd, false)
      case 0x09: (replacement, isControl) = (lines == .many ? "\t" : " ", false)
      case 0x00...0x1F: replacement = Unicode.Scalar(0x2400 + scalar.value).map { String($0) } ?? "\u{FFFD}"
      case 0x7F: replacement = "\u{2421}"
      case 0x80...0x9F: replacement = Self.spelledOut(scalar)
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        hadBidi = true
        (replacement, isControl) = (bidi == .visible ? Self.spelledOut(scalar) : "", false)
      case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xFDD0...0xFDEF: replacement = "\u{FFFD}"
      case let value where value & 0xFFFE == 0xFFFE: replacement = "\u{FFFD}"  // the last two of every plane are no characters
      default:
        mayJoin = mayJoin || !scalar.standsAlone
        if scalar == "\u{1F3F4}", let end = Self.endOfFlag(in: scalars, from: index) {
          index = end
          mayJoin = true
        }
        continue
      }
      hadControls = hadControls || isControl
      copy.replace(start..<index, by: replacement)
    }
    return copy.finish()
  }

  /// `<9b>`: as text, since C1 controls have no pictures and must not be dropped silently.
  private static func spelledOut(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return (0x100..<0x1000).contains(scalar.value) ? "<0\(digits)>" : "<\(digits)>"
  }

  /// The end of the tags after a black flag that make it the flag of a region (UTS #51 ED-14a): 3-6 letters or digits and a
  /// terminator. Any other tag is invisible text.
  private static func endOfFlag(in scalars: String.UnicodeScalarView, from start: String.Index) -> String.Index? {
    var index = start
    var count = 0
    while index < scalars.endIndex, count <= 6 {
      let value = scalars[index].value
      index = scalars.index(after: index)
      switch value {
      case 0xE0030...0xE0039, 0xE0061...0xE007A: count += 1
      case 0xE007F: return count >= 3 && count <= 6 ? index : nil
      default: return nil
      }
    }
    return nil
  }

  // MARK: Characters

  /// Most scalars of a character; the rest of a tower of marks is cut off.
  static let characterLimit = 8
  /// Most scalars of one that starts with an emoji: a family of four with skin tones has eleven.
  static let emojiLimit = 16

  private static func tamingCharacters(of text: String) -> String {
    var copy = RunCopy(of: text)
    var index = text.startIndex
    while index < text.endIndex {
      let start = index
      let only: Unicode.Scalar?
      (index, only) = text.character(at: start)
      if only == nil, let tamed = tamed(text.unicodeScalars[start..<index], in: text) { copy.replace(start..<index, by: tamed) }
    }
    return copy.finish()
  }

  /// What a character becomes, or nil if it can stay.
  private static func tamed(_ scalars: Substring.UnicodeScalarView, in text: String) -> String? {
    let body = scalars.drop(while: isJoinerOrSelector)  // alone they would act on a neighbour
    guard let base = body.first else { return "" }
    let isBaseless = isBaseless(base, after: text.unicodeScalars[..<scalars.startIndex].last)
    let limit = isBaseless ? characterLimit - 1 : base.properties.isEmojiPresentation ? emojiLimit : characterLimit
    let kept = body.prefix(limit)
    let isCut = kept.endIndex != body.endIndex
    if !isBaseless, !isCut, body.startIndex == scalars.startIndex { return nil }

    // A mark without a base would be drawn over whatever stands before it, a border for example.
    var tamed = isBaseless ? "\u{25CC}" : ""
    tamed.unicodeScalars.append(contentsOf: kept)
    if isCut, joinsWhatFollows(tamed) { tamed += "\u{FFFD}" }
    return tamed
  }

  /// Whether a cut piece, ending in a joiner or a virama say, would swallow the next character, and so on without limit.
  private static func joinsWhatFollows(_ piece: String) -> Bool {
    // After a prepended sign; after a virama; after Korean initials, vowels; after half a flag; after a joiner.
    ["a", "\u{915}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{1F1E6}", "\u{1F600}"].contains { (piece + $0).count == piece.count }
  }

  private static func isJoinerOrSelector(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  /// Whether a character starts with what should follow one: a mark or a skin tone after nothing, a line end or a format control.
  private static func isBaseless(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    if let previous, previous.value >= 0x20 {
      switch previous.properties.generalCategory {
      case .format, .unassigned: break
      default: return false
      }
    }
    return ("\u{25CC}" + String(scalar)).count == 1
  }

  // MARK: Size

  mutating func trim() {
    func isSpace(_ character: Character) -> Bool {
      character.isWhitespace && character.unicodeScalars.dropFirst().isEmpty  // a mark may sit on a space
    }
    guard let first = text.first, let last = text.last, isSpace(first) || isSpace(last) else { return }
    var body = text.drop(while: isSpace)
    while let last = body.last, isSpace(last) { body.removeLast() }
    text = String(body)
  }

  mutating func limitToTitle() {
    guard text.utf8.count > SafeText.titleLimit,
      let end = text.index(text.startIndex, offsetBy: SafeText.titleLimit, limitedBy: text.endIndex), end < text.endIndex
    else { return }
    text = String(text[..<text.index(before: end)]) + "…"
  }

  mutating func limitToBody() {
    let limit = SafeText.bodyLimit
    guard text.utf8.count > limit else { return }
    if isPrintableASCII {
      let more = text.utf8.count - limit
      text = String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "… \(more) more"
    } else if let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex {
      text = String(text[..<end]) + "… \(text[end...].count) more"
    }
  }
}

/// A copy of a text with some pieces replaced; what is not touched is copied in runs, and a text without a change not at all.
private struct RunCopy {
  private let source: String
  private var copied: String.Index
  private var output = ""

  init(of source: String) {
    self.source = source
    copied = source.startIndex
  }

  /// Replaces a piece that comes after all replaced before.
  mutating func replace(_ range: Range<String.Index>, by replacement: String) {
    output += source[copied..<range.lowerBound]
    output += replacement
    copied = range.upperBound
  }

  consuming func finish() -> String {
    copied == source.startIndex ? source : output + source[copied...]
  }
}
