import Testing

@testable import AlertTerminal

/// Rule 4.1.3 of the terminal design, and cases 17, 23.
@Suite struct TextWrappingTests {
  private func wrap(_ text: String, _ columns: Int) -> [String] {
    TextWrapping().lines(of: .body(text), columns: columns).map(\.text)
  }

  @Test(
    "Lines end where a reader expects it",
    arguments: [
      ("", 5, [""]),
      ("hello", 5, ["hello"]),
      ("hello world", 5, ["hello", "world"]),
      ("hello world", 8, ["hello", "world"]),
      ("hello world", 11, ["hello world"]),
      ("hello world", 10, ["hello", "world"]),
      ("a  b", 9, ["a  b"]),
      ("hello   world", 6, ["hello", "world"]),
      ("hello     ", 5, ["hello"]),
      ("hello  \nx", 5, ["hello", "x"]),
      ("a\n\nb\n", 5, ["a", "", "b", ""]),
      ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
      ("to abcdefghij", 4, ["to", "abcd", "efgh", "ij"]),
      ("well-known fact", 6, ["well-", "known", "fact"]),
      ("use --force now", 8, ["use", "--force", "now"]),
      ("at 2026-11-30", 10, ["at", "2026-11-30"]),
      ("usr/local/bin", 9, ["usr/", "local/bin"]),
      ("see /usr/local/bin", 10, ["see /usr/", "local/bin"]),
      ("  indented text here", 12, ["  indented", "text here"]),
      ("        wide indent", 4, ["wide", "inde", "nt"]),
      ("    word", 4, ["word"]),
      ("end, then", 4, ["end,", "then"]),
      ("non\u{A0}breaking space", 8, ["non\u{A0}brea", "king", "space"]),
      ("zero\u{200B}width", 6, ["zero\u{200B}", "width"]),
    ])
  func lines(text: String, columns: Int, lines: [String]) {
    #expect(wrap(text, columns) == lines)
  }

  @Test(
    "East Asian text breaks between characters, but not before a stop or after an opening bracket (case 23)",
    arguments: [
      ("日本語文字", 4, ["日本", "語文", "字"]),
      ("日本語文字", 5, ["日本", "語文", "字"]),
      ("日本、語", 4, ["日", "本、", "語"]),
      ("日「本」語", 4, ["日", "「本", "」語"]),
      ("日「本」語", 6, ["日", "「本」", "語"]),
      ("カット", 4, ["カッ", "ト"]),
      ("日カット", 4, ["日", "カッ", "ト"]),
      ("abc日本", 4, ["abc", "日本"]),
      ("日本abc", 4, ["日本", "abc"]),
      ("안녕 세계", 6, ["안녕", "세계"]),
    ])
  func eastAsian(text: String, columns: Int, lines: [String]) {
    #expect(wrap(text, columns) == lines)
  }

  @Test func tabsLeadToTheNextMultipleOfFour() {
    #expect(wrap("a\tb", 20) == ["a   b"])
    #expect(wrap("\ta", 20) == ["    a"])
    #expect(wrap("abcd\te", 20) == ["abcd    e"])
    #expect(wrap("日\tx", 20) == ["日  x"])
    #expect(wrap("abc def\tg", 8) == ["abc def", "g"])
    #expect(TextWrapping(tabStop: 8).lines(of: .body("a\tb"), columns: 20).map(\.text) == ["a       b"])
    #expect(wrap("one\ttwo\nthree", .max) == ["one two", "three"])
  }

  @Test func charactersAreNeverSplit() {
    #expect(wrap("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3) == ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"])
    #expect(wrap("e\u{301}e\u{301}e\u{301}", 2) == ["e\u{301}e\u{301}", "e\u{301}"])
    #expect(wrap("🇩🇪🇫🇷🇯🇵", 4) == ["🇩🇪🇫🇷", "🇯🇵"])
  }

  @Test func widthsZeroAndOneEnd() {
    #expect(wrap("日a本", 1) == ["?", "a", "?"])
    #expect(wrap("a b", 1) == ["a", "b"])
    #expect(wrap("a\tb", 1) == ["a", "b"])
    #expect(wrap("abc", 0).isEmpty)
    #expect(wrap("abc", -5).isEmpty)
    #expect(wrap("abc", .min).isEmpty)
  }

  @Test("A 300-character title and labels of 60 fit 40 columns (case 17)")
  func longTexts() {
    let title = SafeText.title(String(repeating: "attention ", count: 30))
    let lines = TextWrapping().lines(of: title, columns: 40)
    #expect(lines.allSatisfy { $0.text.count <= 40 })
    #expect(TextWrapping().truncate(.label(String(repeating: "y", count: 60)), columns: 36).text.count == 36)
  }

  @Test func linesRememberWhatTheTextHad() {
    let lines = TextWrapping().lines(of: .body("bad\u{1B}\u{202E} text"), columns: 5)
    #expect(lines.count == 2 && lines.allSatisfy { $0.hadControls && $0.hadBidi })
  }

  @Test(
    "What does not fit gives way to an ellipsis",
    arguments: [
      ("hello", 5, "hello"), ("hello!", 5, "hell…"), ("hello", 1, "…"), ("h", 1, "h"), ("", 1, ""), ("hello", 0, ""), ("hello", -1, ""),
      ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"), ("日本語", 1, "…"), ("日", 1, "…"),
      ("👨‍👩‍👧‍👦ab", 3, "👨‍👩‍👧‍👦…"), ("a\tb\nc", 9, "a b c"), ("a\tb\nc", 4, "a b…"), ("e\u{301}tude", 3, "e\u{301}t…"),
    ])
  func truncation(text: String, columns: Int, result: String) {
    #expect(TextWrapping().truncate(.body(text), columns: columns).text == result)
  }

  @Test func truncationCountsAWideEllipsis() {
    let wide = TextWrapping(width: DisplayWidth(ambiguous: .two))
    #expect(wide.truncate(.title("hello!"), columns: 5).text == "hel…")
    #expect(wide.truncate(.title("hello!"), columns: 1).text == ".")
  }

  @Test("Fuzz: nothing is lost, nothing is wider than its box, and it ends", arguments: 0..<20 as Range<UInt64>)
  func fuzz(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let widths = [DisplayWidth(), DisplayWidth(ambiguous: .two, vs16: .one)]
    for round in 0..<120 {
      let text = SafeText.body(HostileText.make(upTo: 80, using: &generator))
      let wrapping = TextWrapping(width: widths[round % 2], tabStop: Int.random(in: 1...8, using: &generator))
      let columns = Int.random(in: 1...24, using: &generator)
      var note: Comment { "seed \(seed), \(columns) columns, \(text.text.debugDescription)" }

      let lines = wrapping.lines(of: text, columns: columns).map(\.text)
      #expect(lines.allSatisfy { wrapping.width.cells(of: $0) <= columns }, note)
      #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("\t") }, note)
      let seen = lines.flatMap { Array($0) }.filter { !isSpace($0) }
      let expected = Array(text.text).filter { !isSpace($0) }.map { wrapping.width.measure($0).cells > columns ? "?" : $0 }
      if text.text.contains("\t") {  // as spaces they may join a character before them that waits for one
        let (seen, expected) = (String(seen).unicodeScalars, String(expected).unicodeScalars)
        #expect(seen.filter { $0 != " " }.elementsEqual(expected.filter { $0 != " " }), note)
      } else {
        #expect(seen == expected, note)
      }
      #expect(wrapping.lines(of: text, columns: .max).count == text.text.utf8.filter { $0 == 0x0A }.count + 1, note)

      let cut = wrapping.truncate(text, columns: columns).text
      let line = String(text.text.map { $0 == "\n" || $0 == "\t" ? " " : $0 })
      #expect(wrapping.width.cells(of: cut) <= columns, note)
      if wrapping.width.cells(of: line) <= columns {
        #expect(cut == line, note)
      } else {
        #expect(cut.unicodeScalars.last == (columns == 1 && wrapping.width.ambiguous == .two ? "." : "…"), note)
        #expect(line.unicodeScalars.starts(with: cut.unicodeScalars.dropLast()), note)
      }
    }
  }

  private func isSpace(_ character: Character) -> Bool {
    let spaces: Set<Character> = [" ", "\t", "\n", "\u{1680}", "\u{205F}", "\u{3000}"]
    let isWide = (0x2000...0x200A).contains(character.unicodeScalars.first!.value) && character != "\u{2007}"
    return character.unicodeScalars.count == 1 && (spaces.contains(character) || isWide)
  }
}
