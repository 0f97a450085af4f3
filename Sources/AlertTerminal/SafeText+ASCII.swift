extension SafeText {
  /// The text for a terminal whose locale is not UTF-8 (`TerminalInfo.isUTF8`): bytes above 0x7F would be drawn as something else.
  ///
  /// Accents are taken off, typographic signs are written as people type them, and any other character is one `?`.
  public var ascii: SafeText {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    let ascii = text.reduce(into: "") { result, character in result += Self.ascii(character) }
    return SafeText(text: ascii, hadControls: hadControls, hadBidi: hadBidi)
  }

  private static func ascii(_ character: Character) -> String {
    guard let first = character.unicodeScalars.first else { return "" }
    if first.isASCII { return String(first) }  // any marks on it are lost
    switch first {
    case "‘", "’", "‚", "′": return "'"
    case "“", "”", "„", "«", "»", "″": return "\""
    case "‐", "‑", "‒", "–", "—", "−": return "-"
    case "…": return "..."
    case "•", "·": return "*"
    case "→": return "->"
    case "←": return "<-"
    case "\u{A0}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{3000}": return " "
    case "␀"..."␟": return "^" + String(UnicodeScalar(UInt8(first.value - 0x2400 + 0x40)))  // as `stty` writes controls
    case "␡": return "^?"
    case "×": return "x"
    case "ß": return "ss"
    case "œ": return "oe"
    case "Œ": return "OE"
    case "\u{200B}", "\u{2060}": return ""
    default: return unaccented(first) ?? "?"
    }
  }

  /// The letters in the Unicode name of a Latin letter: `LATIN SMALL LETTER E WITH ACUTE`, `LATIN CAPITAL LETTER AE`.
  private static func unaccented(_ scalar: Unicode.Scalar) -> String? {
    guard (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value) else { return nil }
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count >= 4, words[0] == "LATIN", words[2] == "LETTER", words[3].utf8.count <= 2 else { return nil }
    guard words.count == 4 || words[4] == "WITH" else { return nil }
    return words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
  }
}
