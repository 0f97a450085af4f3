/// A line as it came from the input.
enum TypedLine {
  /// Without its line end, and without the escape sequences and control characters that arrow keys leave in a line; trimmed. A tab is a
  /// space: it was typed to be seen as one.
  ///
  /// Nil for bytes that are no UTF-8.
  static func text(_ bytes: [UInt8]) -> String? {
    guard let text = verbatim(bytes) else { return nil }
    var plain = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar == "\u{1B}" || scalar == "\u{9B}" {
        if scalar == "\u{1B}" {
          guard let kind = scalars.next() else { break }
          // CSI goes on to its final byte, SS3 takes one more; any other sequence is over here.
          if kind == "O" { _ = scalars.next() }
          if kind != "[" { continue }
        }
        while let next = scalars.next(), !("@"..."~").contains(next) {}
      } else if scalar == "\t" {
        plain.append(" ")
      } else if scalar.properties.generalCategory != .control {
        plain.append(scalar)
      }
    }
    return String(plain).trimmed
  }

  /// Without its line end; for secrets, in which every character counts. Nil for bytes that are no UTF-8.
  static func verbatim(_ bytes: [UInt8]) -> String? {
    var bytes = bytes[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension String {
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[first...last])
  }
}
