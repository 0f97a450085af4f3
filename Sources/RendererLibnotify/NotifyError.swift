import AlertSDK

/// What an error of the server's Notify method means for the queue.
enum NotifyError {
  /// - Parameters:
  ///   - name: the D-Bus error name, nil where the error arose on our side.
  ///   - message: the server's words.
  static func failure(name: String?, message: String) -> RendererFailure {
    if name?.hasSuffix(".ExcessNotificationGeneration") == true {
      return .unavailable("the notification server wants fewer popups at once", retryAfter: .seconds(1))
    }
    return .lost(message.isEmpty ? "the notification server refused the popup" : "the notification server refused the popup: \(message)")
  }
}
