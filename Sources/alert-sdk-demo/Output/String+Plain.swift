extension String {
  /// The text as it is, but for what a terminal could act on, which is escaped as in ``quoted``; for messages that people read.
  var plain: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar == "\"" || scalar == "\\" ? String(scalar) : String(scalar).printable
    }
  }
}
