/// Text a terminal can show without acting on it; only the sanitizer makes it.
///
/// It has no C0 control but newline and tab (in a body), no DEL, no C1, no bidirectional control, no hidden tag, and no character of
/// more than a few scalars. Whatever writes to a terminal takes this type, so that no text of an app gets there as it came.
public struct SafeText: Sendable, Hashable {
  /// What bidirectional controls become: they can make text read as what it is not.
  public enum BidiControls: Sendable, Hashable {
    /// Left out; the text reads in the terminal's own order.
    case dropped
    /// Written out as `<202e>`.
    case visible
  }

  /// Most characters of a title or a label, with the `…` for what was cut.
  public static let titleLimit = 256
  /// Most characters of a body, before "… n more".
  public static let bodyLimit = 65_536

  /// The text: valid Unicode without anything a terminal would obey.
  public let text: String
  /// Whether characters were replaced that only steer or hide: controls other than line ends and tabs, tags, noncharacters.
  public let hadControls: Bool
  /// Whether bidirectional controls were made visible or left out.
  public let hadBidi: Bool

  /// For the sanitizer, and for pieces of text that it has made.
  init(text: String, hadControls: Bool, hadBidi: Bool) {
    self.text = text
    self.hadControls = hadControls
    self.hadBidi = hadBidi
  }

  /// Whether there is no text.
  public var isEmpty: Bool { text.isEmpty }

  /// One trimmed line of at most 256 characters; newlines and tabs become spaces, bidirectional controls visible.
  public static func title(_ text: String) -> SafeText {
    var sanitizer = TextSanitizer(text, lines: .one, bidi: .visible)
    sanitizer.trim()
    sanitizer.limitToTitle()
    return sanitizer.result
  }

  /// As a title, for a button, a field or an answer; "(unnamed)" where nothing would be seen.
  public static func label(_ text: String) -> SafeText {
    let label = title(text)
    guard DisplayWidth().cells(of: label.text) == 0 else { return label }
    return SafeText(text: "(unnamed)", hadControls: label.hadControls, hadBidi: label.hadBidi)
  }

  /// Text of several lines; newlines and tabs stay, at most 65,536 characters and then "… n more".
  ///
  /// Tabs stay because their width depends on the column: `TextWrapping` turns them into spaces.
  public static func body(_ text: String, bidi: BidiControls = .dropped) -> SafeText {
    var sanitizer = TextSanitizer(text, lines: .many, bidi: bidi)
    sanitizer.limitToBody()
    return sanitizer.result
  }

  /// As `title(_:)`, from bytes; invalid UTF-8 becomes U+FFFD.
  public static func title(utf8 bytes: some Collection<UInt8>) -> SafeText { title(String(decoding: bytes, as: UTF8.self)) }

  /// As `label(_:)`, from bytes; invalid UTF-8 becomes U+FFFD.
  public static func label(utf8 bytes: some Collection<UInt8>) -> SafeText { label(String(decoding: bytes, as: UTF8.self)) }

  /// As `body(_:bidi:)`, from bytes; invalid UTF-8 becomes U+FFFD.
  public static func body(utf8 bytes: some Collection<UInt8>, bidi: BidiControls = .dropped) -> SafeText {
    body(String(decoding: bytes, as: UTF8.self), bidi: bidi)
  }
}
