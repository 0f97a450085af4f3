/// What a renderer says of an alert that is no longer up.
public enum AlertResponse: Sendable, Hashable {
  /// A person chose an action of the content (R6).
  case chose(AlertChoice)
  /// A person or the surface closed it without choosing (R7).
  case dismissed
  /// The surface's own expiry ended it (R10).
  case timedOut
  /// It is out and cannot be taken back (a line, a push message); only for alerts that need no answer (R1, R7).
  case delivered

  /// A person chose the action with this id.
  public static func chose(_ action: AlertAction.ID, values: [AlertField.ID: String] = [:]) -> Self {
    .chose(AlertChoice(action, values: values))
  }
}
