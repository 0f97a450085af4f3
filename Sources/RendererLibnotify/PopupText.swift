/// Text as a notification server may get it: no control character, of bounded length, cut between Characters.
///
/// A Swift string is valid UTF-8 already, so invalid bytes cannot reach libnotify, which would put "[Invalid UTF-8]" in their place.
enum PopupText {
  /// The longest title, in Characters.
  static let titleLimit = 200
  /// The longest body, in Characters, counted before escaping.
  static let bodyLimit = 4_000
  /// The longest label of a button, in Characters.
  static let labelLimit = 40
  /// A Character can be any number of bytes long (combining marks), so there is a second limit, for each allowed Character.
  static let bytesPerCharacter = 32

  /// One line without a control character; empty where the text holds nothing to see.
  static func line(_ text: String, limit: Int) -> String {
    cleaned(text, limit: limit) { $0 == " " || isBreak($0) ? " " : nil }
  }

  /// Lines without a control character other than the line break and the tab.
  static func paragraph(_ text: String, limit: Int = bodyLimit) -> String {
    cleaned(text, limit: limit) { $0 == "\n" || $0 == "\t" ? $0 : nil }
  }

  /// The text for a server that reads markup in it.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Replaces control characters with spaces (but for those that `keep` has another word for), trims, and cuts with an ellipsis.
  private static func cleaned(_ text: String, limit: Int, keep: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
    let byteLimit = limit * bytesPerCharacter
    var result = String.UnicodeScalarView()
    var (bytes, isCut, previous) = (0, false, Unicode.Scalar(0))
    for scalar in text.unicodeScalars.drop(while: { isBlank($0) }) {
      defer { previous = scalar }
      if scalar == "\n", previous == "\r" { result.removeLast() }  // a CR LF is one line break
      bytes += UTF8.width(scalar)
      guard bytes <= byteLimit else {
        isCut = true
        break
      }
      result.append(keep(scalar) ?? (isControl(scalar) ? " " : scalar))
    }
    while let last = result.last, isBlank(last) { result.removeLast() }
    var clean = String(result)
    if isCut, clean.count > 1 { clean.removeLast() }  // it may be half a Character
    guard isCut || clean.utf8.count > limit else { return clean }  // never more Characters than bytes
    // The last Character that may stay; it gives way to the ellipsis where more follow it.
    let end = clean.index(clean.startIndex, offsetBy: limit - 1, limitedBy: clean.endIndex) ?? clean.endIndex
    let isLonger = end < clean.endIndex && clean.index(after: end) < clean.endIndex
    return isCut || isLonger ? clean[..<end] + "…" : clean
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) }
  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x2028 || scalar.value == 0x2029 }
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || isControl(scalar) || isBreak(scalar) }
}
