import AlertSDK
import AlertTerminal
import Testing

@testable import RendererANSI

struct AlertLayoutTests {
  /// Each frame as it must look, then its place and the cursor's.
  static let frames: [(name: String, result: AlertLayout.Result, golden: String)] = [
    (
      "A question at 80x24", Samples.layOut(Samples.question(), 80, 24, secondsLeft: 12),
      """
      ╭─ ! Warning ──────────────────╮
      │ Delete 3 files?              │
      │ They cannot be brought back. │
      │                              │
      │     [D]elete    > K[e]ep <   │
      │ Tab move  Enter choose       │
      ╰─────────────────────── 12 s ─╯
      at 8,24 cursor 4,20
      """
    ),
    (
      "Text of the world at 80x24", Samples.layOut(Samples.world, 80, 24),
      """
      ╭─ ✓ Success ───────── ×3 ─╮
      │ 日本語テスト             │
      │ 한국어 éà                │
      │ 👨‍👩‍👧‍👦 family ❤️ heart       │
      │ 👍🏽 skin 🇩🇪 flag 1️⃣ key   │
      │ नमस्ते क्षि                  │
      │ שלום עולם                │
      │ 🫨 🫩 new                │
      │ ① … Ω ambiguous          │
      │ zw                       │
      │                          │
      │   [D]elete    > K[e]ep < │
      │ Tab move  Enter choose   │
      ╰─ 2 more waiting ─────────╯
      at 5,26 cursor 11,18
      """
    ),
    (
      "A form with progress at 80x24", Samples.layOut(Samples.form, 80, 24),
      """
      ╭─ i Info ─────────────────────────╮
      │ Sign in                          │
      │ To the build server.             │
      │                                  │
      │>Name     anna                    │
      │ Password ******                  │
      │ ━━━━━━━━━━━────────────────  42% │
      │                                  │
      │     [S]ign in      [C]ancel      │
      │ Tab move  Enter next  Esc cancel │
      ╰──────────────────────────────────╯
      at 6,22 cursor 4,15
      """
    ),
    (
      "Long text and labels at 40x12 (case 17)", Samples.layOut(Samples.long, 40, 12, scroll: 5),
      """
      ╭─ ! Warning ────────────────────────╮
      │ A title that goes on A title that  │
      │ goes on A title that goes on A…    │
      │ Line 6 of the message              │
      │ Line 7 of the message              │
      │ Line 8 of the message              │
      │ Line 9 of the message              │
      │ Line 10 of the message             │
      │   long long long long long long…   │
      │ > label label label label label… < │
      │ Tab move  PgUp/PgDn        6-10/60 │
      ╰────────────────────────────────────╯
      at 0,1 cursor 9,4
      """
    ),
    (
      "Thirty choices at 40x12 scroll as a list", Samples.layOut(Samples.many, 40, 12),
      """
      ╭─ ! Warning ──────────────────╮
      │ Delete 3 files?              │
      │ They cannot be brought back. │
      │      Choice number 24        │
      │      Choice number 25        │
      │      Choice number 26        │
      │      Choice number 27        │
      │      Choice number 28        │
      │      Choice number 29        │
      │    > Choice number 30  <     │
      │ Tab move  Enter choose 30/30 │
      ╰──────────────────────────────╯
      at 0,4 cursor 9,7
      """
    ),
    (
      "A question at 20x6", Samples.layOut(Samples.question(), 20, 6, secondsLeft: 65),
      """
      ╭─ ! Warning ────╮
      │ Delete 3…      │
      │ They cannot be │
      │  > K[e]ep   <  │
      │      1-1/2 2/2 │
      ╰───────── 65 s ─╯
      at 0,1 cursor 3,5
      """
    ),
    (
      "Text of the world at 20x6", Samples.layOut(Samples.world, 20, 6),
      """
      ╭─ ✓ Success ────╮
      │ 日本語テスト   │
      │ 한국어 éà      │
      │  > K[e]ep   <  │
      │     1-1/11 2/2 │
      ╰────────────────╯
      at 0,1 cursor 3,5
      """
    ),
    (
      "A form at 20x6", Samples.layOut(Samples.form, 20, 6),
      """
      ╭─ i Info ───────╮
      │ Sign in        │
      │>Name    anna   │
      │   [S]ign in    │
      │      1-1/3 1/2 │
      ╰────────────────╯
      at 0,1 cursor 2,14
      """
    ),
    (
      "A question at 16x5, its title scrolls with the body", Samples.layOut(Samples.question(), 16, 5, scroll: 1),
      """
      ╭─ ! Warning ──╮
      │ files?       │
      │ > K[e]ep   < │
      │    2-2/5 2/2 │
      ╰──────────────╯
      at 0,0 cursor 2,4
      """
    ),
    (
      "A form at 16x5", Samples.layOut(Samples.form, 16, 5),
      """
      ╭─ i Info ─────╮
      │>Name   anna  │
      │   Sign in    │
      │ Tab move 1/2 │
      ╰──────────────╯
      at 0,0 cursor 1,13
      """
    ),
    (
      "A question at 10x3", Samples.layOut(Samples.question(), 10, 3),
      """
      Delete 3
      files?
      >K[e]ep<
      at 0,0 cursor 2,1
      """
    ),
    (
      "A form at 10x3", Samples.layOut(Samples.form, 10, 3),
      """
      Sign in
      To the
      Name anna
      at 0,0 cursor 2,9
      """
    ),
    (
      "A question at 30x1", Samples.layOut(Samples.question(), 30, 1),
      """
      Delete 3 f…  [D]elete >K[e]ep<
      at 0,0 cursor 0,23
      """
    ),
    (
      "A question at 8x1", Samples.layOut(Samples.question(), 8, 1),
      """
      >K[e]ep<
      at 0,0 cursor 0,1
      """
    ),
    (
      "The plain theme", Samples.layOut(Samples.form, 44, 14, theme: .plain),
      """
      +- i Info -------------------------+
      | Sign in                          |
      | To the build server.             |
      |                                  |
      |>Name     anna                    |
      | Password ******                  |
      | ###########----------------  42% |
      |                                  |
      |     [S]ign in      [C]ancel      |
      | Tab move  Enter next  Esc cancel |
      +----------------------------------+
      at 1,4 cursor 4,15
      """
    ),
    (
      "A notice in high contrast", Samples.layOut(Samples.question(actions: []), 44, 24, theme: .highContrast),
      """
      ┏━ ! Warning ━━━━━━━━━━━━━━━━━━┓
      ┃ Delete 3 files?              ┃
      ┃ They cannot be brought back. ┃
      ┃                              ┃
      ┃           > [O]K <           ┃
      ┃ Enter close                  ┃
      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
      at 8,6 cursor 4,14
      """
    ),
    (
      "No UTF-8: ASCII borders and question marks",
      Samples.layOut(Samples.worldInASCII, 44, 24, theme: .plain, ink: Ink(isASCIIOnly: true)),
      """
      +- + Success --------- x3 -+
      | ??????                   |
      | ??? ea                   |
      | ? family ? heart         |
      | ? skin ? flag 1 key      |
      | ??? ?                    |
      | ???? ????                |
      | ? ? new                  |
      | ? ... ? ambiguous        |
      | zw                       |
      |                          |
      |   [D]elete    > K[e]ep < |
      | Tab move  Enter choose   |
      +- 2 more waiting ---------+
      at 5,8 cursor 11,18
      """
    ),
  ]

  @Test("Golden frames", arguments: frames.indices) func goldenFrame(index: Int) {
    let frame = Self.frames[index]
    #expect(Samples.golden(frame.result) == frame.golden, "\(frame.name)")
  }

  @Test("0x0 and unknown sizes are plain lines, no box") func linesForm() {
    #expect(AlertLayout.form(for: .standard, isAssumed: true) == .lines)
    #expect(AlertLayout.form(for: TerminalInfo.Size(columns: 7, rows: 24)) == .lines)
    #expect(AlertLayout.form(for: TerminalInfo.Size(columns: 8, rows: 1)) == .compact)
    #expect(AlertLayout.form(for: TerminalInfo.Size(columns: 15, rows: 24)) == .compact)
    #expect(AlertLayout.form(for: TerminalInfo.Size(columns: 80, rows: 4)) == .compact)
    #expect(AlertLayout.form(for: TerminalInfo.Size(columns: 16, rows: 5)) == .box)
    #expect(
      AlertLayout().lines(of: AlertDialog(Samples.question())) == [
        "[WARNING] Delete 3 files?", "They cannot be brought back.", "1 Delete", "2 Keep", "> Keep",
      ])
  }

  @Test("Every size fits, has its buttons, and the cursor is inside") func everySizeFits() {
    let empty = Samples.question(title: "", message: "", actions: [])
    for content in [Samples.question(), Samples.world, Samples.form, Samples.long, Samples.many, empty] {
      for columns in Array(8...26) + [40, 76, 90] {
        for rows in Array(1...9) + [12, 24] {
          let result = Samples.layOut(content, columns, rows, secondsLeft: 3, scroll: 1_000_000)
          let frame = result.frame
          let fits = frame.top >= 0 && frame.left >= 0 && frame.bottom <= rows && frame.left + frame.grid.columns <= columns
          let hasCursor = (0..<frame.grid.rows).contains(frame.cursor.row) && (0..<frame.grid.columns).contains(frame.cursor.column)
          if !fits || !hasCursor || (result.hits.isEmpty && content.fields.isEmpty) { Issue.record("\(columns)x\(rows): \(frame.cursor)") }
        }
      }
    }
  }

  @Test("Case 41: 60 lines in 10 rows scroll inside the box to the last one, the buttons stay") func scrolling() {
    let end = Samples.layOut(Samples.long, 40, 10, scroll: 1_000)
    let lines = end.frame.grid.lines
    #expect(lines.contains { $0.contains("Line 60 of the message") })
    #expect(lines.contains { $0.contains("label") })
    #expect(end.scroll + end.page == 60)
  }

  @Test("Case 17: a title of 300 characters takes two rows and is cut, labels of 60 are stacked") func longTitle() {
    let lines = Samples.layOut(Samples.long, 40, 24).frame.grid.lines
    #expect(lines.count { $0.contains("title") } == 2)
    #expect(lines.contains { $0.contains("…") })
    #expect(lines.count { $0.contains("long long") || $0.contains("label label") } == 2)
  }

  @Test("Case 55: focus is marked by characters and by the cursor, not only by style") func focusMarks() {
    let result = Samples.layOut(Samples.question(), 80, 24, theme: .plain)
    let row = result.frame.grid.lines[result.frame.cursor.row]
    #expect(row.contains("> K[e]ep <"))
    #expect(Array(row)[result.frame.cursor.column] == "K")
  }

  @Test("R16: a secure value is in no cell") func secureValue() {
    for (columns, rows) in [(80, 24), (40, 3), (40, 1)] {
      let text = Samples.layOut(Samples.form, columns, rows, keys: [.key(.tab)]).frame.grid.lines.joined()
      #expect(!text.contains("secret") && text.contains("******"), "\(columns)x\(rows)")
    }
  }

  @Test("R13: nothing an app sends puts a control into a cell") func hostileText() {
    let hostile = "A\u{1B}]0;pwned\u{7}B\u{1B}[7;7HC\u{9B}7;7HD\u{202E}E\u{8}\u{8}F\u{FEFF}\u{0}\u{7F}\u{2028}G\u{E0041}\u{2067}"
    let content = Samples.question(
      title: hostile, message: hostile, actions: [AlertAction(id: "a", title: hostile), AlertAction(id: "b", title: "")],
      fields: [AlertField(id: "f", label: hostile, initialValue: hostile)])
    for (columns, rows) in [(80, 24), (20, 6), (10, 3), (30, 1)] {
      let scalars = Samples.layOut(content, columns, rows).frame.grid.cells.flatMap {
        Array($0.character.map { String($0).unicodeScalars } ?? "".unicodeScalars)
      }
      let bad = scalars.filter { scalar in
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
          || (0x202A...0x202E).contains(scalar.value)
          || (0x2066...0x2069).contains(scalar.value)
      }
      #expect(bad.isEmpty)
    }
  }

  @Test("R13: a message of 1 MB and 200 actions are laid out") func largeContent() {
    let content = Samples.question(
      message: String(repeating: "words and 日本語 ", count: 60_000), actions: (1...200).map { AlertAction(id: "\($0)", title: "Same") })
    let result = Samples.layOut(content, 80, 24)
    #expect(result.frame.grid.rows <= 24)
  }
}
