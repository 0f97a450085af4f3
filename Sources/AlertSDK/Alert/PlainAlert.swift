/// An alert that is its content: a notice, or anything whose bare outcome is answer enough.
public struct PlainAlert: AlertPresentable {
  /// What it says.
  public var content: AlertContent
  /// When it may be shown.
  public var scheduling: AlertScheduling
  /// An alert of the given content.
  public init(_ content: AlertContent, scheduling: AlertScheduling = AlertScheduling()) {
    (self.content, self.scheduling) = (content, scheduling)
  }
}

extension AlertPresentable where Self == PlainAlert {
  /// Something to know that asks nothing; on screen for 4 s unless told otherwise.
  ///
  /// - Parameters:
  ///   - timeLimit: How long it is on screen; nil: until it is closed. Default: 4 s.
  ///   - scheduling: When it may be shown; a time limit of its own goes before `timeLimit`.
  public static func notice(
    _ title: String, message: String = "", severity: AlertSeverity = .info, timeLimit: Duration? = .seconds(4),
    scheduling: AlertScheduling = AlertScheduling()
  ) -> Self {
    var scheduling = scheduling
    scheduling.timeLimit = scheduling.timeLimit ?? timeLimit
    return PlainAlert(AlertContent(title: title, message: message, severity: severity), scheduling: scheduling)
  }
}
