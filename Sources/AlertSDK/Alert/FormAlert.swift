/// A question with fields to fill in; its answer is what was typed, or nil when it was not submitted.
public struct FormAlert: AlertPresentable {
  /// What it says; its actions are `submit` and `cancel`.
  public var content: AlertContent
  /// When it may be shown.
  public var scheduling: AlertScheduling

  /// A form with a button to submit it and one to leave it.
  public init(
    _ title: String, message: String = "", fields: [AlertField], submit: String = "OK", cancel: String = "Cancel",
    scheduling: AlertScheduling = AlertScheduling()
  ) {
    content = AlertContent(
      title: title, message: message,
      actions: [
        AlertAction(id: "submit", title: submit, isPreferred: true), AlertAction(id: "cancel", title: cancel, role: .cancel),
      ],
      fields: fields)
    self.scheduling = scheduling
  }

  /// What was typed, by field id; nil when the form was left, closed, timed out or withdrawn.
  ///
  /// - Throws: ``AlertError`` when nobody was asked.
  public func answer(for outcome: AlertOutcome) throws -> [AlertField.ID: String]? {
    switch outcome {
    case .chose(let choice): choice.action == "submit" ? choice.values : nil
    case .dropped, .failed: throw AlertError(outcome)
    default: nil
    }
  }
}

extension AlertPresentable where Self == FormAlert {
  /// A form with a button to submit it and one to leave it.
  public static func form(
    _ title: String, message: String = "", fields: [AlertField], submit: String = "OK", cancel: String = "Cancel",
    scheduling: AlertScheduling = AlertScheduling()
  ) -> Self { FormAlert(title, message: message, fields: fields, submit: submit, cancel: cancel, scheduling: scheduling) }
}
