/// Who shows the popups: the notification server, or in a sandbox the portal that speaks to it.
enum NotificationService: Sendable, Equatable {
  case server
  case portal

  /// Its well-known name.
  var busName: String { self == .server ? "org.freedesktop.Notifications" : "org.freedesktop.portal.Desktop" }

  /// What it is called in a reason for a person.
  var words: String { self == .server ? "notification server" : "desktop portal" }

  /// The object and interface of a notification server.
  static let path = "/org/freedesktop/Notifications"
  static let interface = "org.freedesktop.Notifications"
}
