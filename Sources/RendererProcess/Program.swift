/// What to start.
struct Program: Sendable {
  var executable: String
  var arguments: [String] = []
  /// Nil: that of this process.
  var environment: [String: String]?
  /// What reasons call it until it has said its name.
  var label: String
}

/// How a program ended.
enum ProgramEnd: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// The app ignores SIGCHLD or has taken the status itself.
  case unknown
}
