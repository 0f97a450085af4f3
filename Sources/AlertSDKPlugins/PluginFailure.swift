/// Why no renderer came of a file or directory, in words for a person.
public struct PluginFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file or directory, as it was named.
  public let path: String
  /// What is wrong with it, and where there is something to do about it, what.
  public let reason: String

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// Path and reason in a line without control characters.
  public var description: String { "\(path.debugDescription): \(reason)" }
}
