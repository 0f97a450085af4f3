#if Libnotify && os(Linux)
  import AlertSDK
  import CLibnotify

  /// Finding the bus and the server on it, each step with a limit and cancellable.
  extension Desk {
    private static let connectLimit = Duration.seconds(2)
    private static let askLimit = Duration.seconds(2)
    private static let startLimit = Duration.seconds(5)
    /// How long a server that has just gone may take to come back: most that go are being restarted.
    private static let returnLimit = Duration.seconds(2)
    /// How old an answer about capabilities may be: they change with the server's settings, and asking unmasks a stopped server.
    private static let capabilitiesAge = Duration.seconds(2)
    /// When to try again after one of those limits has run out.
    private static let retryAfterLimit = Duration.seconds(10)

    // MARK: The bus

    /// The session, connected anew where the bus had gone.
    func connected() async throws -> BusSession {
      if let session, session.isClosed { busDied() }
      if let session { return session }
      await reset?.value
      if let obstacle = SessionBus.obstacle(environment: Platform.environment, fileExists: Platform.fileExists) {
        throw RendererFailure.unavailable(obstacle)
      }
      let connection = try await connect()
      if let session {  // another presentation was faster, and GLib's connection is shared
        g_object_unref(UnsafeMutableRawPointer(connection))
        return session
      }
      guard g_dbus_connection_is_closed(connection) == 0 else {
        g_object_unref(UnsafeMutableRawPointer(connection))
        throw RendererFailure.unavailable("the message bus has gone, and another part of this program still holds its connection")
      }
      // Else GLib ends the process with SIGTERM when the bus goes away.
      g_dbus_connection_set_exit_on_close(connection, 0)
      var service = NotificationService.server
      if SessionBus.usesPortal(environment: Platform.environment, fileExists: Platform.fileExists) {
        do {
          if try await startPortal(on: connection) { service = .portal }
        } catch {
          g_object_unref(UnsafeMutableRawPointer(connection))
          throw error
        }
      }
      if let session {
        g_object_unref(UnsafeMutableRawPointer(connection))
        return session
      }
      let new = BusSession(connection: connection, service: service)
      session = new
      listen(on: new)
      return new
    }

    private func connect() async throws -> OpaquePointer {
      _ = Self.pipeSignalKept
      guard let cancellable = Cancellable() else { throw RendererFailure.unavailable("out of memory") }
      let timer = executor.after(Self.connectLimit) { cancellable.cancel() }
      defer { timer?.cancel() }
      // The closures run on the desk because they use `self`; elsewhere GLib would call back on another context.
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { self.open($0, cancellable) }
      } onCancel: {
        cancellable.cancel()
      }
      switch answer {
      case .made(let connection): return connection
      case .failed(let failure):
        try Task.checkCancellation()
        guard failure.kind != .cancelled, failure.kind != .timedOut else {
          throw RendererFailure.unavailable("the session message bus does not answer", retryAfter: Self.retryAfterLimit)
        }
        throw RendererFailure.unavailable("no session message bus: \(failure.message)")
      }
    }

    private func open(_ continuation: CheckedContinuation<Connection, Never>, _ cancellable: Cancellable) {
      g_bus_get(
        G_BUS_TYPE_SESSION, cancellable.pointer,
        { _, result, box in
          guard let box else { return }
          let pending = Unmanaged<Pending>.fromOpaque(box).takeRetainedValue()
          var error: UnsafeMutablePointer<GError>?
          let connection = g_bus_get_finish(result, &error)
          pending.continuation.resume(returning: connection.map { .made($0) } ?? .failed(DBusFailure(freeing: error)))
        }, Unmanaged.passRetained(Pending(continuation)).toOpaque())
    }

    /// A connection on its way from GLib's callback to the desk; both are on the desk's thread.
    private enum Connection: @unchecked Sendable {
      case made(OpaquePointer)
      case failed(DBusFailure)
    }

    private final class Pending {
      let continuation: CheckedContinuation<Connection, Never>
      init(_ continuation: CheckedContinuation<Connection, Never>) { self.continuation = continuation }
    }

    /// GLib's socket class ignores SIGPIPE for the whole process when it is first used, though it needs that no more on Linux; what
    /// the app has set is put back.
    private static let pipeSignalKept: Void = {
      Platform.keepingPipeSignal { g_type_class_unref(g_type_class_ref(g_socket_get_type())) }
    }()

    private func listen(on session: BusSession) {
      session.onHangUp(executor) { _, _, _ in
        Desk.shared?.assumeIsolated { $0.busDied() }
        return 1  // the session has taken it off already
      }
      session.subscribe(
        sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", member: "NameOwnerChanged",
        first: session.service.busName
      ) { connection, _, _, _, _, body, _ in
        guard case .threeTexts(_, _, let owner) = DBusBody(body) else { return }
        let id = UInt(bitPattern: connection)
        Desk.shared?.assumeIsolated { $0.ownerChanged(to: owner.isEmpty ? nil : owner, on: id) }
      }
      guard session.service == .server else { return }  // the portal's signals come through libnotify
      session.subscribe(
        sender: session.service.busName, interface: NotificationService.interface, path: NotificationService.path, member: nil, first: nil
      ) { connection, sender, _, _, member, body, _ in
        guard let sender, let member else { return }
        let event: PopupLifecycle.Event
        switch (String(cString: member), DBusBody(body)) {
        case ("ActionInvoked", .numberAndText(let id, let wire)): event = .actionInvoked(id, wire: wire)
        case ("NotificationClosed", .numbers(let id, let reason)): event = .closed(id, reason: reason)
        default: return
        }
        let (name, id) = (String(cString: sender), UInt(bitPattern: connection))
        Desk.shared?.assumeIsolated { $0.signalled(event, by: name, on: id) }
      }
    }

    /// The socket to the bus has hung up: every popup is lost, and libnotify lets go, so that the next `present` can connect anew.
    func busDied() {
      guard let session else { return }
      self.session = nil
      session.stop()
      lose(session, "the message bus has gone")
      let before = reset
      reset = Task { [bridge, id = session.id] in
        await before?.value
        await bridge.reset()
        g_object_unref(UnsafeMutableRawPointer(bitPattern: id))  // the session's own reference, the last of ours
      }
    }

    // MARK: The server

    /// Who shows popups now, started if nobody does, and what it can do.
    func server(of session: BusSession) async throws -> (owner: String, capabilities: Set<String>) {
      let owner = try await owner(of: session)
      guard session.service == .server else { return (owner, ["actions", "body"]) }  // what libnotify says of the portal, too
      if let known = session.capabilities, known.asked.duration(to: .now) < Self.capabilitiesAge { return (owner, known.names) }
      let call = DBusCall(
        destination: owner, path: NotificationService.path, interface: NotificationService.interface, method: "GetCapabilities",
        limit: Self.askLimit)
      let body = try await ask(call, on: session, "the notification server does not answer")
      guard session === self.session, session.owner == owner else { throw RendererFailure.unavailable("the notification server has gone") }
      var names: Set<String> = []
      if case .texts(let texts) = body { names = Set(texts) }  // what makes no sense promises nothing
      session.capabilities = (names, .now)
      return (owner, names)
    }

    private func owner(of session: BusSession) async throws -> String {
      if let owner = session.owner { return owner }
      if let owner = try await lookUpOwner(of: session) { return owner }
      let words = session.service.words
      do throws(DBusFailure) {
        _ = try await answer(
          to: .bus("StartServiceByName", .text(session.service.busName), .number(0), limit: Self.startLimit), on: session)
      } catch {
        try Task.checkCancellation()
        guard error.kind != .timedOut else {
          throw RendererFailure.unavailable("the \(words) did not start within 5 s", retryAfter: Self.retryAfterLimit)
        }
        if let owner = await returnedOwner(of: session) { return owner }
        try Task.checkCancellation()
        throw RendererFailure.unavailable("no \(words) is running, and none could be started: \(error.message)")
      }
      if let owner = try await lookUpOwner(of: session) { return owner }
      throw RendererFailure.unavailable("the \(words) ended as soon as it was started")
    }

    /// The owner that has come after one had just left.
    private func returnedOwner(of session: BusSession) async -> String? {
      guard session.owner == nil, let departure = session.departure else { return session.owner }
      let rest = Self.returnLimit - departure.duration(to: .now)
      if rest > .zero { await session.waitForOwner(within: rest, executor, isolation: self) }
      return session === self.session ? session.owner : nil
    }

    /// Asks the bus, and notes the answer before any later change of the owner can come in.
    private func lookUpOwner(of session: BusSession) async throws -> String? {
      let call = DBusCall.bus("GetNameOwner", .text(session.service.busName), limit: Self.askLimit)
      do throws(DBusFailure) {
        _ = try await answer(to: call, on: session) { body in
          if case .text(let owner) = body { session.owner = owner }
        }
      } catch {
        try Task.checkCancellation()
        if case .remote = error.kind { return nil }  // nobody has the name
        throw RendererFailure.unavailable("the session message bus does not answer", retryAfter: Self.retryAfterLimit)
      }
      return session.owner
    }

    private func ownerChanged(to owner: String?, on connection: UInt) {
      guard let session, session.id == connection, session.owner != owner else { return }
      let old = session.owner
      (session.owner, session.capabilities) = (owner, nil)
      if let old { lose(session, owner: old, "the \(session.service.words) has gone") }
    }

    // MARK: Asking

    /// - Throws: only `CancellationError`, which says nothing about the portal.
    private func startPortal(on connection: OpaquePointer) async throws(CancellationError) -> Bool {
      let session = BusSession(connection: connection, service: .portal)
      do {
        _ = try await owner(of: session)
        return true
      } catch let error as CancellationError {
        throw error
      } catch {
        return false
      }
    }

    private func ask(_ call: DBusCall, on session: BusSession, _ silence: String) async throws -> DBusBody {
      do throws(DBusFailure) {
        return try await answer(to: call, on: session)
      } catch {
        try Task.checkCancellation()
        guard error.kind != .timedOut else { throw RendererFailure.unavailable(silence, retryAfter: Self.retryAfterLimit) }
        throw RendererFailure.unavailable("\(silence): \(error.message)")
      }
    }

    /// The answer to a call; `note` sees it first, on the desk, before any message that came after it.
    private func answer(
      to call: DBusCall, on session: BusSession, note: @escaping (DBusBody) -> Void = { _ in }
    ) async throws(DBusFailure) -> DBusBody {
      let cancellable = Cancellable()
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { self.send(call, on: session, cancellable, note, $0) }
      } onCancel: {
        cancellable?.cancel()
      }
      return try answer.get()
    }

    private func send(
      _ call: DBusCall, on session: BusSession, _ cancellable: Cancellable?, _ note: @escaping (DBusBody) -> Void,
      _ continuation: CheckedContinuation<DBusCall.Answer, Never>
    ) {
      call.send(on: session.connection, cancellable: cancellable?.pointer) { answer in
        if case .success(let body) = answer { note(body) }
        continuation.resume(returning: answer)
      }
    }
  }

  /// GLib's way to call something off; it may be used from any thread.
  private final class Cancellable: Sendable {
    nonisolated(unsafe) let pointer: UnsafeMutablePointer<GCancellable>  // thread-safe by GLib's word, and it never changes

    init?() {
      guard let pointer = g_cancellable_new() else { return nil }
      self.pointer = pointer
    }
    func cancel() { g_cancellable_cancel(pointer) }
    deinit { g_object_unref(pointer) }
  }
#endif
