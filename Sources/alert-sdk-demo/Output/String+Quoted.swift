import AlertJSON

extension String {
  /// The text in quotes with everything escaped that could harm a terminal; for messages that quote what came from outside.
  var quoted: String { JSONValue.string(self).text }
  /// As ``quoted``, without the quotes.
  var printable: String { String(quoted.dropFirst().dropLast()) }
}
