import AlertSDK

extension PopupRequest {
  /// The hints by their names in the Desktop Notifications specification 1.2.
  static func wireHints(
    of content: AlertContent, _ hints: LibnotifyHints, isLimited: Bool, _ capabilities: Set<String>
  ) -> [String: LibnotifyHints.Value] {
    var result: [String: LibnotifyHints.Value] = [:]
    for (name, value) in hints.others {
      let key = PopupText.line(name, limit: PopupText.labelLimit)
      guard !key.isEmpty else { continue }
      if case .text(let text) = value { result[key] = .text(PopupText.paragraph(text)) } else { result[key] = value }
    }
    func set(_ name: String, _ text: String?) {
      let line = PopupText.line(text ?? "", limit: PopupText.bodyLimit)
      if !line.isEmpty { result[name] = .text(line) }
    }
    let urgency = hints.urgency ?? (content.severity == .error ? .critical : .normal)  // gnome-shell shows no popup for low
    result["urgency"] = .byte(urgency == .low ? 0 : urgency == .normal ? 1 : 2)
    set("category", hints.category)
    set("desktop-entry", hints.desktopEntry)
    set("image-path", (hints.imagePath ?? content.icon).map(path(of:)))  // the icon parameter changed its meaning in libnotify 0.8.4
    set("sound-name", hints.soundName)
    set("sound-file", hints.soundFile.map(path(of:)))
    // Without it notification-daemon reports no expiry, and a server with a history would keep what had a time limit.
    if hints.isTransient ?? (isLimited && capabilities.contains("persistence")) { result["transient"] = .flag(true) }
    if hints.isResident == true { result["resident"] = .flag(true) }
    return result
  }

  /// A file's plain path: some servers cannot read an escaped URI.
  static func path(of icon: String) -> String {
    let scheme = "file://"
    guard icon.hasPrefix(scheme), let start = icon.dropFirst(scheme.count).firstIndex(of: "/") else { return icon }
    var bytes: [UInt8] = []
    var rest = Array(icon[start...].utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first, let low = rest.dropFirst().first,
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), high != UInt8(ascii: "+")
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
