import AlertTerminal

/// Puts safe text into lines of one style, as bytes.
struct LineWriter {
  let style: LineStyle
  private(set) var bytes: [UInt8] = []

  init(style: LineStyle) {
    self.style = style
    bytes.reserveCapacity(256)
  }

  /// One line; the parts are put together here so that the common case, a log, builds no strings.
  mutating func line(_ line: String, before: String = "", after: String = "") {
    if style.isLog {
      text(LineStyle.prefix)
      text(before)
      text(line)
      text(after)
      bytes.append(UInt8(ascii: "\n"))
    } else {
      for row in wrapped(before + line + after) {
        text(row)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
  }

  /// Text without a line end.
  mutating func text(_ text: String) {
    if style.isASCII {
      bytes.append(contentsOf: SafeText.body(text).ascii.text.utf8)
    } else if style.mode == .ci && text.utf8.contains(UInt8(ascii: "#")) {
      // Azure Pipelines looks for `##vso[` and older GitHub runners for `##[` anywhere in a line.
      var last: UInt8 = 0
      for byte in text.utf8 {
        if byte == UInt8(ascii: "#") && last == byte { bytes.append(UInt8(ascii: " ")) }
        bytes.append(byte)
        last = byte
      }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  private func wrapped(_ line: String) -> [String] {
    guard let columns = style.columns, line.utf8.count > columns else { return [line] }
    let line = SafeText.body(line)
    return TextWrapping().lines(of: style.isASCII ? line.ascii : line, columns: columns).map(\.text)
  }
}
