#if Libnotify && os(Linux)
  import AlertSDK
  import CLibnotify

  /// Why a call over the bus failed, as a value.
  struct DBusFailure: Error, Sendable, Equatable {
    enum Kind: Sendable, Equatable { case timedOut, cancelled, closed, remote(String), other }

    var kind: Kind
    /// In words for a person, without the name of a remote error.
    var message: String

    /// Takes what GLib left, and frees it.
    init(freeing error: UnsafeMutablePointer<GError>?) {
      guard let error else {
        (kind, message) = (.other, "unknown error")
        return
      }
      defer { g_error_free(error) }
      if let name = g_dbus_error_get_remote_error(error) {
        kind = .remote(String(cString: name))
        g_free(name)
        g_dbus_error_strip_remote_error(error)
      } else if error.pointee.domain == g_io_error_quark() {
        switch UInt32(bitPattern: error.pointee.code) {
        case G_IO_ERROR_TIMED_OUT.rawValue: kind = .timedOut
        case G_IO_ERROR_CANCELLED.rawValue: kind = .cancelled
        case G_IO_ERROR_CLOSED.rawValue: kind = .closed
        default: kind = .other
        }
      } else {
        kind = .other
      }
      message = error.pointee.message.map { PopupText.line(String(cString: $0), limit: PopupText.titleLimit) } ?? ""
    }
  }
#endif
