internal import AlertSDK
internal import AlertTerminal

/// What a box shows, made safe once: nothing behind this point sees an app's raw text.
struct DialogContent: Equatable {
  struct Button: Equatable {
    /// The action; nil is the way out of a notice.
    var action: AlertAction?
    var label: SafeText
    /// The letter that stands for the button, by its place in the label.
    var mnemonic: (offset: Int, letter: Character)?

    var isDestructive: Bool { action?.role == .destructive }
    static func == (a: Button, b: Button) -> Bool { a.action == b.action && a.label == b.label && a.mnemonic?.offset == b.mnemonic?.offset }
  }
  struct Field: Equatable {
    var id: AlertField.ID
    var label: SafeText
    var initialValue: String
    var isSecure: Bool
  }
  struct Row: Equatable {
    var spans: [(text: SafeText, style: ANSITheme.Style?)]
    static func == (a: Row, b: Row) -> Bool { a.spans.elementsEqual(b.spans) { $0.text == $1.text && $0.style == $1.style } }
  }

  var severity: AlertSeverity
  var title: SafeText
  var message: SafeText
  /// An alert's own rows, in place of the message.
  var rows: [Row]?
  var buttons: [Button]
  var fields: [Field]
  var progress: Double?
  var repeatCount: Int
  var waitingCount: Int

  /// Makes everything safe; for a locale that is not UTF-8 everything becomes ASCII as well.
  init(_ content: AlertContent, rows: [ANSIRow]? = nil, repeatCount: Int = 1, waitingCount: Int = 0, isASCIIOnly: Bool = false) {
    func fitted(_ text: SafeText) -> SafeText { isASCIIOnly ? text.ascii : text }
    severity = content.severity
    title = fitted(SafeText.title(content.title))
    message = fitted(SafeText.body(content.message))
    self.rows = rows.map { $0.map { row in Row(spans: row.spans.map { (fitted(SafeText.title($0.text)), $0.style) }) } }
    fields = content.fields.map { Field(id: $0.id, label: fitted(.label($0.label)), initialValue: $0.initialValue, isSecure: $0.isSecure) }
    progress = content.progress.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
    (self.repeatCount, self.waitingCount) = (repeatCount, waitingCount)
    buttons =
      content.actions.isEmpty
      ? [Button(action: nil, label: .label("OK"))] : content.actions.map { Button(action: $0, label: fitted(.label($0.title))) }
    assignMnemonics()
  }

  /// The first letter of each label that no other button and no other key has: h j k l move.
  private mutating func assignMnemonics() {
    var taken: Set<Character> = ["h", "j", "k", "l"]
    for index in buttons.indices where taken.count < 26 {
      for (offset, character) in buttons[index].label.text.enumerated() where character.isASCII && character.isLetter {
        let letter = Character(character.lowercased())
        guard taken.insert(letter).inserted else { continue }
        buttons[index].mnemonic = (offset, letter)
        break
      }
    }
  }

  /// The button that is safe to press without looking: the preferred one, else cancel, else the last, never a destructive one (R15).
  var safeButton: Int? {
    let safe = buttons.indices.filter { !buttons[$0].isDestructive }
    return safe.first { buttons[$0].action?.isPreferred == true } ?? safe.first { buttons[$0].action?.role == .cancel } ?? safe.last
  }

  /// The button that closes the box without doing anything.
  var cancelButton: Int? { buttons.firstIndex { $0.action == nil || $0.action?.role == .cancel } }

  /// The button that Enter in the last field presses.
  var submitButton: Int? {
    buttons.firstIndex { $0.action?.isPreferred == true } ?? buttons.firstIndex { $0.action?.role == .normal }
      ?? buttons.firstIndex { $0.action?.role == .destructive } ?? safeButton
  }
}
