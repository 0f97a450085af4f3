/// One thing a person did at the terminal, as the key decoder understands it.
public enum KeyEvent: Sendable, Hashable {
  /// A key was pressed.
  case key(Key, Modifiers = [])
  /// Text was pasted; never more than 64 KiB of it, and never to be taken for keys.
  case paste(String)
  /// The mouse did something; only when reports were asked for.
  case mouse(Mouse)

  /// A key by what it means.
  public enum Key: Sendable, Hashable {
    /// A character; combining marks come one by one after their base.
    case text(Unicode.Scalar)
    /// Return, Enter, and the keypad's Enter.
    case enter
    /// Tab; Shift-Tab is this with `.shift`.
    case tab
    /// A lone ESC, certain only after the escape timeout.
    case escape
    /// Backspace.
    case backspace
    /// Delete.
    case delete
    /// Insert.
    case insert
    /// An arrow.
    case up
    /// An arrow.
    case down
    /// An arrow.
    case left
    /// An arrow.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page Up.
    case pageUp
    /// Page Down.
    case pageDown
    /// A function key by its number.
    case function(Int)
  }

  /// Keys held down with another one.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// The bits of a terminal's modifier parameter, less one.
    public let rawValue: Int
    /// Modifiers by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Shift.
    public static let shift = Self(rawValue: 1)
    /// Alt, or Meta.
    public static let alt = Self(rawValue: 2)
    /// Control.
    public static let control = Self(rawValue: 4)
  }

  /// A mouse report; columns and rows count from 1.
  public struct Mouse: Sendable, Hashable {
    /// What the mouse did.
    public enum Action: Sendable, Hashable {
      /// The left button went down.
      case press
      /// A button went up.
      case release
      /// The wheel turned away from the person.
      case scrollUp
      /// The wheel turned towards the person.
      case scrollDown
      /// Anything else.
      case other
    }
    /// What happened.
    public var action: Action
    /// Column of the cell, from 1.
    public var column: Int
    /// Row of the cell, from 1.
    public var row: Int

    /// A mouse report.
    public init(_ action: Action, column: Int, row: Int) { (self.action, self.column, self.row) = (action, column, row) }
  }
}
