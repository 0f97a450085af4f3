/// What a person chose, with what they typed; it describes itself without the values, so that none ends up in a log.
public struct AlertChoice: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The id of the chosen action.
  public var action: AlertAction.ID
  /// What was typed, by field id.
  public var values: [AlertField.ID: String]
  /// A choice; without values unless the alert had fields.
  public init(_ action: AlertAction.ID, values: [AlertField.ID: String] = [:]) { (self.action, self.values) = (action, values) }
  /// The action and the names of the fields, never their values.
  public var description: String { values.isEmpty ? action : "\(action) (\(values.keys.sorted().joined(separator: ", ")))" }
  /// The choice without its values.
  public var customMirror: Mirror { Mirror(self, children: ["action": action, "fields": values.keys.sorted()]) }
}
