import AlertSDK

/// The options of `show` on their way to an alert.
struct ShowArguments {
  static let options = [
    "title", "message", "severity", "action", "cancel", "destructive", "preferred", "field", "secret", "priority", "timeout", "icon",
    "progress",
  ].map { CommandOption(name: $0) }

  private var title: String?
  private var content = AlertContent(title: "")
  private var scheduling = AlertScheduling()
  private var preferred: String?

  mutating func take(_ element: OptionParser.Element) throws(UsageError) {
    switch element {
    case .word(let text):
      guard title == nil else { throw element.unexpected }
      title = text
    case .option(let option, let value): try take(option.name, value)
    }
  }

  private mutating func take(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "title":
      guard title == nil else { throw UsageError("two titles: \((title ?? "").quoted) and \(value.quoted)") }
      title = value
    case "message": content.message = value
    case "severity":
      guard let severity = AlertSeverity(rawValue: value) else {
        throw UsageError("--severity: expected \(AlertSeverity.allCases.map(\.rawValue).joined(separator: ", ")), found \(value.quoted)")
      }
      content.severity = severity
    case "action": try addAction(name, value, .normal)
    case "cancel": try addAction(name, value, .cancel)
    case "destructive": try addAction(name, value, .destructive)
    case "preferred": preferred = value
    case "field": try addField(name, value, isSecure: false)
    case "secret": try addField(name, value, isSecure: true)
    case "priority":
      guard let priority = AlertPriority(named: value) ?? Int(value).map(AlertPriority.init(rawValue:)) else {
        throw UsageError("--priority: expected low, medium, high or an integer, found \(value.quoted)")
      }
      scheduling.priority = priority
    case "timeout": scheduling.timeLimit = .seconds(try number(name, value, in: Duration.acceptedSeconds))
    case "icon": content.icon = value
    case "progress": content.progress = try number(name, value, in: 0...1)
    default: throw UsageError("--\(name) has no meaning here")
    }
  }

  /// The alert, when all is said.
  func command() throws(UsageError) -> Invocation.Command {
    guard let title else { throw UsageError("show needs a title") }
    var content = content
    content.title = title
    if !content.fields.isEmpty, content.actions.isEmpty {  // a form needs a way out of it; as FormAlert has it
      content.actions = [
        AlertAction(id: "submit", title: "OK", isPreferred: preferred == nil), AlertAction(id: "cancel", title: "Cancel", role: .cancel),
      ]
    }
    if let preferred {
      guard let index = content.actions.firstIndex(where: { $0.id == preferred }) else {
        throw UsageError("--preferred: there is no action \(preferred.quoted)")
      }
      content.actions[index].isPreferred = true
    }
    return .show(content, scheduling)
  }

  private mutating func addAction(_ option: String, _ value: String, _ role: AlertAction.Role) throws(UsageError) {
    let (id, label) = try named(option, value)
    guard !content.actions.contains(where: { $0.id == id }) else { throw UsageError("two actions have the id \(id.quoted)") }
    content.actions.append(AlertAction(id: id, title: label, role: role))
  }

  private mutating func addField(_ option: String, _ value: String, isSecure: Bool) throws(UsageError) {
    let (id, label) = try named(option, value)
    guard !content.fields.contains(where: { $0.id == id }) else { throw UsageError("two fields have the id \(id.quoted)") }
    content.fields.append(AlertField(id: id, label: label, isSecure: isSecure))
  }

  /// Takes `ID=LABEL` apart; without a label the id is the label.
  private func named(_ option: String, _ value: String) throws(UsageError) -> (id: String, label: String) {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (id, label) = (parts[0], parts.count > 1 ? parts[1] : "")
    // Ids come out again as lines of their own, or before a tab.
    guard !id.isEmpty, !id.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw UsageError("--\(option): expected ID or ID=LABEL, found \(value.quoted)")
    }
    return (id, label.isEmpty ? id : label)
  }

  private func number(_ option: String, _ value: String, in range: ClosedRange<Double>) throws(UsageError) -> Double {
    guard let number = Double(value), range.contains(number) else {
      throw UsageError("--\(option): expected a number from \(range.inWords), found \(value.quoted)")
    }
    return number
  }
}
