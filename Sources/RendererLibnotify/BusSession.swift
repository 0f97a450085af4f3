#if Libnotify && os(Linux)
  import CLibnotify

  /// One connection to the session bus while it lasts, and what is known of the service on it; used by ``Desk`` alone.
  final class BusSession {
    /// GLib's shared connection; libnotify uses the same one as long as we hold it.
    let connection: OpaquePointer
    let service: NotificationService
    /// The unique name of whoever shows the popups; nil while nobody does.
    var owner: String? {
      didSet {
        if oldValue != nil, owner == nil { departure = .now }
        if owner != nil { endWaits() }
      }
    }
    /// When an owner left and no other one came.
    private(set) var departure: ContinuousClock.Instant?
    private var waits: [AsyncStream<Never>.Continuation] = []
    /// What the owner last said it can do, and when.
    var capabilities: (names: Set<String>, asked: ContinuousClock.Instant)?

    private var subscriptions: [UInt32] = []
    private var hangUp: GLibTimer?
    private var descriptor: Int32?

    /// Takes over the reference to the connection.
    init(connection: OpaquePointer, service: NotificationService) {
      (self.connection, self.service) = (connection, service)
    }

    /// Tells its callbacks from those of a session before it.
    var id: UInt { UInt(bitPattern: connection) }

    /// Whether the bus has gone.
    var isClosed: Bool { g_dbus_connection_is_closed(connection) != 0 }

    /// Listens to signals; the callback comes on the thread-default context of this thread.
    func subscribe(
      sender: String, interface: String, path: String, member: String?, first: String?, _ callback: @escaping GDBusSignalCallback
    ) {
      subscriptions.append(
        g_dbus_connection_signal_subscribe(
          connection, sender, interface, member, path, first, G_DBUS_SIGNAL_FLAGS_NONE, callback, nil, nil))
    }

    /// Calls back when the bus has hung up.
    ///
    /// GLib's own `closed` signal goes to the context of whoever made the connection first, which may be one that nobody runs. The
    /// descriptor is a copy of ours, so it cannot become somebody else's while we still look at it.
    func onHangUp(_ executor: GLibExecutor, _ callback: @escaping GUnixFDSourceFunc) {
      let stream = g_dbus_connection_get_stream(connection)
      let isSocket = stream?.withMemoryRebound(to: GTypeInstance.self, capacity: 1) {
        g_type_check_instance_is_a($0, g_socket_connection_get_type()) != 0
      }
      guard let stream, isSocket == true else { return }
      let socket = stream.withMemoryRebound(to: GSocketConnection.self, capacity: 1) { g_socket_connection_get_socket($0) }
      descriptor = Platform.copy(of: g_socket_get_fd(socket))
      if let descriptor { hangUp = executor.onHangUp(of: descriptor, callback) }
    }

    /// Returns when there is an owner, when the session or the calling task has ended, or after this time.
    func waitForOwner(within limit: Duration, _ executor: GLibExecutor, isolation: isolated Desk) async {
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      waits.append(continuation)
      let timer = executor.after(limit) { continuation.finish() }
      defer { timer?.cancel() }
      for await _ in stream {}
    }

    private func endWaits() {
      for wait in waits { wait.finish() }
      waits = []
    }

    /// Stops listening; the reference to the connection stays, for whoever ends the session to give back.
    func stop() {
      endWaits()
      for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(connection, subscription) }
      subscriptions = []
      hangUp?.cancel()
      hangUp = nil
      if let descriptor { Platform.close(descriptor) }
      descriptor = nil
    }
  }
#endif
