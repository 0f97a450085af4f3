import AlertSDK

/// What a renderer says about all its popups.
struct PopupStyle: Sendable {
  var appName: String
  var desktopEntry: String?
  var diagnostics: (@Sendable (String) -> Void)?

  /// The hints for an alert: its own, over those in its attributes, over the renderer's.
  func hints(of alert: any AlertPresentable, _ content: AlertContent) async -> LibnotifyHints {
    var base = LibnotifyHints()
    base.desktopEntry = desktopEntry
    let named = content.attributes.isEmpty ? base : LibnotifyHints(attributes: content.attributes).over(base)
    guard let alert = alert as? any LibnotifyAlertPresentable else { return named }
    return await alert.libnotifyHints.over(named)
  }
}
