import AlertSDK
import Testing

@testable import RendererStdout

@Suite struct ChoiceMatchTests {
  let choices = AlertText(
    AlertContent(
      title: "t",
      actions: [
        AlertAction(id: "x1", title: "Delete"), AlertAction(id: "x2", title: "Deliver"), AlertAction(id: "x3", title: "Keep"),
        AlertAction(id: "x4", title: "2"), AlertAction(id: "x5", title: "Keep all"), AlertAction(id: "x6", title: "Straße"),
      ])
  ).choices

  @Test(
    "A number, a name, an id or a unique beginning names a choice",
    arguments: [
      ("1", .one(0)), ("6", .one(5)), ("2", .one(1)), ("keep", .one(2)), ("KEEP A", .one(4)), ("dele", .one(0)), ("x3", .one(2)),
      ("STRASSE", .none), ("straß", .one(5)), ("7", .none), ("0", .none), ("-1", .none), ("del", .several([0, 1])), ("zzz", .none),
      ("99999999999999999999", .none), ("", .one(2)),
    ] as [(String, ChoiceMatch)])
  func matches(typed: String, expected: ChoiceMatch) {
    #expect(ChoiceMatch(typed, in: choices, default: 2) == expected)
  }

  @Test("Nothing typed and no default is no choice") func noDefault() { #expect(ChoiceMatch("", in: choices, default: nil) == .none) }
}

@Suite struct TypedLineTests {
  @Test("Escape sequences and controls of arrow keys are no part of a line") func escapes() {
    #expect(TypedLine.text(Array(" ye\u{1B}[A\u{1B}OC\u{1B}[1;5Ds\u{8}\t \r\n".utf8)) == "yes")
    #expect(TypedLine.text(Array("a\u{9B}31mb\u{1B}".utf8)) == "ab")
    #expect(TypedLine.text(Array("Ann\tLee\t\n".utf8)) == "Ann Lee")
    #expect(TypedLine.text([0xFF, 0x0A]) == nil)
  }
  @Test("Of a secret every character counts") func verbatim() {
    #expect(TypedLine.verbatim(Array(" p\u{1B}[A \n".utf8)) == " p\u{1B}[A ")
    #expect(TypedLine.verbatim([0xC3, 0x0A]) == nil)
  }
}

@Suite struct PromptDialogueTests {
  let form = AlertContent(
    title: "Sign in", actions: actions("OK", "Cancel", roles: ["Cancel": .cancel], preferred: "OK"),
    fields: [
      AlertField(id: "user", label: "User", initialValue: "ann"),
      AlertField(id: "word", label: "Word", initialValue: "old", isSecure: true),
    ])

  func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

  @Test("Fields are asked for one by one, then the choice; an empty line keeps what stands there") func fields() {
    var dialogue = PromptDialogue(AlertText(form), isPerson: true)
    #expect(dialogue.ask() == .ask([], question: "User [ann]:", isSecret: false))
    #expect(dialogue.receive(line("")) == .ask([], question: "Word (not shown) [unchanged]:", isSecret: true))
    #expect(dialogue.receive(line(" s3cret ")) == .ask([], question: "Choose 1-2 or name [1]:", isSecret: false))
    #expect(dialogue.receive(line("")) == .over(.chose("ok", values: ["user": "ann", "word": " s3cret "]), []))
  }

  @Test("R16: no question, complaint or description holds a secret's value") func secretsStaySecret() {
    var dialogue = PromptDialogue(AlertText(form), isPerson: true)
    let steps = [dialogue.ask(), dialogue.receive(line("ann")), dialogue.receive(line("hunter2")), dialogue.receive(line("?"))]
    for case .ask(let lines, let question, _) in steps {
      for text in lines + [question] { #expect(!text.contains("hunter2") && !text.contains("old")) }
    }
  }

  @Test("R7: a person who answers wrongly three times has closed it; a declared stream has not answered (R6)") func tries() {
    let text = AlertText(AlertContent(title: "t", actions: actions("Delete", "Deliver")))
    var person = PromptDialogue(text, isPerson: true)
    guard case .ask(["No choice is called that."], _, _) = person.receive(line("x")) else { return #expect(Bool(false)) }
    guard case .ask(["That could be 1) Delete, 2) Deliver."], _, _) = person.receive(line("del")) else { return #expect(Bool(false)) }
    guard case .over(.dismissed, _) = person.receive([0xFF]) else { return #expect(Bool(false)) }
    var stream = PromptDialogue(text, isPerson: false)
    guard case .fail = stream.receive(line("x")) else { return #expect(Bool(false)) }
  }

  @Test("R15: an empty line never chooses a destructive action") func emptyLine() {
    let only = actions("Delete", roles: ["Delete": .destructive])
    var dialogue = PromptDialogue(AlertText(AlertContent(title: "t", actions: only)), isPerson: true)
    #expect(dialogue.ask() == .ask([], question: "Choose 1 or name:", isSecret: false))
    guard case .ask(["There is no default."], _, _) = dialogue.receive(line("")) else { return #expect(Bool(false)) }
  }

  @Test("R9: newer content keeps what was typed and says whether the question is another one") func updates() {
    var dialogue = PromptDialogue(AlertText(form), isPerson: true)
    _ = dialogue.receive(line("bob"))
    var newer = form
    newer.message = "again"
    var isOther = dialogue.update(AlertText(newer))
    #expect(!isOther)
    #expect(dialogue.ask() == .ask([], question: "Word (not shown) [unchanged]:", isSecret: true))
    newer.actions.reverse()
    isOther = dialogue.update(AlertText(newer))
    #expect(isOther)
    newer.fields.removeAll()
    isOther = dialogue.update(AlertText(newer))
    #expect(isOther)
    #expect(dialogue.receive(line("1")) == .over(.chose("cancel"), []))
  }
}
