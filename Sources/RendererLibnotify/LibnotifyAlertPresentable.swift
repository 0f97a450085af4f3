public import AlertSDK

/// An alert that brings hints of its own for desktop popups; other renderers do not see them.
public protocol LibnotifyAlertPresentable: AlertPresentable {
  /// The hints; read on the alert's own isolation just before it is shown, and again at each update.
  ///
  /// They win over those in the content's attributes.
  var libnotifyHints: LibnotifyHints { get async }
}
