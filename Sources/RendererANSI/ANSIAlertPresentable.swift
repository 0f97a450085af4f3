public import AlertSDK

/// An alert that brings its own body for the box in a terminal; shown in place of its message.
///
/// A `PlainAlert` is its content and is not asked, even where an app makes it conform: rows belong to a type of the app's own.
public protocol ANSIAlertPresentable: AlertPresentable {
  /// The rows of the body; read just before each showing and after each update, on the alert's own isolation.
  ///
  /// A row that is too long is cut, not wrapped, so that tables keep their columns. Text is untrusted, as everywhere.
  var ansiBody: [ANSIRow] { get async }
}

/// One row of a body: pieces of text with styles.
public struct ANSIRow: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A piece of text with one style.
  public struct Span: Sendable, Hashable {
    /// The text; newlines in it become spaces.
    public var text: String
    /// How it is drawn; nil is the theme's style of a message.
    public var style: ANSITheme.Style?

    /// A piece of text; in the theme's style unless one is given.
    public init(_ text: String, _ style: ANSITheme.Style? = nil) { (self.text, self.style) = (text, style) }
  }
  /// The pieces, from left to right.
  public var spans: [Span]

  /// A row of pieces.
  public init(_ spans: [Span]) { self.spans = spans }
  /// A row of one piece in the theme's style.
  public init(_ text: String) { spans = [Span(text)] }
  /// A row of one piece in the theme's style.
  public init(stringLiteral text: String) { self.init(text) }
}
