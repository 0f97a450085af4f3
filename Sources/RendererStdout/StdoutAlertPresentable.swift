public import AlertSDK

/// An alert that brings its own lines for ``StdoutRenderer``.
public protocol StdoutAlertPresentable: AlertPresentable {
  /// The lines in place of the content's message; read before each showing and for each update, on the alert's isolation.
  ///
  /// Made safe like all text. Title, choices, fields and the rest stay the content's. In JSON mode they are the key `lines`.
  var stdoutLines: [String] { get async }
}
