#if Libnotify && os(Linux)
  import AlertSDK
  import CLibnotify

  /// Every call of libnotify in this module, on a thread where such a call may take its 25 seconds.
  ///
  /// libnotify's statics have no lock, and its signals go to the context of the thread that used it first: this one. A popup has a
  /// `NotifyNotification` of its own for each presentation, because `closed` comes once per object.
  actor LibnotifyBridge {
    nonisolated let executor: GLibExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var notifications: [UInt64: UnsafeMutablePointer<NotifyNotification>] = [:]
    private var didInit = false
    private var diagnostics: (@Sendable (String) -> Void)?

    init?() {
      guard let executor = GLibExecutor(threadName: "alert-libnotify") else { return nil }
      self.executor = executor
    }

    /// What became of a show.
    enum Answer: Sendable {
      case shown(UInt32)
      case failed(RendererFailure)
      case skipped
    }

    /// Shows a popup, or changes the one it has for this token; blocks this actor's thread until the server has answered.
    ///
    /// Nothing is sent when the task was cancelled while it waited for the thread.
    func show(_ request: PopupRequest, token: UInt64, style: PopupStyle, on service: NotificationService) -> Answer {
      guard !Task.isCancelled else { return .skipped }
      diagnostics = style.diagnostics
      prepare(appName: request.appName)
      let body = request.body.isEmpty ? nil : request.body
      let notification: UnsafeMutablePointer<NotifyNotification>
      if let known = notifications[token] {
        notification = known
        notify_notification_update(notification, request.summary, body, nil)
        notify_notification_clear_hints(notification)
        notify_notification_clear_actions(notification)
      } else {
        guard let new = notify_notification_new(request.summary, body, nil) else { return .failed(.lost("libnotify made no popup")) }
        notification = new
        notifications[token] = new
        if service == .portal { listen(to: notification, token) }
      }
      fill(notification, from: request, token, service)
      var error: UnsafeMutablePointer<GError>?
      guard notify_notification_show(notification, &error) != 0 else {
        let failure = DBusFailure(freeing: error)
        if case .remote(let name) = failure.kind { return .failed(NotifyError.failure(name: name, message: failure.message)) }
        return .failed(NotifyError.failure(name: nil, message: failure.message))
      }
      return .shown(service == .portal ? Self.portalID : id(of: notification))
    }

    /// Through the portal libnotify alone knows the ids.
    static let portalID: UInt32 = 1

    /// Takes a popup down that went through the portal; the server's are closed by the desk.
    func close(_ token: UInt64) {
      guard let notification = notifications[token] else { return }
      // After an action libnotify takes it for closed, and would remove an id that was never given.
      guard notify_notification_get_closed_reason(notification) == NOTIFY_CLOSED_REASON_UNSET.rawValue else { return }
      var error: UnsafeMutablePointer<GError>?
      if notify_notification_close(notification, &error) == 0 { diagnostics?(DBusFailure(freeing: error).message) }
    }

    /// Frees what libnotify has of a popup that is over.
    func release(_ token: UInt64) {
      if let notification = notifications.removeValue(forKey: token) { g_object_unref(notification) }
    }

    /// Lets go of a dead bus: as long as anybody holds its connection, GLib gives out no other.
    ///
    /// libnotify is made ready again at once, which costs nothing: an app that uses it too would be aborted otherwise.
    func reset() {
      for notification in notifications.values { g_object_unref(notification) }
      notifications = [:]
      guard didInit else { return }
      let appName = notify_get_app_name().map { String(cString: $0) } ?? "alert"
      notify_uninit()
      didInit = notify_init(appName) != 0
    }

    // MARK: Filling

    private func prepare(appName: String) {
      keepQuiet()
      guard notify_is_initted() == 0 else { return }  // it may be the app's
      didInit = notify_init(appName) != 0
    }

    private func fill(
      _ notification: UnsafeMutablePointer<NotifyNotification>, from request: PopupRequest, _ token: UInt64, _ service: NotificationService
    ) {
      // Through the portal libnotify warns about a name, and its own timer would run on the app's default context.
      if service == .server { notify_notification_set_app_name(notification, request.appName) }
      notify_notification_set_timeout(notification, service == .portal ? 0 : request.expiry)
      for (name, value) in request.hints { notify_notification_set_hint(notification, name, variant(of: value)) }
      if let image = request.image { notify_notification_set_hint(notification, "image-data", variant(of: image)) }
      for action in request.actions {
        let callback: NotifyActionCallback =
          service == .server
          ? { _, _, _ in }  // the desk hears the signal itself
          : { _, wire, token in
            guard let wire, let token else { return }
            Desk.portalSignal(.actionInvoked(LibnotifyBridge.portalID, wire: String(cString: wire)), token: token)
          }
        notify_notification_add_action(
          notification, action.wire, action.label, callback, UnsafeMutableRawPointer(bitPattern: UInt(token)), nil)
      }
    }

    private func listen(to notification: UnsafeMutablePointer<NotifyNotification>, _ token: UInt64) {
      _ = alertsdk_connect_closed(
        notification,
        { notification, token in
          guard let token else { return }
          let reason = UInt32(bitPattern: notify_notification_get_closed_reason(notification))
          Desk.portalSignal(.closed(LibnotifyBridge.portalID, reason: reason), token: token)
        }, UnsafeMutableRawPointer(bitPattern: UInt(token)))
    }

    private func id(of notification: UnsafeMutablePointer<NotifyNotification>) -> UInt32 {
      var value = GValue()
      notification.withMemoryRebound(to: GObject.self, capacity: 1) { g_object_get_property($0, "id", &value) }
      defer { g_value_unset(&value) }
      return UInt32(bitPattern: g_value_get_int(&value))  // the property is signed, ids are not
    }

    private func variant(of value: LibnotifyHints.Value) -> OpaquePointer? {
      switch value {
      case .flag(let flag): g_variant_new_boolean(flag ? 1 : 0)
      case .byte(let byte): g_variant_new_byte(byte)
      case .number(let number): g_variant_new_int32(number)
      case .real(let real): g_variant_new_double(real)
      case .text(let text): g_variant_new_string(text)
      }
    }

    /// Width, height, row length, alpha, bits, channels, pixels.
    private func variant(of image: LibnotifyImage) -> OpaquePointer? {
      let byte = g_variant_type_new("y")
      defer { g_variant_type_free(byte) }
      let pixels = image.rgba.withUnsafeBytes { g_variant_new_fixed_array(byte, $0.baseAddress, UInt($0.count), 1) }
      let parts = [
        g_variant_new_int32(Int32(image.width)), g_variant_new_int32(Int32(image.height)), g_variant_new_int32(Int32(image.width * 4)),
        g_variant_new_boolean(1), g_variant_new_int32(8), g_variant_new_int32(4), pixels,
      ]
      return parts.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, UInt($0.count)) }
    }

    // MARK: Log lines

    /// Hands what libnotify would write to stderr during our calls to the renderer's diagnostics; the app's own calls log as before.
    private func keepQuiet() {
      guard !isQuiet else { return }
      isQuiet = true
      let levels = GLogLevelFlags(rawValue: G_LOG_LEVEL_WARNING.rawValue | G_LOG_LEVEL_MESSAGE.rawValue | G_LOG_LEVEL_CRITICAL.rawValue)
      g_log_set_handler(
        "libnotify", levels,
        { domain, level, line, _ in
          if let bridge = Desk.shared?.bridge, bridge.executor.isCurrent {
            let text = line.map { String(cString: $0) } ?? ""
            bridge.assumeIsolated { $0.diagnostics?("libnotify: \(text)") }
          } else {
            g_log_default_handler(domain, level, line, nil)
          }
        }, nil)
    }
    private var isQuiet = false
  }
#endif
