/// A question with a value for each choice.
public struct ChoiceAlert<Value: Sendable>: AlertPresentable {
  /// One choice: its action, its value, and for choices without a value what to do when it is taken.
  public struct Choice: Sendable {
    var action: AlertAction
    let value: Value
    var perform: (@Sendable @isolated(any) () async -> Void)?
    /// A choice whose id is its title unless given.
    public init(_ title: String, _ value: Value, id: AlertAction.ID? = nil, role: AlertAction.Role = .normal, isPreferred: Bool = false) {
      action = AlertAction(id: id ?? title, title: title, role: role, isPreferred: isPreferred)
      self.value = value
    }
  }

  /// What it says; its actions are the choices.
  public var content: AlertContent
  /// When it may be shown.
  public var scheduling: AlertScheduling
  let choices: [Choice]
  let otherwise: Value

  /// A question; `otherwise` is the answer when a person closed it, time ran out, or the app withdrew it.
  public init(
    _ title: String, message: String = "", severity: AlertSeverity = .info, choices: [Choice], otherwise: Value,
    scheduling: AlertScheduling = AlertScheduling()
  ) {
    content = AlertContent(title: title, message: message, severity: severity, actions: choices.map(\.action))
    (self.scheduling, self.choices, self.otherwise) = (scheduling, choices, otherwise)
  }

  private func choice(in outcome: AlertOutcome) -> Choice? { choices.first { $0.action.id == outcome.choice?.action } }

  /// The value of the choice, or `otherwise`.
  ///
  /// - Throws: ``AlertError`` when nobody was asked: "could not ask" is never an answer.
  public func answer(for outcome: AlertOutcome) throws -> Value {
    switch outcome {
    case .chose: choice(in: outcome)?.value ?? otherwise
    case .dropped, .failed: throw AlertError(outcome)
    default: otherwise
    }
  }

  /// Performs the chosen choice, if it has something to perform.
  public func didEnd(with outcome: AlertOutcome) async { await choice(in: outcome)?.perform?() }
}

extension ChoiceAlert.Choice where Value == Void {
  /// A choice that does something when taken; `perform` runs on the isolation it was written in, after the alert has gone.
  public init(
    _ title: String, id: AlertAction.ID? = nil, role: AlertAction.Role = .normal, isPreferred: Bool = false,
    @_inheritActorContext perform: (@Sendable @isolated(any) () async -> Void)? = nil
  ) {
    self.init(title, (), id: id, role: role, isPreferred: isPreferred)
    self.perform = perform
  }
}

extension ChoiceAlert where Value == Void {
  /// A question whose choices perform something and have no value.
  public init(
    _ title: String, message: String = "", severity: AlertSeverity = .info, choices: [Choice],
    scheduling: AlertScheduling = AlertScheduling()
  ) { self.init(title, message: message, severity: severity, choices: choices, otherwise: (), scheduling: scheduling) }
}

extension AlertPresentable where Self == ChoiceAlert<Bool> {
  /// A yes-or-no question; closing it, a time limit and withdrawing it mean no.
  public static func confirmation(
    _ title: String, message: String = "", confirm: String = "OK", cancel: String = "Cancel", isDestructive: Bool = false,
    scheduling: AlertScheduling = AlertScheduling()
  ) -> Self {
    ChoiceAlert(
      title, message: message,
      choices: [
        .init(confirm, true, id: "confirm", role: isDestructive ? .destructive : .normal),
        .init(cancel, false, id: "cancel", role: .cancel),
      ],
      otherwise: false, scheduling: scheduling)
  }
}
