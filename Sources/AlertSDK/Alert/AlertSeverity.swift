/// How serious an alert is; renderers show it as a word and a shape, never by colour alone.
public enum AlertSeverity: String, Sendable, Hashable, Codable, CaseIterable {
  /// Something to know.
  case info
  /// Something went well.
  case success
  /// Something may go wrong.
  case warning
  /// Something went wrong.
  case error
}
