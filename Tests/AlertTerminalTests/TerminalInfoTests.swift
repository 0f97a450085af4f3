import AlertTerminal
import Testing

/// What the environment says about colours, size and language: rule 4.3 of the terminal design, and cases 28, 46, 52.
@Suite struct TerminalInfoTests {
  private func info(_ environment: [String: String], isTerminal: Bool = true, size: TerminalInfo.Size? = nil) -> TerminalInfo {
    TerminalInfo(environment: environment, isTerminal: isTerminal, windowSize: size)
  }

  @Test(
    "NO_COLOR wins over forcing, forcing over CLICOLOR=0, that over the terminal (case 46)",
    arguments: [
      (["TERM": "xterm"], true, .ansi8),
      (["TERM": "xterm-256color"], true, .ansi256),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], true, .trueColor),
      (["TERM": "xterm", "COLORTERM": "24bit"], true, .trueColor),
      (["TERM": "xterm", "COLORTERM": "yes"], true, .ansi8),
      (["TERM": "linux"], true, .ansi8),
      ([:], true, .none),
      (["TERM": "dumb"], true, .none),
      (["TERM": "unknown", "COLORTERM": "truecolor"], true, .none),
      (["TERM": "xterm"], false, .none),
      (["TERM": "xterm", "NO_COLOR": "1"], true, .none),
      (["TERM": "xterm", "NO_COLOR": "0"], true, .none),
      (["TERM": "xterm", "NO_COLOR": ""], true, .ansi8),
      (["TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"], true, .none),
      (["TERM": "xterm", "FORCE_COLOR": "1"], false, .ansi8),
      (["CLICOLOR_FORCE": "1"], false, .ansi8),
      (["TERM": "screen-256color", "CLICOLOR_FORCE": "1"], false, .ansi256),
      (["TERM": "dumb", "FORCE_COLOR": "true"], false, .ansi8),
      (["TERM": "xterm", "FORCE_COLOR": "0"], false, .none),
      (["TERM": "xterm", "FORCE_COLOR": "false"], false, .none),
      (["TERM": "xterm", "FORCE_COLOR": ""], false, .none),
      (["TERM": "xterm", "CLICOLOR": "0"], true, .none),
      (["TERM": "xterm", "CLICOLOR": "1"], true, .ansi8),
      (["TERM": "xterm", "CLICOLOR": "1"], false, .none),
      (["TERM": "xterm", "CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true, .ansi8),
    ] as [([String: String], Bool, TerminalInfo.ColorDepth)])
  func colors(environment: [String: String], isTerminal: Bool, depth: TerminalInfo.ColorDepth) {
    #expect(info(environment, isTerminal: isTerminal).colorDepth == depth)
    #expect(info(environment, isTerminal: isTerminal).isTerminal == isTerminal)
  }

  @Test func fewerColorsComeFirst() {
    #expect(TerminalInfo.ColorDepth.allCases.sorted() == [.none, .ansi8, .ansi256, .trueColor])
  }

  @Test(
    "A terminal that does not know its size: COLUMNS and LINES, else 80x24, and it says so",
    arguments: [
      ((120, 40), [:], (120, 40), false),
      ((120, 40), ["COLUMNS": "50", "LINES": "10"], (120, 40), false),
      ((0, 0), [:], (80, 24), true),
      (nil, [:], (80, 24), true),
      (nil, ["COLUMNS": "50", "LINES": "10"], (50, 10), false),
      ((0, 0), ["COLUMNS": "50"], (50, 24), true),
      ((0, 30), ["COLUMNS": "50"], (50, 30), false),
      ((0, 30), [:], (80, 30), true),
      (nil, ["COLUMNS": "0", "LINES": "-3"], (80, 24), true),
      (nil, ["COLUMNS": "wide", "LINES": "99999999999999999999"], (80, 24), true),
      (nil, ["COLUMNS": "70000", "LINES": ""], (80, 24), true),
    ] as [((Int, Int)?, [String: String], (Int, Int), Bool)])
  func sizes(window: (Int, Int)?, environment: [String: String], size: (Int, Int), assumed: Bool) {
    let terminal = info(environment, size: window.map { .init(columns: $0.0, rows: $0.1) })
    #expect(terminal.size == .init(columns: size.0, rows: size.1))
    #expect(terminal.isSizeAssumed == assumed)
  }

  @Test(
    "The first locale variable that is not empty decides on UTF-8",
    arguments: [
      (["LANG": "C.UTF-8"], true), (["LANG": "en_US.utf8"], true), (["LANG": "de_DE.UTF-8@euro"], true), (["LC_CTYPE": "UTF-8"], true),
      (["LANG": "de_DE"], false), (["LANG": "C"], false), ([:], false), (["LANG": "de_DE.ISO-8859-1"], false),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
      (["LC_CTYPE": "C.UTF-8", "LANG": "C"], true), (["LC_ALL": "C.UTF-8", "LC_CTYPE": "C"], true), (["LANG": "."], false),
    ])
  func locales(environment: [String: String], isUTF8: Bool) {
    #expect(info(environment).isUTF8 == isUTF8)
  }

  @Test("A dumb terminal cannot move its cursor (case 28)", arguments: [nil, "", "dumb", "unknown"] as [String?])
  func dumb(term: String?) {
    #expect(info(term.map { ["TERM": $0] } ?? [:]).isDumb)
    #expect(!info(["TERM": "vt100"]).isDumb)
  }

  @Test(
    "A lone ESC waits 50 ms, over ssh 100 ms, or as told (case 52)",
    arguments: [
      ([:], 50), (["SSH_CONNECTION": "::1 1 ::1 22"], 100), (["SSH_TTY": "/dev/pts/1"], 100), (["SSH_TTY": ""], 50),
      (["ESCDELAY": "200"], 200), (["ESCDELAY": "0"], 25), (["ESCDELAY": "10"], 25), (["ESCDELAY": "999999"], 5000),
      (["ESCDELAY": "soon"], 50), (["ESCDELAY": "-1"], 50), (["ESCDELAY": "30", "SSH_TTY": "x"], 30),
    ])
  func escapeTimeouts(environment: [String: String], milliseconds: Int) {
    #expect(info(environment).escapeTimeout == .milliseconds(milliseconds))
  }

  @Test(arguments: [("1", true), ("true", true), ("", false), ("0", false), ("false", false), ("False", false)])
  func switches(value: String, isOn: Bool) {
    #expect(info(["CI": value]).isCI == isOn)
    #expect(info(["ACCESSIBLE": value]).isAccessible == isOn)
    #expect(!info([:]).isCI && !info([:]).isAccessible)
  }

  @Test func theSystemKnowsPseudoTerminals() throws {
    // The main end of a pseudo-terminal answers as its terminal does.
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(descriptor >= 0, "no pseudo-terminal to be had here")
    defer { close(descriptor) }

    #expect(TerminalInfo.isTerminal(descriptor))
    #expect(TerminalInfo.windowSize(of: descriptor) == nil)
    var window = winsize(ws_row: 33, ws_col: 99, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(descriptor, UInt(TIOCSWINSZ), &window) == 0)
    let info = TerminalInfo(descriptor: descriptor, environment: ["TERM": "xterm"])
    #expect(info.isTerminal && !info.isSizeAssumed)
    #expect(info.size == TerminalInfo.Size(columns: 99, rows: 33))
    #expect(info.colorDepth == .ansi8)
  }

  @Test func pipesAndClosedDescriptorsAreNoTerminals() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    for descriptor in [ends[1], -1] {
      let info = TerminalInfo(descriptor: descriptor, environment: ["TERM": "xterm"])
      #expect(!info.isTerminal && info.isSizeAssumed && info.colorDepth == .none)
    }
  }
}
