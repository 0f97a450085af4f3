internal import AlertSDK
internal import AlertTerminal

/// How a box looks: borders, shapes and styles; never what it says.
///
/// Colours are decoration: severity is always a word and a shape too, and the focused button is marked. On a terminal without colour
/// (`NO_COLOR` and friends) colours are left out; without UTF-8 the ASCII borders and shapes are used, whatever the theme says.
public struct ANSITheme: Sendable, Hashable {
  /// One of the eight ANSI colours, so that the person's own palette decides what it looks like.
  public enum Color: UInt8, Sendable, Hashable, CaseIterable {
    /// An ANSI colour.
    case black
    /// An ANSI colour.
    case red
    /// An ANSI colour.
    case green
    /// An ANSI colour.
    case yellow
    /// An ANSI colour.
    case blue
    /// An ANSI colour.
    case magenta
    /// An ANSI colour.
    case cyan
    /// An ANSI colour.
    case white
  }

  /// How a piece of text is drawn.
  public struct Style: Sendable, Hashable {
    /// Attributes of text.
    public struct Attributes: OptionSet, Sendable, Hashable {
      /// One bit for each attribute.
      public let rawValue: UInt8
      /// Attributes by their bits.
      public init(rawValue: UInt8) { self.rawValue = rawValue }
      /// Bold.
      public static let bold = Self(rawValue: 1)
      /// Dim.
      public static let dim = Self(rawValue: 2)
      /// Underlined.
      public static let underline = Self(rawValue: 4)
      /// Foreground and background exchanged.
      public static let reverse = Self(rawValue: 8)
    }
    /// The foreground; nil is the terminal's own.
    public var color: Color?
    /// The background; nil is the terminal's own.
    public var background: Color?
    /// Attributes; none by default.
    public var attributes: Attributes

    /// A style; by default the terminal's own.
    public init(_ color: Color? = nil, on background: Color? = nil, _ attributes: Attributes = []) {
      (self.color, self.background, self.attributes) = (color, background, attributes)
    }
  }

  /// The lines of the border.
  public enum Border: String, Sendable, Hashable, CaseIterable {
    /// `+--+` and `|`.
    case ascii
    /// Thin lines with round corners.
    case rounded
    /// Thick lines.
    case heavy
  }

  /// The lines of the border.
  public var border: Border
  /// Whether severities have shapes beyond ASCII (`✓`, `✗`).
  public var usesSymbols: Bool
  /// The title.
  public var title: Style
  /// The message.
  public var message: Style
  /// The row that says which keys do what.
  public var hint: Style
  /// A button.
  public var button: Style
  /// The button Enter presses; also marked `> … <`.
  public var focusedButton: Style
  /// What is typed into a field.
  public var field: Style
  /// The border and the severity of an `.info` alert.
  public var info: Style
  /// The border and the severity of a `.success` alert.
  public var success: Style
  /// The border and the severity of a `.warning` alert.
  public var warning: Style
  /// The border and the severity of an `.error` alert.
  public var error: Style

  /// A theme; parts not given are as in `automatic`.
  public init(
    border: Border = .rounded, usesSymbols: Bool = true, title: Style = Style(nil, .bold), message: Style = Style(),
    hint: Style = Style(nil, .dim),
    button: Style = Style(), focusedButton: Style = Style(nil, .reverse), field: Style = Style(nil, .underline), info: Style = Style(.cyan),
    success: Style = Style(.green), warning: Style = Style(.yellow), error: Style = Style(.red)
  ) {
    (self.border, self.usesSymbols, self.title, self.message, self.hint) = (border, usesSymbols, title, message, hint)
    (self.button, self.focusedButton, self.field) = (button, focusedButton, field)
    (self.info, self.success, self.warning, self.error) = (info, success, warning, error)
  }

  /// Round corners and the person's own palette; what the terminal cannot show is left out. The default.
  public static let automatic = ANSITheme()
  /// ASCII and no styles at all.
  public static let plain = ANSITheme(
    border: .ascii, usesSymbols: false, title: Style(), hint: Style(), focusedButton: Style(), field: Style(), info: Style(),
    success: Style(),
    warning: Style(), error: Style())
  /// Thick lines, nothing dim, severities as blocks of colour.
  public static let highContrast = ANSITheme(
    border: .heavy, hint: Style(), focusedButton: Style(nil, [.bold, .reverse]), info: Style(nil, .bold), success: Style(.green, .bold),
    warning: Style(.yellow, .bold), error: Style(.red, [.bold, .reverse]))

  func style(of severity: AlertSeverity) -> Style {
    switch severity {
    case .info: info
    case .success: success
    case .warning: warning
    case .error: error
    }
  }

  /// The shape that goes with the word.
  func shape(of severity: AlertSeverity) -> Character {
    switch severity {
    case .info: "i"
    case .success: usesSymbols ? "✓" : "+"
    case .warning: "!"
    case .error: usesSymbols ? "✗" : "x"
    }
  }

  /// This theme without what a terminal cannot show.
  func fitted(to info: TerminalInfo, width: DisplayWidth) -> ANSITheme {
    var theme = self
    // Where box lines are two cells wide no width would fit.
    if !info.isUTF8 || width.ambiguous == .two { (theme.border, theme.usesSymbols) = (.ascii, false) }
    if info.colorDepth == .none {
      for part in [
        \ANSITheme.title, \.message, \.hint, \.button, \.focusedButton, \.field, \.info, \.success, \.warning, \.error,
      ] {
        theme[keyPath: part].color = nil
        theme[keyPath: part].background = nil
      }
    }
    return theme
  }
}

extension ANSITheme.Border {
  /// Corners clockwise from the top left, then the horizontal and the vertical line.
  var glyphs: (topLeft: Character, topRight: Character, bottomRight: Character, bottomLeft: Character, across: Character, down: Character) {
    switch self {
    case .ascii: ("+", "+", "+", "+", "-", "|")
    case .rounded: ("╭", "╮", "╯", "╰", "─", "│")
    case .heavy: ("┏", "┓", "┛", "┗", "━", "┃")
    }
  }
}
