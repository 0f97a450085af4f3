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

  var result: SafeText { SafeText(text: text, hadControls: hadControls, hadBidi: hadBidi) }

  init(_ raw: String, lines: Lines, bidi: SafeText.BidiControls) {
    self.lines = lines
    self.bidi = bidi
    isPrintableASCII = raw.utf8.allSatisfy { (0x20...0x7E).contains($0) || (lines == .many && ($0 == 0x0A || $0 == 0x09)) }
    text = raw
    guard !isPrintableASCII else { return }
    text = replacingScalars(of: raw)
    text = tamingCharacters(of: text)
  }

  // MARK: Scalars

  private mutating func replacingScalars(of raw: String) -> String {
    let lineEnd: Unicode.Scalar = lines == .many ? "\n" : " "
    var output = String.UnicodeScalarView()
    let scalars = raw.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      switch scalar.value {
      case 0x20...0x7E: output.append(scalar)
      case 0x0D:  // a lone CR is a line end too: it must not overwrite what stands there
        if index < scalars.endIndex, scalars[index] == "\n" { index = scalars.index(after: index) }
        output.append(lineEnd)
      case 0x0A, 0x85, 0x2028, 0x2029: output.append(lineEnd)
      case 0x09: output.append(lines == .many ? scalar : " ")
      case 0x00...0x1F:
        hadControls = true
        output.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F:
        hadControls = true
        output.append("\u{2421}")
      case 0x80...0x9F:
        hadControls = true
        output.append(contentsOf: Self.spelledOut(scalar))
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        hadBidi = true
        if bidi == .visible { output.append(contentsOf: Self.spelledOut(scalar)) }
      case 0x1F3F4:
        output.append(scalar)
        if let end = Self.endOfFlag(in: scalars, from: index) {
          output.append(contentsOf: scalars[index..<end])
          index = end
        }
      case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xFDD0...0xFDEF:
        hadControls = true
        output.append("\u{FFFD}")
      case let value where value & 0xFFFE == 0xFFFE:  // the last two of every plane are no characters
        hadControls = true
        output.append("\u{FFFD}")
      default: output.append(scalar)
      }
    }
    return String(output)
  }

  /// `<9b>`: as text, since C1 controls have no pictures and must not be dropped silently.
  private static func spelledOut(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let digits = String(scalar.value, radix: 16)
    return "<\(scalar.value < 0x100 ? "" : String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>".unicodeScalars
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

  private func tamingCharacters(of text: String) -> String {
    var output = String.UnicodeScalarView()
    for character in text {
      let scalars = character.unicodeScalars
      guard let first = scalars.first else { continue }
      if first.value < 0x300, scalars.index(after: scalars.startIndex) == scalars.endIndex {
        output.append(first)
      } else {
        Self.append(scalars, to: &output)
      }
    }
    return String(output)
  }

  private static func append(_ scalars: Character.UnicodeScalarView, to output: inout String.UnicodeScalarView) {
    let body = scalars.drop(while: isJoinerOrSelector)  // alone they would act on a neighbour
    guard let base = body.first else { return }
    var limit = DisplayWidth.entry(base).cells == 2 && base.properties.isEmoji ? emojiLimit : characterLimit
    if isBaseless(base, after: output.last) {  // it would be drawn over whatever stands before it, a border for example
      output.append("\u{25CC}")
      limit = characterLimit - 1
    }
    let kept = body.prefix(limit)
    output.append(contentsOf: kept)
    if kept.endIndex != body.endIndex, joinsWhatFollows(String(String.UnicodeScalarView(kept))) { output.append("\u{FFFD}") }
  }

  /// Whether a cut piece, ending in a joiner or a virama say, would swallow the next character, and so on without limit.
  private static func joinsWhatFollows(_ piece: String) -> Bool {
    ["a", "\u{0915}", "\u{1100}", "\u{1F600}"].contains { (piece + $0).count == piece.count }
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
