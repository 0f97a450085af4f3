import AlertTerminal
import Testing

struct KeyDecoderTests {
  static let sequences: [(bytes: String, events: [KeyEvent])] = [
    ("a", [.key(.text("a"))]), ("é", [.key(.text("é"))]), ("日", [.key(.text("日"))]), ("😀", [.key(.text("😀"))]),
    ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]), ("\u{7F}", [.key(.backspace)]), ("\u{8}", [.key(.backspace)]),
    ("\u{3}", [.key(.text("c"), .control)]), ("\u{1C}", [.key(.text("\\"), .control)]), ("\u{1A}", [.key(.text("z"), .control)]),
    ("\u{1B}[A", [.key(.up)]), ("\u{1B}[B", [.key(.down)]), ("\u{1B}[C", [.key(.right)]), ("\u{1B}[D", [.key(.left)]),
    ("\u{1B}OA", [.key(.up)]), ("\u{1B}OM", [.key(.enter)]), ("\u{1B}Oq", [.key(.text("1"))]), ("\u{1B}OP", [.key(.function(1))]),
    ("\u{1B}[H", [.key(.home)]), ("\u{1B}[F", [.key(.end)]), ("\u{1B}[1~", [.key(.home)]), ("\u{1B}[4~", [.key(.end)]),
    ("\u{1B}[3~", [.key(.delete)]), ("\u{1B}[5~", [.key(.pageUp)]), ("\u{1B}[6~", [.key(.pageDown)]), ("\u{1B}[15~", [.key(.function(5))]),
    ("\u{1B}[Z", [.key(.tab, .shift)]), ("\u{1B}[1;5C", [.key(.right, .control)]), ("\u{1B}[1;2A", [.key(.up, .shift)]),
    ("\u{1B}[1;5:3C", []), ("\u{1B}[97u", [.key(.text("a"))]), ("\u{1B}[97;5u", [.key(.text("a"), .control)]),
    ("\u{1B}[13u", [.key(.enter)]),
    ("\u{1B}[27u", [.key(.escape)]), ("\u{1B}[97;1:3u", []), ("\u{1B}[9;2u", [.key(.tab, .shift)]),
    ("\u{1B}[27;5;99~", [.key(.text("c"), .control)]),
    ("\u{1B}x", [.key(.text("x"), .alt)]), ("\u{1B}\u{1B}[A", [.key(.up, .alt)]),
    ("\u{1B}[<0;12;7M", [.mouse(.init(.press, column: 12, row: 7))]), ("\u{1B}[<0;12;7m", [.mouse(.init(.release, column: 12, row: 7))]),
    ("\u{1B}[<64;1;1M", [.mouse(.init(.scrollUp, column: 1, row: 1))]),
    ("\u{1B}[<65;1;1M", [.mouse(.init(.scrollDown, column: 1, row: 1))]),
    ("\u{1B}[M !!", []), ("\u{1B}[I", []), ("\u{1B}[O", []),
    ("\u{1B}[200~paste\r\u{3}\u{1B}[A\u{1B}[201~", [.paste("paste\r\u{3}\u{1B}[A")]),
    // Answers nobody asked for: cursor, modes, device, colours, version.
    ("\u{1B}[24;1R", []), ("\u{1B}[?2026;2$y", []), ("\u{1B}[?62;22c", []), ("\u{1B}[>1;10;0c", []), ("\u{1B}[?0u", []),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", []), ("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", []), ("\u{1B}P>|tmux 3.3a\u{1B}\\", []),
    ("\u{1B}_Gi=1;OK\u{1B}\\", []), ("\u{1B}[" + String(repeating: "1;", count: 500) + "A", []),
  ]

  private func decode(_ bytes: [UInt8], split: Int, gap: Duration) -> [KeyEvent] {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    var events = decoder.feed(bytes[..<split], at: start)
    events += decoder.feed(bytes[split...], at: start + gap)
    return events + decoder.expire(at: start + .seconds(10))
  }

  @Test("Every sequence, split at every byte, without a gap (case 52: and with 40 ms)", arguments: sequences) func splitting(
    bytes: String, events: [KeyEvent]
  ) {
    let bytes = Array(bytes.utf8)
    for split in 0...bytes.count {
      for gap in [Duration.zero, .milliseconds(40)] {
        #expect(decode(bytes, split: split, gap: gap) == events, "split at \(split)")
      }
    }
  }

  @Test("A gap of 60 ms ends a lone ESC, but not what has begun as a sequence", arguments: sequences) func gaps(
    bytes: String, events: [KeyEvent]
  ) {
    let bytes = Array(bytes.utf8)
    for split in 1..<max(2, bytes.count) where split < bytes.count {
      let decoded = decode(bytes, split: split, gap: .milliseconds(60))
      if bytes[0] == 0x1B, split == 1 || (split == 2 && bytes[1] == 0x1B) {
        #expect(decoded.first == .key(.escape))
      } else {
        #expect(decoded == events, "split at \(split)")
      }
    }
  }

  @Test("A lone ESC is Escape after its timeout, not before; ESC ESC is one") func loneEscape() {
    for (text, timeout) in [("\u{1B}", 50), ("\u{1B}\u{1B}", 50), ("\u{1B}", 100)] {
      var decoder = KeyDecoder(escapeTimeout: .milliseconds(timeout))
      let start = ContinuousClock.now
      #expect(decoder.feed(Array(text.utf8), at: start) == [])
      #expect(decoder.deadline == start + .milliseconds(timeout))
      #expect(decoder.expire(at: start + .milliseconds(timeout - 1)) == [])
      #expect(decoder.expire(at: start + .milliseconds(2 * timeout)) == [.key(.escape)])
      #expect(decoder.deadline == nil)
    }
  }

  @Test("To look whether a time is over does not put it off") func lookingAgain() {
    for (text, events) in [("\u{1B}", [KeyEvent.key(.escape)]), ("\u{1B}[200~a", [.paste("a")]), ("\u{1B}[", [])] {
      var decoder = KeyDecoder()
      let start = ContinuousClock.now
      #expect(decoder.feed(Array(text.utf8), at: start) == [])
      let limit = decoder.deadline ?? start
      for milliseconds in stride(from: 10, to: 50, by: 10) { #expect(decoder.expire(at: start + .milliseconds(milliseconds)) == []) }
      #expect(decoder.deadline == limit && limit > start)
      #expect(decoder.expire(at: limit) == events)
    }
  }

  @Test("^C, ^\\ and ^Z come out of a sequence that has no end; what else is typed does not: it may be the rest of an answer")
  func interruptions() {
    for beginning in ["\u{1B}]11;rgb:", "\u{1B}P>|", "\u{1B}_G", "\u{1B}[1;", "\u{1B}O", "\u{1B}[<0;1"] {
      for (byte, scalar) in [(UInt8(0x03), Unicode.Scalar("c")), (0x1C, "\\"), (0x1A, "z")] {
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array(beginning.utf8) + [byte, 0x79], at: .now) == [.key(.text(scalar), .control), .key(.text("y"))])
      }
    }
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}]11;rgb:00\r00/0000/0000\u{1B}\\y".utf8), at: .now) == [.key(.text("y"))])
  }

  @Test("^C pressed again and again gets out of a paste that has no end") func pasteAndInterruptions() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    #expect(decoder.feed(Array("\u{1B}[200~abc".utf8), at: start) == [])
    #expect(decoder.feed([3], at: start + .milliseconds(400)) == [])
    #expect(decoder.feed([3], at: start + .milliseconds(800)) == [])
    #expect(decoder.feed([3], at: start + .milliseconds(1200)) == [.paste("abc\u{3}\u{3}"), .key(.text("c"), .control)])
  }

  @Test("Bad UTF-8 is ignored and what follows is not lost") func badUTF8() {
    var decoder = KeyDecoder()
    let bytes: [UInt8] = [0x80, 0xFF, 0xC3, 0x61, 0xE2, 0x82, 0x62, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0xC2, 0x9B, 0x63]
    #expect(decoder.feed(bytes, at: .now) == [.key(.text("a")), .key(.text("b")), .key(.text("c"))])
  }

  @Test("A paste whose end never comes ends after a second of silence; a huge one is cut at 64 KiB") func endlessPaste() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    #expect(decoder.feed(Array("\u{1B}[200~abc".utf8), at: start) == [])
    #expect(decoder.feed([3], at: start + .seconds(2)) == [.paste("abc"), .key(.text("c"), .control)])
    var events = decoder.feed(Array("\u{1B}[200~".utf8), at: start)
    for _ in 0..<100 { events += decoder.feed(Array(repeating: UInt8(ascii: "x"), count: 10_000), at: start) }
    events += decoder.feed(Array("\u{1B}[201~y".utf8), at: start)
    #expect(events == [.paste(String(repeating: "x", count: 65_536)), .key(.text("y"))])
  }

  @Test("A megabyte of anything neither traps nor grows") func randomInput() {
    var state: UInt64 = 42
    var decoder = KeyDecoder()
    var count = 0
    for _ in 0..<1_000 {
      let bytes = (0..<1_000).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let byte = UInt8(truncatingIfNeeded: state >> 33)
        return byte < 40 ? 0x1B : byte < 70 ? UInt8(ascii: "[") : byte
      }
      count += decoder.feed(bytes, at: .now).count
    }
    #expect(count > 0 && count <= 1_000_000)
  }
}
