internal import AlertTerminal

/// One line of text being typed: a value and a cursor.
struct FieldEditor: Equatable {
  private(set) var characters: [Character]
  private(set) var cursor: Int

  /// More characters than anyone types; a paste beyond it is cut.
  static let limit = 4096
  /// Most scalars of a character: more than any script or emoji has. Marks without end would make one of any size.
  static let characterLimit = 32

  init(_ value: String = "") {
    characters = Self.typable(value)
    cursor = characters.count
  }

  var value: String { String(characters) }

  mutating func insert(_ text: String) {
    // A combining mark joins the character before it, so that one is composed anew.
    let start = max(0, cursor - 1)
    let room = Self.limit - (characters.count - (cursor - start))
    let composed = Self.typable(String(characters[start..<cursor]) + text).prefix(room)
    characters.replaceSubrange(start..<cursor, with: composed)
    cursor = start + composed.count
  }

  /// Whether the key is an editing key; if so it has been done.
  mutating func handle(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers) -> Bool {
    switch (key, modifiers.contains(.control)) {
    case (.left, _): cursor = max(0, cursor - 1)
    case (.right, _): cursor = min(characters.count, cursor + 1)
    case (.home, _), (.text("a"), true): cursor = 0
    case (.end, _), (.text("e"), true): cursor = characters.count
    case (.backspace, _), (.text("h"), true): if cursor > 0 { remove((cursor - 1)..<cursor) }
    case (.delete, _), (.text("d"), true): if cursor < characters.count { remove(cursor..<(cursor + 1)) }
    case (.text("u"), true): remove(0..<cursor)
    case (.text("k"), true): remove(cursor..<characters.count)
    case (.text("w"), true):
      var start = cursor
      while start > 0, characters[start - 1] == " " { start -= 1 }
      while start > 0, characters[start - 1] != " " { start -= 1 }
      remove(start..<cursor)
    case (.text(let scalar), false) where !modifiers.contains(.alt): insert(String(scalar))
    default: return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  /// Text without what cannot be typed: line ends become spaces, controls and invisible formatting go.
  private static func typable(_ text: String) -> [Character] {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control: if ["\n", "\t", "\r"].contains(scalar) { kept.append(" ") }
      case .lineSeparator, .paragraphSeparator: kept.append(" ")
      case .format: if scalar == "\u{200C}" || scalar == "\u{200D}" { kept.append(scalar) }
      case .unassigned, .surrogate, .privateUse: if scalar.value < 0xE0000 { kept.append(scalar) }
      default: kept.append(scalar)
      }
    }
    return String(kept).prefix(limit).map { character in
      character.unicodeScalars.dropFirst(characterLimit).isEmpty
        ? character : Character(String(String.UnicodeScalarView(character.unicodeScalars.prefix(characterLimit))))
    }
  }
}
