import AlertSDK
import AlertTerminal

@testable import RendererANSI

/// Contents the tests of layout and drawing share.
enum Samples {
  static func question(
    title: String = "Delete 3 files?", message: String = "They cannot be brought back.", severity: AlertSeverity = .warning,
    actions: [AlertAction] = [
      AlertAction(id: "delete", title: "Delete", role: .destructive), AlertAction(id: "keep", title: "Keep", role: .cancel),
    ], fields: [AlertField] = [], progress: Double? = nil, repeatCount: Int = 1, waitingCount: Int = 0, isASCIIOnly: Bool = false
  ) -> DialogContent {
    DialogContent(
      AlertContent(title: title, message: message, severity: severity, actions: actions, fields: fields, progress: progress),
      repeatCount: repeatCount, waitingCount: waitingCount, isASCIIOnly: isASCIIOnly)
  }

  /// CJK, kana, hangul, combining marks, ZWJ, VS16, skin tone, flag, keycap, Devanagari, right-to-left, new emoji.
  static let world = worldly(isASCIIOnly: false)
  static let worldInASCII = worldly(isASCIIOnly: true)
  private static func worldly(isASCIIOnly: Bool) -> DialogContent {
    question(
      title: "日本語テスト",
      message:
        "한국어 e\u{301}a\u{300}\n👨‍👩‍👧‍👦 family ❤️ heart\n👍🏽 skin 🇩🇪 flag 1️⃣ key\nनमस्ते क्षि\nשלום עולם\n\u{1FAE8} \u{1FAE9} new\n① … Ω ambiguous\nz\u{200B}w",
      severity: .success, repeatCount: 3, waitingCount: 2, isASCIIOnly: isASCIIOnly)
  }

  static let form = question(
    title: "Sign in", message: "To the build server.", severity: .info,
    actions: [AlertAction(id: "ok", title: "Sign in"), AlertAction(id: "c", title: "Cancel", role: .cancel)],
    fields: [
      AlertField(id: "u", label: "Name", initialValue: "anna"),
      AlertField(id: "p", label: "Password", initialValue: "secret", isSecure: true),
    ], progress: 0.42)

  /// A title of 300 characters, 60 lines, labels of 60.
  static let long = question(
    title: String(repeating: "A title that goes on ", count: 15),
    message: (1...60).map { "Line \($0) of the message" }.joined(separator: "\n"),
    actions: [
      AlertAction(id: "a", title: String(repeating: "long ", count: 12)),
      AlertAction(id: "b", title: String(repeating: "label ", count: 10), role: .cancel),
    ])

  static let many = question(actions: (1...30).map { AlertAction(id: "\($0)", title: "Choice number \($0)") })

  static func layOut(
    _ content: DialogContent, _ columns: Int, _ rows: Int, theme: ANSITheme = .automatic, ink: Ink = Ink(), secondsLeft: Int? = nil,
    scroll: Int = 0, keys: [KeyEvent] = []
  ) -> AlertLayout.Result {
    var layout = AlertLayout(theme: theme, ink: ink)
    var dialog = AlertDialog(content)
    for key in keys { _ = dialog.handle(key, at: .now) }
    dialog.scroll = scroll
    return layout.lay(out: dialog, in: TerminalInfo.Size(columns: columns, rows: rows), secondsLeft: secondsLeft)
  }

  static func golden(_ result: AlertLayout.Result) -> String {
    result.frame.grid.lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
      + "\nat \(result.frame.top),\(result.frame.left) cursor \(result.frame.cursor.row),\(result.frame.cursor.column)"
  }
}
