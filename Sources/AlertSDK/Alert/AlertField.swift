/// One thing a person can type in an alert; it describes itself without its value, so that none ends up in a log.
///
/// On the wire (`Codable`) `id` and `label` are required, `value` and `secure` are not.
public struct AlertField: Sendable, Hashable, Codable, Identifiable, CustomStringConvertible, CustomReflectable {
  /// Names the field in the outcome's values; unique within its alert.
  public var id: String
  /// The label a person sees.
  public var label: String
  /// What stands in the field at first. Default: empty.
  public var initialValue: String
  /// Whether what is typed must never be echoed, logged or put into a notification (R16). Default: false.
  public var isSecure: Bool

  /// A field; empty and echoed unless said otherwise.
  public init(id: String, label: String, initialValue: String = "", isSecure: Bool = false) {
    (self.id, self.label, self.initialValue, self.isSecure) = (id, label, initialValue, isSecure)
  }

  private enum CodingKeys: String, CodingKey { case id, label, initialValue = "value", isSecure = "secure" }

  /// Decodes a field; only `id` and `label` are required.
  ///
  /// - Throws: the decoder's error for a missing id or label or a value of the wrong type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .id), label: try values.decode(String.self, forKey: .label),
      initialValue: try values.decodeIfPresent(String.self, forKey: .initialValue) ?? "",
      isSecure: try values.decodeIfPresent(Bool.self, forKey: .isSecure) ?? false)
  }

  /// The field's id, never its value.
  public var description: String { "AlertField(\(id))" }
  /// The field without its value.
  public var customMirror: Mirror { Mirror(self, children: ["id": id, "label": label, "isSecure": isSecure]) }
}
