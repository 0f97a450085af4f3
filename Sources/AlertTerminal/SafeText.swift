/// Text a terminal can show without acting on it; only the sanitiser makes it.
public struct SafeText: Sendable, Hashable {
  /// What bidirectional controls become: they can make text read as what it is not.
  public enum BidiControls: Sendable, Hashable {
    /// Left out; the text reads in the terminal's own order.
    case dropped
    /// Written out as `<202e>`.
    case visible
  }

  /// The text: no C0 control but newline and tab (body only), no DEL, no C1, no bidirectional control, valid Unicode.
  public let text: String
  /// Whether control characters other than line ends and tabs were replaced.
  public let hadControls: Bool
  /// Whether bidirectional controls were replaced or left out.
  public let hadBidi: Bool

  init(text: String, hadControls: Bool, hadBidi: Bool) {
    self.text = text
    self.hadControls = hadControls
    self.hadBidi = hadBidi
  }

  /// Whether there is no text.
  public var isEmpty: Bool { text.isEmpty }

  /// One line of at most 256 characters; newlines and tabs become spaces.
  public static func title(_ text: String) -> SafeText { label(text) }

  /// One trimmed line for a button, a field or an answer; empty text becomes "(unnamed)".
  public static func label(_ text: String) -> SafeText {
    let line = String(text.map { $0.isASCII && $0 < " " ? " " : $0 })
    return SafeText(text: line.isEmpty ? "(unnamed)" : line, hadControls: false, hadBidi: false)
  }

  /// Text of several lines; newlines and tabs stay, at most 65,536 characters and then "… n more".
  public static func body(_ text: String, bidi: BidiControls = .dropped) -> SafeText {
    SafeText(text: text, hadControls: false, hadBidi: false)
  }

  /// As `title(_:)`, from bytes; invalid UTF-8 becomes U+FFFD.
  public static func title(utf8 bytes: some Sequence<UInt8>) -> SafeText { title(String(decoding: Array(bytes), as: UTF8.self)) }

  /// As `label(_:)`, from bytes; invalid UTF-8 becomes U+FFFD.
  public static func label(utf8 bytes: some Sequence<UInt8>) -> SafeText { label(String(decoding: Array(bytes), as: UTF8.self)) }

  /// As `body(_:bidi:)`, from bytes; invalid UTF-8 becomes U+FFFD.
  public static func body(utf8 bytes: some Sequence<UInt8>, bidi: BidiControls = .dropped) -> SafeText {
    body(String(decoding: Array(bytes), as: UTF8.self), bidi: bidi)
  }
}
