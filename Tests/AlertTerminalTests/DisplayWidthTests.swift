import Testing

@testable import AlertTerminal

/// Rule 4.1.2 of the terminal design, and cases 23, 31, 34, 35, 58, 59.
@Suite struct DisplayWidthTests {
  @Test(
    "Characters on which terminals agree",
    arguments: [
      ("a", 1), (" ", 1), ("~", 1), ("0", 1), ("#", 1), ("\u{41}\u{301}", 1), ("日", 2), ("あ", 2), ("한", 2), ("Ａ", 2), ("ｶ", 1),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("א", 1), ("क", 1), ("❤", 1), ("⌚", 2), ("\u{200B}", 0), ("\n", 0), ("\r\n", 0),
      ("\t", 0), ("\u{9B}", 0), ("\u{1B}", 0), ("␛", 1), ("𠀀", 2),
    ] as [(Character, Int)])
  func certain(character: Character, cells: Int) {
    #expect(DisplayWidth().measure(character) == .init(cells: cells))
    #expect(DisplayWidth(ambiguous: .two, vs16: .one).measure(character) == .init(cells: cells))
  }

  @Test(
    "Characters on which they do not (cases 31, 35, 59)",
    arguments: [
      ("❤️", 2, 1), ("1️⃣", 2, 1), ("#️⃣", 2, 1), ("☎️", 2, 1), ("⌚︎", 2, 2), ("1⃣", 1, 1), ("👍🏽", 2, 2), ("☝🏽", 2, 2),
      ("👨‍👩‍👧‍👦", 2, 2), ("❤️‍🔥", 2, 2), ("🇩🇪", 2, 2), ("🇩", 2, 2), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2, 2),
      ("कि", 2, 2), ("क्ष", 2, 2), ("กำ", 2, 2), ("ｶ\u{FF9E}", 2, 2), ("🫠", 2, 2), ("\u{378}", 1, 1), ("\u{2FFFD}", 2, 2), ("⌚️", 2, 2),
    ])
  func contentious(text: String, cells: Int, cellsWithNarrowVS16: Int) throws {
    #expect(text.count == 1)
    let character = try #require(text.first)
    #expect(DisplayWidth().measure(character) == .init(cells: cells, isContentious: true))
    #expect(DisplayWidth(vs16: .one).measure(character).cells == cellsWithNarrowVS16)
  }

  @Test("Ambiguous characters follow the policy (case 58)", arguments: ["é", "…", "①", "╭", "я", "Ω", "“", "\u{E0B0}"] as [Character])
  func ambiguous(character: Character) {
    #expect(DisplayWidth().measure(character) == .init(cells: 1, isAmbiguous: true))
    #expect(DisplayWidth(ambiguous: .two).measure(character) == .init(cells: 2, isAmbiguous: true))
    #expect(DisplayWidth().measure(character).isContentious)
  }

  @Test("A text is the sum of its characters (cases 23, 34)")
  func texts() {
    let width = DisplayWidth()
    #expect(width.cells(of: "") == 0)
    #expect(width.cells(of: "hello, world") == 12)
    #expect(width.cells(of: "日本語") == 6)
    #expect(width.cells(of: "a\u{301}b日c") == 5)
    #expect(width.cells(of: "👨‍👩‍👧‍👦 family") == 9)
    #expect(width.cells(of: "🇩🇪🇫🇷🇩") == 6)
    #expect(width.cells(of: "a\tb\nc\r\n") == 3)
    #expect(width.cells(of: "xx日本語".dropFirst(2)) == 6)
  }

  @Test("Fuzz: the fast path agrees with the slow one", arguments: 0..<10 as Range<UInt64>)
  func fuzz(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for width in [DisplayWidth(), DisplayWidth(ambiguous: .two, vs16: .one)] {
      for _ in 0..<100 {
        let text = HostileText.make(upTo: 50, using: &generator)
        let sum = text.reduce(0) { $0 + width.measure($1).cells }
        #expect(width.cells(of: text) == sum, "seed \(seed), \(text.debugDescription)")
        #expect(text.allSatisfy { (0...2).contains(width.measure($0).cells) })
      }
    }
  }

  @Test("The table agrees with what the standard library knows")
  func standardLibrary() {
    let wrong = (0x20...0x3FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter { scalar in
      let entry = DisplayWidth.entry(scalar)
      let properties = scalar.properties
      return switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: entry.cells != 0
      case .spacingMark: entry.cells != 1 || !entry.isUncertain
      case .unassigned: !entry.isUncertain && !properties.isNoncharacterCodePoint
      default: properties.isEmojiPresentation && entry.cells != 2
      }
    }
    #expect(wrong.isEmpty)
    #expect(DisplayWidth.unicodeVersion == "18.0.0")
  }
}
