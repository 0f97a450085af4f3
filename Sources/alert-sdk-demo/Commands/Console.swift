/// What the program says to people: on standard error, since standard output carries answers only.
enum Console {
  /// A message about the program's own work. If nobody can read it, nobody can be told so.
  static func say(_ text: String) async { _ = try? await OutputFile.standardError.write(text) }

  static func complain(_ reason: String) async { await say("alert-sdk-demo: \(reason)") }
}
