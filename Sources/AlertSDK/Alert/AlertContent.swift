/// What an alert says, as a value; all its text is untrusted and made safe by the renderer.
///
/// On the wire (`Codable`) only `title` is required.
public struct AlertContent: Sendable, Hashable, Codable {
  /// One line that says what this is about.
  public var title: String
  /// The rest, of any length; may have several lines. Default: empty.
  public var message: String
  /// How serious it is. Default: `.info`.
  public var severity: AlertSeverity
  /// What a person can choose; none for a notice. An id should stand once: of two equal ones the first counts.
  public var actions: [AlertAction]
  /// What a person can type; needs at least one action to submit with.
  public var fields: [AlertField]
  /// The name or absolute path of an icon, for renderers that have icons.
  public var icon: String?
  /// How much is done, from 0 to 1; nil where that means nothing.
  public var progress: Double?
  /// Hints for renderers by name (`libnotify.category`); the only way to reach one in another process.
  public var attributes: [String: String]

  /// Content with everything but the title optional.
  public init(
    title: String, message: String = "", severity: AlertSeverity = .info, actions: [AlertAction] = [],
    fields: [AlertField] = [], icon: String? = nil, progress: Double? = nil, attributes: [String: String] = [:]
  ) {
    (self.title, self.message, self.severity, self.actions) = (title, message, severity, actions)
    (self.fields, self.icon, self.progress, self.attributes) = (fields, icon, progress, attributes)
  }

  /// Decodes content in which every key but `title` may be missing.
  ///
  /// - Throws: the decoder's error for a missing title or a value of the wrong type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      title: try values.decode(String.self, forKey: .title),
      message: try values.decodeIfPresent(String.self, forKey: .message) ?? "",
      severity: try values.decodeIfPresent(AlertSeverity.self, forKey: .severity) ?? .info,
      actions: try values.decodeIfPresent([AlertAction].self, forKey: .actions) ?? [],
      fields: try values.decodeIfPresent([AlertField].self, forKey: .fields) ?? [],
      icon: try values.decodeIfPresent(String.self, forKey: .icon),
      progress: try values.decodeIfPresent(Double.self, forKey: .progress),
      attributes: try values.decodeIfPresent([String: String].self, forKey: .attributes) ?? [:])
  }

  /// What a renderer must be able to do before the core hands it this content (R8).
  public var requiredCapabilities: RendererCapabilities {
    var needed: RendererCapabilities = []
    if !actions.isEmpty { needed.insert(.actions) }
    if !fields.isEmpty { needed.insert(.fields) }
    return needed
  }
}
