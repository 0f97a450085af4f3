import AlertSDK

/// The ids under which a popup's actions go over the bus: `a0`, `a1`, … in the order in which they were first seen.
///
/// The app's own ids are never sent: servers give some a meaning (`default`, `settings`, `inline-reply`). An action keeps its wire id
/// through all updates of a popup and none is used for another one, so a click that crosses an update cannot mean the wrong action.
struct ActionWires: Sendable, Hashable {
  private var wires: [AlertAction.ID: String] = [:]

  /// The wire id of an action.
  mutating func wire(for id: AlertAction.ID) -> String {
    if let known = wires[id] { return known }
    let wire = "a\(wires.count)"
    wires[id] = wire
    return wire
  }
}
