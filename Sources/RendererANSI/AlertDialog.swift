internal import AlertSDK
internal import AlertTerminal

/// What a person has done to a box so far, and what the next key means; a pure state machine.
struct AlertDialog {
  /// What a key leads to.
  enum Reaction: Equatable {
    case nothing, redraw
    /// Everything is to be drawn anew (^L).
    case repaint
    case finish(AlertResponse)
    /// ^C or ^\: the signal a terminal would have sent.
    case interrupt(Int32)
    /// ^Z
    case suspend
  }
  enum Focus: Equatable { case field(Int), button(Int), none }

  private(set) var content: DialogContent
  private(set) var focus: Focus
  private(set) var editors: [FieldEditor]
  /// First row of the body that is shown; the layout clamps it.
  var scroll = 0
  /// Rows of the body that are shown, from the last layout.
  var page = 1
  /// When the buttons were first visible as they are now.
  private var visibleSince: ContinuousClock.Instant?

  /// A destructive button needs a look first: presses within this time of its appearing do nothing.
  static let destructiveDelay = Duration.milliseconds(250)

  init(_ content: DialogContent) {
    self.content = content
    editors = content.fields.map { FieldEditor($0.initialValue) }
    focus = .none
    focus = Self.firstFocus(of: content)
  }

  private static func firstFocus(of content: DialogContent) -> Focus {
    if !content.fields.isEmpty { return .field(0) }
    return content.safeButton.map { .button($0) } ?? .none
  }

  var focusedField: Int? { if case .field(let index) = focus { index } else { nil } }
  var focusedButton: Int? { if case .button(let index) = focus { index } else { nil } }

  /// The person can see it now; the first call counts until the buttons change.
  mutating func didAppear(at now: ContinuousClock.Instant) { if visibleSince == nil { visibleSince = now } }

  /// Shows newer content: focus and typed text stay with what they belong to (R9).
  mutating func update(_ new: DialogContent) {
    let values = Dictionary(zip(content.fields.map(\.id), editors)) { first, _ in first }
    let oldFocus: Focus
    switch focus {
    case .field(let index): oldFocus = new.fields.firstIndex { $0.id == content.fields[index].id }.map { .field($0) } ?? .none
    case .button(let index):
      oldFocus = new.buttons.firstIndex { $0.action?.id == content.buttons[index].action?.id }.map { .button($0) } ?? .none
    case .none: oldFocus = .none
    }
    let hadNone = focus == .none
    if new.buttons != content.buttons { visibleSince = nil }
    editors = new.fields.map { values[$0.id] ?? FieldEditor($0.initialValue) }
    content = new
    focus = oldFocus
    // What was focused has gone or has become dangerous under the person's finger.
    if case .button(let index) = focus, content.buttons[index].isDestructive { focus = .none }
    if focus == .none, !hadNone || content.safeButton != nil { focus = Self.firstFocus(of: content) }
  }

  /// What an event means; `now` decides whether a destructive button has been there long enough.
  mutating func handle(_ event: KeyEvent, at now: ContinuousClock.Instant) -> Reaction {
    switch event {
    case .paste(let text):
      guard case .field(let index) = focus else { return .nothing }
      editors[index].insert(text)
      return .redraw
    case .mouse(let mouse):
      switch mouse.action {
      case .scrollUp: return scroll(by: -3)
      case .scrollDown: return scroll(by: 3)
      default: return .nothing  // a press on a button comes as `press(button:at:)`
      }
    case .key(let key, let modifiers): return press(key, modifiers, at: now)
    }
  }

  /// Presses a button, as the mouse does.
  mutating func press(button index: Int, at now: ContinuousClock.Instant) -> Reaction {
    guard content.buttons.indices.contains(index) else { return .nothing }
    if content.buttons[index].isDestructive, focus != .button(index) { return focus(.button(index)) }
    focus = .button(index)
    return activate(index, at: now)
  }

  private mutating func press(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers, at now: ContinuousClock.Instant) -> Reaction {
    if modifiers.contains(.control), case .text(let scalar) = key {
      switch scalar {
      case "c": return .interrupt(SIGINT)
      case "\\": return .interrupt(SIGQUIT)
      case "z": return .suspend
      case "l": return .repaint
      default: break
      }
    }
    switch key {
    case .tab: return step(modifiers.contains(.shift) ? -1 : 1)
    case .escape: return content.cancelButton.map { finish(with: $0) } ?? .nothing
    case .up: return step(-1)
    case .down: return step(1)
    case .pageUp: return scroll(by: -max(1, page - 1))
    case .pageDown: return scroll(by: max(1, page - 1))
    default: break
    }
    if case .field(let index) = focus {
      if key == .enter { return enter(field: index, at: now) }
      if editors[index].handle(key, modifiers) { return .redraw }
      guard modifiers.contains(.alt) else { return .nothing }
    }
    switch key {
    case .left: return step(-1)
    case .right: return step(1)
    case .home: return scroll(by: -scroll)
    case .end: return scroll(by: .max / 2)
    case .enter, .text(" "):
      guard modifiers.isDisjoint(with: [.alt, .control]), case .button(let index) = focus else { return .nothing }
      return activate(index, at: now)
    case .text(let scalar) where !modifiers.contains(.control): return letter(Character(scalar), at: now)
    default: return .nothing
    }
  }

  private mutating func letter(_ character: Character, at now: ContinuousClock.Instant) -> Reaction {
    let letter = Character(character.lowercased())
    switch letter {
    case "h": return step(-1)
    case "l": return step(1)
    case "k": return scroll(by: -1)
    case "j": return scroll(by: 1)
    case "1"..."9" where letter.isASCII: return letter.wholeNumberValue.map { choose($0 - 1, at: now) } ?? .nothing
    default: return content.buttons.firstIndex { $0.mnemonic?.letter == letter }.map { choose($0, at: now) } ?? .nothing
    }
  }

  /// By letter or number: pressed at once, but a destructive one is only focused and wants Enter.
  private mutating func choose(_ index: Int, at now: ContinuousClock.Instant) -> Reaction {
    guard content.buttons.indices.contains(index) else { return .nothing }
    return content.buttons[index].isDestructive ? focus(.button(index)) : activate(index, at: now)
  }

  private mutating func enter(field index: Int, at now: ContinuousClock.Instant) -> Reaction {
    if index + 1 < editors.count { return focus(.field(index + 1)) }
    guard let submit = content.submitButton else { return .nothing }
    return content.buttons[submit].isDestructive ? focus(.button(submit)) : activate(submit, at: now)
  }

  private mutating func activate(_ index: Int, at now: ContinuousClock.Instant) -> Reaction {
    if content.buttons[index].isDestructive {
      guard let visibleSince, visibleSince.duration(to: now) >= Self.destructiveDelay else { return .nothing }
    }
    return finish(with: index)
  }

  private func finish(with index: Int) -> Reaction {
    guard let action = content.buttons[index].action else { return .finish(.dismissed) }
    let values = Dictionary(zip(content.fields.map(\.id), editors.map(\.value))) { first, _ in first }
    return .finish(.chose(action.id, values: action.role == .cancel ? [:] : values))
  }

  private mutating func focus(_ new: Focus) -> Reaction {
    guard focus != new else { return .nothing }
    focus = new
    return .redraw
  }

  private mutating func step(_ by: Int) -> Reaction {
    let fields = editors.count
    let count = fields + content.buttons.count
    let here: Int
    switch focus {
    case .field(let index): here = index
    case .button(let index): here = fields + index
    case .none: here = by > 0 ? count - 1 : 0
    }
    let there = (here + by + count) % count
    return focus(there < fields ? .field(there) : .button(there - fields))
  }

  private mutating func scroll(by rows: Int) -> Reaction {
    let (sum, overflow) = scroll.addingReportingOverflow(rows)
    let wanted = max(0, overflow ? .max / 2 : sum)
    guard wanted != scroll else { return .nothing }
    scroll = wanted
    return .redraw
  }
}
