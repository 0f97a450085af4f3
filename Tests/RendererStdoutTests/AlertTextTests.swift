import AlertSDK
import Testing

@testable import RendererStdout

func actions(_ titles: String..., roles: [String: AlertAction.Role] = [:], preferred: String? = nil) -> [AlertAction] {
  titles.map { AlertAction(id: $0.lowercased(), title: $0, role: roles[$0] ?? .normal, isPreferred: $0 == preferred) }
}

@Suite struct AlertTextTests {
  @Test("R15: no destructive action is the default, whoever prefers it") func destructiveIsNeverTheDefault() {
    let delete = actions("Delete", "Keep", roles: ["Delete": .destructive, "Keep": .cancel], preferred: "Delete")
    #expect(AlertText(AlertContent(title: "t", actions: delete)).defaultChoice == 1)
    let only = actions("Delete", roles: ["Delete": .destructive])
    #expect(AlertText(AlertContent(title: "t", actions: only)).defaultChoice == nil)
    let last = actions("Keep", "Delete", roles: ["Delete": .destructive])
    #expect(AlertText(AlertContent(title: "t", actions: last)).defaultChoice == 0)
  }

  @Test("The default is the preferred action, else the way out, else the last") func defaultChoice() {
    func preset(_ actions: [AlertAction], fields: [AlertField] = []) -> Int? {
      AlertText(AlertContent(title: "t", actions: actions, fields: fields)).defaultChoice
    }
    #expect(preset(actions("A", "B", "C", roles: ["B": .cancel], preferred: "C")) == 2)
    #expect(preset(actions("A", "B", "C", roles: ["B": .cancel])) == 1)
    #expect(preset(actions("A", "B", "C")) == 2)
    #expect(preset(actions("Send", "Leave", roles: ["Leave": .cancel]), fields: [AlertField(id: "f", label: "F")]) == 0)
  }

  @Test("R13: of two equal ids the first counts, labels without text have a name, progress stays within 0...100 %") func oddContent() {
    let twice = [AlertAction(id: "a", title: "One"), AlertAction(id: "a", title: "Two"), AlertAction(id: "b", title: "")]
    let fields = [AlertField(id: "f", label: "F"), AlertField(id: "f", label: "G")]
    let text = AlertText(AlertContent(title: "", actions: twice, fields: fields))
    #expect(text.choices.map(\.label) == ["One", "(unnamed)"])
    #expect(text.fields.map(\.label) == ["F"])
    #expect(text.title == "(no title)")
    for (progress, percent) in [(0.424, 42), (-1, 0), (7, 100), (1e300, 100)] {
      #expect(AlertText(AlertContent(title: "t", progress: progress)).progress == percent)
    }
    for progress in [Double.nan, .infinity] { #expect(AlertText(AlertContent(title: "t", progress: progress)).progress == nil) }
  }

  @Test("R13: no text becomes a control character or a bidirectional one") func hostileText() {
    let hostile = "a\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\u{2066}\u{7F}\r\nb\tc\u{2028}d\u{0}"
    let content = AlertContent(
      title: hostile, message: hostile, actions: [AlertAction(id: "a", title: hostile)], fields: [AlertField(id: "f", label: hostile)])
    for mode in StdoutRenderer.Mode.allCases where mode != .json {
      let style = LineStyle(mode: mode, columns: mode == .prompt ? 20 : nil)
      let bytes = style.introduction(AlertText(content, ownLines: nil)) + style.introduction(AlertText(content, ownLines: [hostile]))
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where scalar != "\n" {
        #expect(scalar.properties.generalCategory != .control, "\(mode): \(scalar.value)")
        #expect(![0x202E, 0x2066, 0x2028].contains(scalar.value), "\(mode): \(scalar.value)")
      }
    }
  }
}
