import AlertTerminal
import PseudoTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The box in a real terminal with its own idea of widths.
@Suite(.serialized, .enabled(if: Tmux.isInstalled, "tmux is not installed (scripts/bootstrap installs it)")) struct TmuxTests {
  @Test("Cases 23, 31, 35: in tmux every row ends in the same column, whatever is in it; afterwards the screen is as before")
  func bordersInTmux() throws {
    let tmux = try Tmux()
    defer { tmux.kill() }
    let message =
      "ASCII\n日本語テスト\n한국어 e\u{301}a\u{300}\n👨‍👩‍👧‍👦 family\n❤️ heart\n👍🏽 skin\n🇩🇪 flag\n1️⃣ key\nनमस्ते क्षि\nz\u{200B}w\n\u{1FAE8}\u{1FAE9}\nשלום"
    tmux.run("printf 'before\\nunfinished '; PEER_TEXT='Widths' \(PseudoTerminal.program) --message '\(message)'; echo \"[$?]\"")
    try tmux.wait { $0.contains("Tab move") }
    #expect(tmux.ask("#{alternate_on}") == "1")
    let rows = tmux.lines()
    let top = try #require(rows.firstIndex { $0.contains("Warning") })
    let bottom = try #require(rows.firstIndex { $0.contains("╰") })
    #expect(bottom - top >= 15)
    let columns = tmux.endColumns(of: top...bottom)
    #expect(Set(columns).count == 1 && columns[0] > 20, "\(columns)")
    tmux.send("Tab", "Enter")
    try tmux.wait { $0.contains("[1]") }
    #expect(tmux.ask("#{alternate_on}") == "0")
    let after = tmux.lines()
    let first = try #require(after.firstIndex(of: "before"))
    #expect(after[first + 1] == "unfinished no" && after[first + 2] == "[1]", "\(after)")
  }
}

/// A tmux server of its own, with one window of 80x24.
struct Tmux {
  private let socket = "alertsdk-test-\(getpid())"
  static let isInstalled = Tmux.shell("command -v tmux").status == 0

  init() throws {
    let (output, status) = Self.shell(
      "LC_ALL=C.UTF-8 tmux -L \(socket) -f /dev/null -u new-session -d -x 80 -y 24 'env -u CI LC_ALL=C.UTF-8 PS1= sh' 2>&1")
    guard status == 0 else { throw PseudoTerminal.Missing(description: "tmux: \(output)") }
  }

  static func shell(_ command: String) -> (output: String, status: Int32) {
    guard let pipe = popen(command, "r") else { return ("", -1) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      guard count > 0 else { break }
      output += buffer.prefix(count)
    }
    return (String(decoding: output, as: UTF8.self), pclose(pipe))
  }
  @discardableResult private func tmux(_ command: String) -> String {
    Self.shell("LC_ALL=C.UTF-8 tmux -L \(socket) -u \(command) 2>&1").output
  }

  func kill() { tmux("kill-server") }
  func send(_ keys: String...) { tmux("send-keys " + keys.joined(separator: " ")) }
  /// Types a command line into the shell.
  func run(_ command: String) {
    let file = "/tmp/\(socket).sh"
    if let script = fopen(file, "w") {
      fputs(command, script)
      fclose(script)
    }
    tmux("send-keys '. \(file)' Enter")
  }
  func ask(_ format: String) -> String { String(tmux("display-message -p '\(format)'").prefix { $0 != "\n" }) }
  func lines() -> [String] { tmux("capture-pane -p").split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  func wait(until isDone: (String) -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let text = tmux("capture-pane -p")
      if isDone(text) { return }
      if ContinuousClock.now > deadline { throw PseudoTerminal.Missing(description: "tmux shows \(text)") }
      poll(nil, 0, 50)
    }
  }
  /// The column, as tmux counts, of the last character of each row.
  func endColumns(of rows: ClosedRange<Int>) -> [Int] {
    defer { tmux("send-keys -X cancel") }
    tmux("copy-mode")
    return rows.map { row in
      tmux("send-keys -X top-line")
      if row > 0 { tmux("send-keys -X -N \(row) cursor-down") }
      tmux("send-keys -X end-of-line")
      return Int(ask("#{copy_cursor_x}")) ?? -1
    }
  }
}
