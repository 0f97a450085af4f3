import AlertSDK
import AlertTerminal

/// The conversation about one alert: a question for each field, then the choice; pure.
struct PromptDialogue {
  enum Step: Hashable {
    /// Say these lines, then ask.
    case ask([String], question: String, isSecret: Bool)
    /// It is over; say these lines.
    case over(AlertResponse, [String])
    /// Nobody answers sensibly; the reason.
    case fail(String)
  }

  /// How often a person may answer one question wrongly.
  static let triesOfAPerson = 3
  /// How often a stream may: the lines behind a wrong one are not meant for the same question.
  static let triesOfAStream = 1

  private(set) var text: AlertText
  private let isPerson: Bool
  private var values: [String: String] = [:]
  private var failures = 0

  init(_ text: AlertText, isPerson: Bool) { (self.text, self.isPerson) = (text, isPerson) }

  /// The next field without a value; nil when the choice is next.
  private var field: AlertText.Field? { text.fields.first { values[$0.id] == nil } }

  /// The question as it stands.
  func ask(saying lines: [String] = []) -> Step {
    guard let field else { return .ask(lines, question: choiceQuestion, isSecret: false) }
    var question = field.isSecure ? "\(field.label) (not shown)" : field.label
    if !field.initialValue.isEmpty { question += " [\(field.isSecure ? "unchanged" : SafeText.label(field.initialValue).text)]" }
    return .ask(lines, question: question + ":", isSecret: field.isSecure)
  }

  private var choiceQuestion: String {
    let numbers = text.choices.count > 1 ? "1-\(text.choices.count)" : "1"
    return "Choose \(numbers) or name\(text.defaultChoice.map { " [\($0 + 1)]" } ?? ""):"
  }

  /// What a line that was typed at the question leads to.
  mutating func receive(_ line: [UInt8]) -> Step {
    if let field {
      guard let typed = field.isSecure ? TypedLine.verbatim(line) : TypedLine.text(line) else { return refuse("That is not UTF-8 text.") }
      values[field.id] = typed.isEmpty ? field.initialValue : typed
      failures = 0
      return ask()
    }
    guard let typed = TypedLine.text(line) else { return refuse("That is not UTF-8 text.") }
    switch ChoiceMatch(typed, in: text.choices, default: text.defaultChoice) {
    case .one(let index):
      let choice = text.choices[index]
      return .over(.chose(choice.id, values: values), isPerson ? [] : ["Answer: \(choice.label)"])
    case .none: return refuse(typed.isEmpty ? "There is no default." : "No choice is called that.")
    case .several(let found):
      let names = found.prefix(5).map { "\($0 + 1)) \(text.choices[$0].label)" }
      return refuse("That could be \(names.joined(separator: ", "))\(found.count > names.count ? ", …" : "").")
    }
  }

  private mutating func refuse(_ reason: String) -> Step {
    failures += 1
    if !isPerson && failures >= Self.triesOfAStream { return .fail("the declared answers do not fit: \(reason)") }
    // A person is there and chose nothing: that is closing it (R7).
    if failures >= Self.triesOfAPerson { return .over(.dismissed, [reason, "Closed without an answer."]) }
    return ask(saying: [reason])
  }

  /// Newer content; true when the question is another one, so that what has been typed so far must not answer it.
  ///
  /// Values of fields that stay are kept, and so is the number of tries.
  mutating func update(_ newer: AlertText) -> Bool {
    let isOther = newer.choices != text.choices || newer.fields != text.fields
    text = newer
    values = values.filter { value in newer.fields.contains { $0.id == value.key } }
    return isOther
  }
}
