/// One thing a person can choose in an alert.
///
/// On the wire (`Codable`) `id` and `title` are required, `role` and `preferred` are not.
public struct AlertAction: Sendable, Hashable, Codable, Identifiable {
  /// What choosing the action means to a renderer.
  public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    /// An ordinary choice.
    case normal
    /// The way out; a renderer may choose it when a person closes the alert.
    case cancel
    /// A choice that destroys something: never focused by default, never chosen by closing or by a time limit (R15).
    case destructive
  }

  /// Names the action in the outcome; unique within its alert.
  public var id: String
  /// The label a person sees.
  public var title: String
  /// What choosing it means. Default: `.normal`.
  public var role: Role
  /// Whether a renderer should offer it first. Default: false.
  public var isPreferred: Bool

  /// An action; an ordinary one unless a role is given.
  public init(id: String, title: String, role: Role = .normal, isPreferred: Bool = false) {
    (self.id, self.title, self.role, self.isPreferred) = (id, title, role, isPreferred)
  }

  private enum CodingKeys: String, CodingKey { case id, title, role, isPreferred = "preferred" }

  /// Decodes an action; only `id` and `title` are required.
  ///
  /// - Throws: the decoder's error for a missing id or title or a value of the wrong type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .id), title: try values.decode(String.self, forKey: .title),
      role: try values.decodeIfPresent(Role.self, forKey: .role) ?? .normal,
      isPreferred: try values.decodeIfPresent(Bool.self, forKey: .isPreferred) ?? false)
  }
}
