package import AlertJSON
package import AlertSDK

extension AlertContent {
  /// What the alert says, as members of a JSON object; what is empty has no key, and a secret field no value (R16).
  package var members: [JSONValue.Member] {
    let json: JSONValue = [
      "severity": .string(severity.rawValue), "title": .string(title), "message": message.isEmpty ? nil : .string(message),
      "actions": list(actions, \.json), "fields": list(fields, \.json), "icon": icon.map(JSONValue.string),
      "progress": progress.map(JSONValue.number),
      "attributes": attributes.isEmpty
        ? nil : .object(attributes.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .string($0.value)) }),
    ]
    guard case .object(let members) = json else { return [] }
    return members
  }

  private func list<Element>(_ elements: [Element], _ json: (Element) -> JSONValue) -> JSONValue? {
    elements.isEmpty ? nil : .array(elements.map(json))
  }
}

extension AlertAction {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "title": .string(title), "role": .string(role.rawValue), "preferred": isPreferred ? true : nil,
    ]
  }
}

extension AlertField {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "label": .string(label), "secure": .bool(isSecure),
      "value": isSecure || initialValue.isEmpty ? nil : .string(initialValue),
    ]
  }
}

extension Duration {
  /// Seconds, with what there is after the point.
  package var jsonSeconds: JSONValue { .number(Double(components.seconds) + Double(components.attoseconds) / 1e18) }
}
