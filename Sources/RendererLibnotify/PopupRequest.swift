import AlertSDK

/// What is sent to a notification server for one showing of an alert: pure, made from the content and the server's capabilities.
struct PopupRequest: Sendable, Hashable {
  /// An action as the server gets it, and what it stands for.
  struct Action: Sendable, Hashable {
    var wire: String
    var label: String
    var id: AlertAction.ID
  }

  /// gnome-shell draws three buttons and drops the others without a word, so more are left to another renderer.
  static let actionLimit = 3
  /// The wire id that stands for a click on the body.
  static let bodyClickWire = "default"

  /// Servers with this capability (xfce4-notifyd) draw a progress bar in place of the text, as for a volume key.
  static let barInsteadOfText = "x-canonical-private-icon-only"

  var appName: String
  var summary: String
  var body: String
  var actions: [Action]
  var hints: [String: LibnotifyHints.Value]
  var image: LibnotifyImage?
  /// The server's own expiry in milliseconds, 0 for none: so that a popup does not outlive a process that died.
  var expiry: Int32

  /// Maps an alert for a server with these capabilities.
  ///
  /// - Throws: `.unsupported` where such a popup could not be answered: fields, too many actions, or a server without any (R8).
  init(
    _ content: AlertContent, hints: LibnotifyHints = LibnotifyHints(), timeLimit: Duration? = nil, repeatCount: Int = 1,
    appName: String, capabilities: Set<String>, wires: inout ActionWires
  ) throws(RendererFailure) {
    guard content.fields.isEmpty else { throw .unsupported("a desktop popup has no fields to type into") }
    var seen: Set<AlertAction.ID> = []
    let offered = content.actions.filter { seen.insert($0.id).inserted }
    guard offered.isEmpty || capabilities.contains("actions") else {
      throw .unsupported("the notification server has no buttons, and this alert needs an answer")
    }
    guard offered.count <= Self.actionLimit else {
      throw .unsupported("a desktop popup has at most \(Self.actionLimit) buttons, and this alert has \(offered.count)")
    }
    let name = PopupText.line(appName, limit: PopupText.labelLimit)
    self.appName = name.isEmpty ? "alert" : name
    expiry = timeLimit?.wholeMilliseconds ?? 0  // never before the core's own end
    image = hints.image
    actions = []
    for action in offered {
      let isBodyClick = action.id == hints.bodyClick && action.role != .destructive
      actions.append(
        Action(wire: isBodyClick ? Self.bodyClickWire : wires.wire(for: action.id), label: Self.label(of: action), id: action.id))
    }

    var title = PopupText.line(content.title, limit: PopupText.titleLimit)
    body = PopupText.paragraph(content.message)
    if !capabilities.contains("body"), !body.isEmpty {
      title = PopupText.line(title.isEmpty ? body : "\(title): \(body)", limit: PopupText.titleLimit)
      body = ""
    }
    if title.isEmpty { title = self.appName }
    summary = repeatCount > 1 ? "\(title) (×\(repeatCount))" : title
    let percent = Self.percent(content.progress)
    let drawsBar = !capabilities.contains(Self.barInsteadOfText)
    if let percent, !drawsBar { summary += " (\(percent) %)" }
    if capabilities.contains("body-markup") { body = PopupText.escaped(body) }
    self.hints = Self.wireHints(of: content, hints, isLimited: timeLimit != nil, capabilities)
    if let percent, drawsBar { self.hints["value"] = .number(percent) }
  }

  /// Whether the other one looks the same; the time that is left is nothing to see.
  func looksLike(_ other: PopupRequest) -> Bool {
    var same = other
    same.expiry = expiry
    return self == same
  }

  private static func label(of action: AlertAction) -> String {
    for text in [action.title, action.id] {
      let label = PopupText.line(text, limit: PopupText.labelLimit)
      if !label.isEmpty { return label }
    }
    return "…"  // libnotify refuses an empty label
  }

  private static func percent(_ progress: Double?) -> Int32? {
    guard let progress, !progress.isNaN else { return nil }
    return Int32((min(max(progress, 0), 1) * 100).rounded())
  }
}
