import Testing

@testable import AlertTerminal

/// Rule 4.1.1 of the terminal design: what text becomes before any terminal sees it.
@Suite struct SafeTextTests {
  @Test(
    "Controls become pictures or text (R13)",
    arguments: [
      ("plain text", "plain text", false),
      ("a\u{1B}[31mred", "a␛[31mred", true),
      ("bell\u{07}", "bell␇", true),
      ("\u{1B}]0;title\u{07}", "␛]0;title␇", true),
      ("rub\u{08}\u{7F}", "rub␈␡", true),
      ("nul\u{00}", "nul␀", true),
      ("csi\u{9B}31m", "csi<9b>31m", true),
      ("tag\u{E0041}", "tag\u{FFFD}", true),
      ("bom\u{FEFF}", "bom\u{FFFD}", true),
      ("note\u{FFF9}", "note\u{FFFD}", true),
      ("vt\u{0B}ff\u{0C}", "vt␋ff␌", true),
    ])
  func controls(raw: String, text: String, flagged: Bool) {
    for safe in [SafeText.title(raw), .label(raw), .body(raw)] {
      #expect(safe.text == text)
      #expect(safe.hadControls == flagged)
      #expect(!safe.hadBidi)
    }
  }

  @Test("Noncharacters are replaced", arguments: [0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0xFDD0, 0xFDEF] as [UInt32])
  func noncharacters(value: UInt32) throws {
    let safe = SafeText.title("a\(try #require(Unicode.Scalar(value)))b")
    #expect(safe.text == "a\u{FFFD}b" && safe.hadControls)
  }

  @Test(
    "Every kind of line end is one line end",
    arguments: ["a\nb", "a\r\nb", "a\rb", "a\u{85}b", "a\u{2028}b", "a\u{2029}b"])
  func lineEnds(raw: String) {
    #expect(SafeText.body(raw).text == "a\nb")
    #expect(SafeText.title(raw).text == "a b")
    #expect(!SafeText.body(raw).hadControls)
  }

  @Test func lineEndsInARowAreKept() {
    #expect(SafeText.body("a\r\n\r\n\rb\n\r").text == "a\n\n\nb\n\n")
  }

  @Test func tabsStayInABodyAndAreSpacesElsewhere() {
    #expect(SafeText.body("a\tb").text == "a\tb")
    #expect(SafeText.title("a\tb").text == "a b")
  }

  @Test(
    "Bidirectional controls are seen in titles and labels, and dropped or seen in bodies",
    arguments: [0x061C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069] as [UInt32])
  func bidi(value: UInt32) throws {
    let raw = "pay \(try #require(Unicode.Scalar(value)))exe"
    let digits = String(value, radix: 16)
    let name = "<" + String(repeating: "0", count: 4 - digits.count) + digits + ">"
    #expect(SafeText.title(raw).text == "pay \(name)exe")
    #expect(SafeText.label(raw).text == "pay \(name)exe")
    #expect(SafeText.body(raw).text == "pay exe")
    #expect(SafeText.body(raw, bidi: .visible).text == "pay \(name)exe")
    #expect(SafeText.body(raw).hadBidi && SafeText.title(raw).hadBidi && !SafeText.title(raw).hadControls)
  }

  @Test func labelsAreTrimmedAndNeverEmpty() {
    #expect(SafeText.label("  Delete\n").text == "Delete")
    for nothing in ["", "  ", "\n\t", "\u{3000}", "\u{200B}", "\u{2060}", "\u{200D}"] {
      #expect(SafeText.label(nothing).text == "(unnamed)")
    }
    #expect(SafeText.title("").isEmpty)
  }

  @Test func regionFlagsStayAndOtherTagsDoNot() {
    let england = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    #expect(SafeText.title("x\(england)y") == SafeText(text: "x\(england)y", hadControls: false, hadBidi: false))
    let unfinished = SafeText.title("\u{1F3F4}\u{E0067}\u{E0062}")
    #expect(unfinished.text == "\u{1F3F4}\u{FFFD}\u{FFFD}" && unfinished.hadControls)
    let smuggled = SafeText.title("\u{1F3F4}" + String(repeating: "\u{E0061}", count: 30) + "\u{E007F}")
    #expect(smuggled.text == "\u{1F3F4}" + String(repeating: "\u{FFFD}", count: 31))
  }

  @Test func joinersAndSelectorsStayInsideCharacters() {
    for text in ["👨‍👩‍👧‍👦", "❤️", "⌚︎", "👩🏻‍❤️‍💋‍👨🏻", "👨🏻‍👩🏻‍👧🏻‍👦🏻", "می‌خواهم", "क्‍ष"] {
      #expect(SafeText.title(text).text == text)
    }
    #expect(SafeText.title("\u{200D}a\u{200B}\u{FE0F}b").text == "a\u{200B}b")
  }

  @Test func marksWithoutABaseGetOne() {
    #expect(SafeText.body("\u{301}a\n\u{302}").text == "\u{25CC}\u{301}a\n\u{25CC}\u{302}")
    #expect(SafeText.body("\t\u{1F3FD}\u{200B}\u{E33}").text == "\t\u{25CC}\u{1F3FD}\u{200B}\u{25CC}\u{E33}")
    #expect(SafeText.body("a\n\u{FE0F}\u{301}").text == "a\n\u{25CC}\u{301}")
    #expect(SafeText.title(" \u{301}a").text == " \u{301}a")
  }

  @Test func towersOfMarksAreCut() {
    let tower = "a" + String(repeating: "\u{301}", count: 1000) + "b"
    #expect(SafeText.title(tower).text.unicodeScalars.count == 9)
    #expect(SafeText.title(tower).text.count == 2)
    // A chain of conjuncts cut after a virama would take in what follows.
    let chain = String(repeating: "\u{915}\u{94D}", count: 50) + "\u{915}"
    #expect(SafeText.title(chain + chain).text.allSatisfy { $0.unicodeScalars.count <= 9 })
    let signs = String(repeating: "\u{600}", count: 7)
    for text in [signs + "🇩🇪🇫🇷🇯🇵", signs + "\u{1161}\u{1161}\u{11A8}\u{1161}", String(repeating: "\u{1100}", count: 20) + "가"] {
      let cut = SafeText.title(text).text
      #expect(SafeText.title(cut).text.unicodeScalars.elementsEqual(cut.unicodeScalars))
    }
  }

  @Test func invalidUTF8IsRepaired() {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xC3, 0x28, 0xED, 0xA0, 0x80]
    #expect(SafeText.body(utf8: bytes).text.hasPrefix("a\u{FFFD}b\u{FFFD}(\u{FFFD}"))
    #expect(SafeText.title(utf8: [0x9B, 0x41]).text == "\u{FFFD}A")
    #expect(SafeText.label(utf8: []).text == "(unnamed)")
  }

  @Test func titlesHaveAtMost256Characters() {
    #expect(SafeText.title(String(repeating: "x", count: 256)).text.count == 256)
    for unit in ["x", "日", "👨‍👩‍👧‍👦"] {
      let title = SafeText.title(String(repeating: unit, count: 300)).text
      #expect(title.count == SafeText.titleLimit && title.hasSuffix("\(unit)…"))
    }
  }

  @Test func bodiesHaveAtMost65536CharactersAndSayHowManyMore() {
    #expect(SafeText.body(String(repeating: "x", count: 65_536)).text.count == 65_536)
    for unit in ["x", "é", "👨‍👩‍👧‍👦"] {
      let body = SafeText.body(String(repeating: unit, count: 65_536 + 17)).text
      #expect(body.hasSuffix("\(unit)… 17 more") && body.count == 65_536 + 9)
    }
  }

  @Test(
    "Where the locale is not UTF-8 everything becomes ASCII",
    arguments: [
      ("plain", "plain"), ("déjà vu", "deja vu"), ("Größe Ærø Łódź", "Grosse AEro Lodz"), ("Việt Nam", "Viet Nam"), ("e\u{301}", "e"),
      ("‘a’ “b” – c…", "'a' \"b\" - c..."), ("日本 👍🏽", "?? ?"), ("a\u{1B}[0m\u{7F}", "a^[[0m^?"), ("a\u{A0}b\u{200B}c\nd", "a bc\nd"),
    ])
  func ascii(text: String, ascii: String) {
    #expect(SafeText.body(text).ascii.text == ascii)
  }

  @Test("Fuzz: nothing that steers gets through, and sanitizing again changes nothing", arguments: 0..<20 as Range<UInt64>)
  func fuzz(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let raw = HostileText.make(upTo: 60, using: &generator)
      for bidi in [SafeText.BidiControls.dropped, .visible] {
        let body = SafeText.body(raw, bidi: bidi)
        expectHarmless(body, allowing: ["\n", "\t"], seed: seed, raw: raw)
        #expect(SafeText.body(body.text, bidi: bidi).text == body.text, "seed \(seed), \(raw.debugDescription)")
      }
      for line in [SafeText.title(raw), .label(raw)] {
        expectHarmless(line, allowing: [], seed: seed, raw: raw)
        #expect(SafeText.title(line.text).text == line.text, "seed \(seed), \(raw.debugDescription)")
      }
    }
  }

  private func expectHarmless(_ safe: SafeText, allowing: Set<Unicode.Scalar>, seed: UInt64, raw: String) {
    let bad = safe.text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x00...0x1F, 0x7F...0x9F: !allowing.contains(scalar)
      case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
      case let value: value & 0xFFFE == 0xFFFE
      }
    }
    #expect(bad.isEmpty, "seed \(seed), \(raw.debugDescription)")
    let longest = safe.text.map(\.unicodeScalars.count).max() ?? 0
    #expect(longest <= TextSanitizer.emojiLimit + 1, "seed \(seed), \(raw.debugDescription)")
  }
}
