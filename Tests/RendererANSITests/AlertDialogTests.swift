import AlertSDK
import AlertTerminal
import Testing

@testable import RendererANSI

struct AlertDialogTests {
  typealias Action = AlertAction
  private let start = ContinuousClock.now
  private var later: ContinuousClock.Instant { start + .seconds(1) }

  private func dialog(_ actions: [Action], fields: [AlertField] = []) -> AlertDialog {
    var dialog = AlertDialog(Samples.question(actions: actions, fields: fields))
    dialog.didAppear(at: start)
    return dialog
  }
  private func question() -> AlertDialog {
    dialog([Action(id: "delete", title: "Delete", role: .destructive), Action(id: "keep", title: "Keep", role: .cancel)])
  }

  @Test("R15: the safe button is focused first: preferred, else cancel, else the last that destroys nothing") func firstFocus() {
    let (ok, cancel, wipe) = (
      Action(id: "ok", title: "OK"), Action(id: "c", title: "Cancel", role: .cancel), Action(id: "w", title: "Wipe", role: .destructive)
    )
    #expect(dialog([cancel, ok, wipe]).focus == .button(0))
    #expect(dialog([Action(id: "p", title: "P", isPreferred: true), cancel]).focus == .button(0))
    #expect(dialog([ok, ok, wipe]).focus == .button(1))
    #expect(dialog([Action(id: "w", title: "Wipe", role: .destructive, isPreferred: true), ok]).focus == .button(1))
    #expect(dialog([wipe]).focus == .none)
    #expect(dialog([]).focus == .button(0))
  }

  @Test("R15: a destructive button is not accepted in its first 250 ms, and never by one letter, digit or click alone") func destructive() {
    for key in [KeyEvent.key(.text("d")), .key(.text("D")), .key(.text("1"))] {
      var dialog = question()
      #expect(dialog.handle(key, at: later) == .redraw)
      #expect(dialog.focus == .button(0))
      #expect(dialog.handle(.key(.enter), at: start + .milliseconds(249)) == .nothing)
      #expect(dialog.handle(.key(.enter), at: start + .milliseconds(250)) == .finish(.chose("delete")))
    }
    var clicked = question()
    #expect(clicked.press(button: 0, at: later) == .redraw)
    #expect(clicked.press(button: 0, at: later) == .finish(.chose("delete")))
    var alone = dialog([Action(id: "w", title: "Wipe", role: .destructive)])
    #expect(alone.handle(.key(.enter), at: later) == .nothing)
    #expect(alone.handle(.key(.text(" ")), at: later) == .nothing)
  }

  @Test("Arrows, Tab, h and l move with wrap") func moving() {
    for (forth, back) in [
      (KeyEvent.key(.right), KeyEvent.key(.left)), (.key(.tab), .key(.tab, .shift)), (.key(.down), .key(.up)),
      (.key(.text("l")), .key(.text("h"))),
    ] {
      var dialog = question()
      #expect(dialog.handle(forth, at: later) == .redraw)
      #expect(dialog.focus == .button(0))
      #expect(dialog.handle(back, at: later) == .redraw)
      #expect(dialog.focus == .button(1))
    }
  }

  @Test("Enter and Space press, Esc is the cancel action or nothing, letters and digits press at once") func pressing() {
    var dialog = question()
    #expect(dialog.handle(.key(.enter), at: start) == .finish(.chose("keep")))
    #expect(dialog.handle(.key(.text(" ")), at: start) == .finish(.chose("keep")))
    #expect(dialog.handle(.key(.escape), at: start) == .finish(.chose("keep")))
    #expect(dialog.handle(.key(.text("e")), at: start) == .finish(.chose("keep")))
    #expect(dialog.handle(.key(.text("2")), at: start) == .finish(.chose("keep")))
    #expect(dialog.handle(.key(.text("9")), at: start) == .nothing)
    #expect(dialog.handle(.key(.enter, .alt), at: start) == .nothing)
    var noCancel = self.dialog([Action(id: "a", title: "A"), Action(id: "b", title: "B")])
    #expect(noCancel.handle(.key(.escape), at: later) == .nothing)
    var notice = self.dialog([])
    #expect(notice.handle(.key(.escape), at: start) == .finish(.dismissed))
    #expect(notice.handle(.key(.enter), at: start) == .finish(.dismissed))
  }

  @Test("A paste presses nothing, whatever is in it") func paste() {
    var dialog = question()
    for text in ["\r", "\n\n", " ", "e", "2", "\u{1B}", "\u{3}"] { #expect(dialog.handle(.paste(text), at: later) == .nothing) }
  }

  @Test("^C, ^\\ and ^Z are what the terminal would have made of them") func signals() {
    var dialog = question()
    #expect(dialog.handle(.key(.text("c"), .control), at: start) == .interrupt(SIGINT))
    #expect(dialog.handle(.key(.text("\\"), .control), at: start) == .interrupt(SIGQUIT))
    #expect(dialog.handle(.key(.text("z"), .control), at: start) == .suspend)
    #expect(dialog.handle(.key(.text("l"), .control), at: start) == .repaint)
  }

  @Test("Mnemonics are unique, ASCII, and leave h j k l alone") func mnemonics() {
    let content = Samples.question(
      actions: ["Keep", "Kill", "hjkl", "Exit", "日本", "Éa", "e"].enumerated().map { Action(id: "\($0)", title: $1) })
    #expect(content.buttons.map { $0.mnemonic?.letter } == ["e", "i", nil, "x", nil, "a", nil])
  }

  @Test("Fields: typing, moving, submitting; letters do not press") func fields() {
    var dialog = self.dialog(
      [Action(id: "ok", title: "OK"), Action(id: "c", title: "Cancel", role: .cancel)],
      fields: [AlertField(id: "a", label: "A"), AlertField(id: "b", label: "B", isSecure: true)])
    #expect(dialog.focus == .field(0))
    for scalar in "o1 c".unicodeScalars { #expect(dialog.handle(.key(.text(scalar)), at: start) == .redraw) }
    #expect(dialog.handle(.key(.enter), at: start) == .redraw)
    #expect(dialog.focus == .field(1))
    #expect(dialog.handle(.paste("two\nlines"), at: start) == .redraw)
    #expect(dialog.handle(.key(.enter), at: start) == .finish(.chose("ok", values: ["a": "o1 c", "b": "two lines"])))
    #expect(dialog.handle(.key(.escape), at: start) == .finish(.chose("c")))
    #expect(dialog.handle(.key(.text("c"), .alt), at: start) == .finish(.chose("c")))
  }

  @Test("R15: Enter in the last field does not press a button that destroys, it goes there") func submitDestructive() {
    var dialog = self.dialog(
      [Action(id: "w", title: "Wipe", role: .destructive), Action(id: "c", title: "Cancel", role: .cancel)],
      fields: [AlertField(id: "a", label: "A")])
    #expect(dialog.handle(.key(.enter), at: later) == .redraw)
    #expect(dialog.focus == .button(0))
  }

  @Test("R9: an update keeps focus and typed text, and guards a button that has become dangerous") func updates() {
    var dialog = self.dialog([Action(id: "a", title: "A"), Action(id: "b", title: "B")], fields: [AlertField(id: "f", label: "F")])
    _ = dialog.handle(.key(.text("x")), at: later)
    _ = dialog.handle(.key(.tab), at: later)
    #expect(dialog.focus == .button(0))
    dialog.update(
      Samples.question(
        message: "new", actions: [Action(id: "z", title: "Z"), Action(id: "a", title: "A")], fields: [AlertField(id: "f", label: "F")]))
    #expect(dialog.focus == .button(1) && dialog.editors[0].value == "x")
    dialog.update(Samples.question(actions: [Action(id: "a", title: "A", role: .destructive), Action(id: "b", title: "B")]))
    #expect(dialog.focus == .button(1))
    dialog.didAppear(at: later)
    _ = dialog.handle(.key(.tab), at: later)
    #expect(dialog.handle(.key(.enter), at: later + .milliseconds(100)) == .nothing)
  }

  @Test("Scrolling keys") func scrolling() {
    var dialog = question()
    dialog.page = 5
    #expect(dialog.handle(.key(.pageDown), at: later) == .redraw)
    #expect(dialog.scroll == 4)
    #expect(dialog.handle(.key(.text("j")), at: later) == .redraw)
    #expect(dialog.scroll == 5)
    #expect(dialog.handle(.key(.text("k")), at: later) == .redraw)
    #expect(dialog.scroll == 4)
    #expect(dialog.handle(.key(.end), at: later) == .redraw)
    #expect(dialog.scroll > 1_000_000)
    #expect(dialog.handle(.key(.end), at: later) == .redraw)  // no overflow
    #expect(dialog.handle(.key(.home), at: later) == .redraw)
    #expect(dialog.scroll == 0)
    #expect(dialog.handle(.key(.home), at: later) == .nothing)
    #expect(dialog.handle(.mouse(.init(.scrollDown, column: 1, row: 1)), at: later) == .redraw)
    #expect(dialog.scroll == 3)
  }
}

struct FieldEditorTests {
  private func edited(_ start: String, _ keys: [(KeyEvent.Key, KeyEvent.Modifiers)]) -> FieldEditor {
    var editor = FieldEditor(start)
    for (key, modifiers) in keys {
      let isEditing = editor.handle(key, modifiers)
      #expect(isEditing)
    }
    return editor
  }

  @Test("Editing keys") func editing() {
    #expect(edited("abc", [(.left, []), (.backspace, [])]).value == "ac")
    #expect(edited("abc", [(.home, []), (.delete, []), (.text("x"), [])]).value == "xbc")
    #expect(edited("one two ", [(.text("w"), .control)]).value == "one ")
    #expect(edited("abc", [(.left, []), (.text("u"), .control)]).value == "c")
    #expect(edited("abc", [(.text("a"), .control), (.right, []), (.text("k"), .control)]).value == "a")
    #expect(edited("", [(.backspace, []), (.delete, []), (.left, []), (.right, []), (.text("w"), .control)]).value == "")
  }

  @Test("A combining mark joins the character before it; a cluster goes at once") func clusters() {
    #expect(edited("", [(.text("e"), []), (.text("\u{301}"), [])]).characters == ["é"])
    #expect(edited("👨‍👩‍👧‍👦", [(.backspace, [])]).value == "")
  }

  @Test("What cannot be typed does not come in by paste") func pasted() {
    var editor = FieldEditor()
    editor.insert("a\u{1B}[31m\u{202E}b\nc\u{9B}\u{0}d\u{FEFF}")
    #expect(editor.value == "a[31mb cd")
    editor.insert(String(repeating: "x", count: 100_000))
    #expect(editor.characters.count == FieldEditor.limit)
  }

  @Test("What is typed into the middle pushes nothing out at the end, and goes no further than the limit") func full() {
    var editor = FieldEditor(String(repeating: "a", count: FieldEditor.limit - 2) + "z")
    for _ in 0..<3 { _ = editor.handle(.left, []) }
    editor.insert("bcd")
    #expect(editor.characters.count == FieldEditor.limit && editor.value.hasSuffix("abaaz") && editor.cursor == FieldEditor.limit - 3)
  }

  @Test("Marks without end make no character without end") func marks() {
    var editor = FieldEditor()
    editor.insert("e")
    for _ in 0..<50 { editor.insert(String(repeating: "\u{301}", count: 1_000)) }
    #expect(editor.characters.count == 1 && editor.value.unicodeScalars.count <= FieldEditor.characterLimit)
  }
}
