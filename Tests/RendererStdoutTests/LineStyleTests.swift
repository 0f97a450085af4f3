import AlertSDK
import Testing

@testable import RendererStdout

@Suite struct LineStyleTests {
  let question = AlertContent(
    title: "Delete 3 files?", message: "They are gone\nfor good.", severity: .error,
    actions: actions("Delete", "Keep", roles: ["Delete": .destructive, "Keep": .cancel]), progress: 0.5)

  func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("A prompt says severity, title, body, choices, one idea a line (case 20)") func promptLines() {
    let facts = AlertText.Facts(timeLeft: .milliseconds(59_200), repeatCount: 3, waitingCount: 2)
    for mode in [StdoutRenderer.Mode.prompt, .accessible] {
      #expect(
        text(LineStyle(mode: mode).introduction(AlertText(question, facts: facts))) == """
          [ERROR] Delete 3 files? (3 times)
          They are gone
          for good.
          Progress: 50 %
          2 more waiting.
          Answer within 60 s.
          1) Delete
          2) Keep (default)

          """)
    }
    #expect(text(LineStyle(mode: .prompt).question("Choose 1-2 or name [2]:")) == "Choose 1-2 or name [2]: ")
    #expect(text(LineStyle(mode: .prompt).notice(AlertText(AlertContent(title: "Done")))) == "Done\n")
  }

  @Test("Every log line begins with the prefix, so no text of an alert begins a line") func logLines() {
    let hostile = AlertContent(title: "::error::x", message: "##[group]y\n\n::set-output", severity: .warning)
    for mode in [StdoutRenderer.Mode.plain, .ci] {
      let lines = text(LineStyle(mode: mode).introduction(AlertText(hostile))).split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines.allSatisfy { $0.hasPrefix("alert: ") })
      #expect(text(LineStyle(mode: mode).question("Choose:")) == "alert: Choose:\n")
    }
    #expect(
      text(LineStyle(mode: .plain).introduction(AlertText(question))) == """
        alert: [ERROR] Delete 3 files?
        alert:   They are gone
        alert:   for good.
        alert:   Progress: 50 %
        alert:   1) Delete
        alert:   2) Keep (default)

        """)
  }

  @Test("In a CI log nothing reads as a command of the service, wherever it stands") func ciCommands() {
    let content = AlertContent(title: "##vso[task.setvariable]x", message: "a ##[error] ### b")
    let lines = text(LineStyle(mode: .ci).notice(AlertText(content)))
    #expect(!lines.contains("##"))
    #expect(lines.contains("# #vso[task.setvariable]x"))
  }

  @Test("A prompt wraps to the terminal and puts each choice on a line of its own (case 17)") func wrapping() {
    let content = AlertContent(
      title: String(repeating: "word ", count: 60), actions: actions(String(repeating: "A", count: 60), String(repeating: "B", count: 60)))
    let lines = text(LineStyle(mode: .prompt, columns: 40).introduction(AlertText(content))).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(lines.contains { $0.hasPrefix("1) A") || $0.hasPrefix("1)") })
    #expect(text(LineStyle(mode: .accessible).introduction(AlertText(content))).split(separator: "\n").count == 3)
  }

  @Test("A terminal of an 8-bit locale gets ASCII, as half of all UTF-8 bytes are control codes there (R13)") func asciiTerminal() {
    let bytes = LineStyle(mode: .prompt, isASCII: true).notice(AlertText(AlertContent(title: "Zürich Û 日本")))
    #expect(text(bytes) == "Zurich U ??\n")
  }

  @Test("A change is said in as few lines as it needs; none where a person sees no difference (R9)") func changes() {
    let style = LineStyle(mode: .prompt)
    let old = AlertText(question)
    func change(_ edit: (inout AlertText) -> Void) -> String? {
      var new = old
      edit(&new)
      return style.change(from: old, to: new).map(text)
    }
    #expect(change { $0.facts.timeLeft = .seconds(3) } == nil)
    #expect(change { $0.facts.waitingCount = 9 } == nil)
    #expect(change { $0.progress = 51 } == "Progress: 51 %\n")
    #expect(change { $0.facts.repeatCount = 2 } == "Delete 3 files? (2 times)\n")
    #expect(change { $0.title = "Delete 4 files?" }?.hasPrefix("Updated:\n[ERROR] Delete 4 files?\n") == true)
  }
}
