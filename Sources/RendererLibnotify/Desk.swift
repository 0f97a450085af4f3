#if Libnotify && os(Linux)
  import AlertSDK
  import CLibnotify

  /// The D-Bus side of all desktop popups of a process: the connection, the server, signals, and the popups that are up.
  ///
  /// It runs on a thread of its own and never blocks; libnotify's calls, which may, are the bridge's. One per process, because GLib's
  /// connection and libnotify are; made at the first `present`.
  actor Desk {
    /// The desk, or nil where the system had no thread to spare.
    static let shared = Desk()

    nonisolated let executor: GLibExecutor
    nonisolated let bridge: LibnotifyBridge
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    var session: BusSession?
    /// Runs while libnotify lets go of a dead bus.
    var reset: Task<Void, Never>?
    private var popups: [UInt64: Popup] = [:]
    private var lastToken: UInt64 = 0
    /// How many shows libnotify has not come back from though nobody waits for them any more.
    private var abandonedShows = 0

    private init?() {
      guard let executor = GLibExecutor(threadName: "alert-desk"), let bridge = LibnotifyBridge() else { return nil }
      (self.executor, self.bridge) = (executor, bridge)
    }

    /// Puts a popup up and returns when it is gone.
    func present(_ request: AlertRequest, _ style: PopupStyle, _ hints: LibnotifyHints) async throws -> AlertResponse {
      try Task.checkCancellation()
      guard abandonedShows == 0 else {
        throw RendererFailure.unavailable("the notification server still owes an answer to an earlier popup", retryAfter: .seconds(1))
      }
      let session = try await connected()
      let (owner, capabilities) = try await server(of: session)
      var wires = ActionWires()
      let first = try PopupRequest(
        request.content, hints: hints, timeLimit: request.timeLimit, repeatCount: request.repeatCount, appName: style.appName,
        capabilities: capabilities, wires: &wires)
      lastToken += 1
      let popup = Popup(token: lastToken, request: request, session: session, owner: owner, style: style, wires: wires)
      // A task with an executor preference is queued anew at each `await`, even one for this actor: from here to the start nothing is
      // awaited, so that what has come meanwhile is seen here, and what comes later finds the popup.
      try Task.checkCancellation()
      guard session === self.session, session.owner == owner else {
        throw RendererFailure.unavailable("the \(session.service.words) has gone")
      }
      popups[popup.token] = popup
      handle(.started(first), for: popup)
      let updates = Task { [token = popup.token, updates = request.updates] in
        for await change in updates { await self.update(token, to: change) }
      }
      defer { updates.cancel() }
      switch await end(of: popup) {
      case .response(let response): return response
      case .failure(let failure): throw failure
      case .cancelled: throw CancellationError()
      }
    }

    private func end(of popup: Popup) async -> PopupLifecycle.End {
      await withTaskCancellationHandler {
        await withCheckedContinuation { self.wait($0, for: popup) }
      } onCancel: { [token = popup.token] in
        executor.post { self.assumeIsolated { $0.handle(.cancelled, for: token) } }
      }
    }

    private func wait(_ continuation: CheckedContinuation<PopupLifecycle.End, Never>, for popup: Popup) {
      if let end = popup.end { continuation.resume(returning: end) } else { popup.continuation = continuation }
    }

    private func update(_ token: UInt64, to change: AlertUpdate) async {
      guard let popup = popups[token], !popup.lifecycle.isEnded else { return }
      let hints = await popup.style.hints(of: change.alert, change.content)
      guard !popup.lifecycle.isEnded else { return }  // else a server might be started for nothing
      do {
        let (owner, capabilities) = try await server(of: popup.session)
        guard owner == popup.owner else { return }  // its loss has ended the popup
        let request = try PopupRequest(
          change.content, hints: hints, timeLimit: change.timeLeft, repeatCount: change.repeatCount, appName: popup.style.appName,
          capabilities: capabilities, wires: &popup.wires)
        handle(.updated(request), for: popup)
      } catch let failure as RendererFailure where failure.kind == .unsupported {
        handle(.refused(failure), for: popup)
      } catch {
        popup.style.diagnostics?("an update was not shown: \(error)")
      }
    }

    // MARK: Events and effects

    private func handle(_ event: PopupLifecycle.Event, for token: UInt64) {
      if let popup = popups[token] { handle(event, for: popup) }
    }

    private func handle(_ event: PopupLifecycle.Event, for popup: Popup) {
      for effect in popup.lifecycle.handle(event, at: .now) { perform(effect, for: popup) }
      if popup.lifecycle.isEnded, popup.show == nil, popups.removeValue(forKey: popup.token) != nil {
        bridge.executor.post { [bridge, token = popup.token] in bridge.assumeIsolated { $0.release(token) } }
      }
    }

    private func perform(_ effect: PopupLifecycle.Effect, for popup: Popup) {
      switch effect {
      case .show(let request): show(request, popup)
      case .appear: popup.request.didAppear()
      case .close(let id): close(id, popup) { self.handle(.closeReplied, for: popup) }
      case .discard(let id): close(id, popup)
      case .wait(let limit):
        popup.timer?.cancel()
        popup.timer = limit.flatMap { limit in
          executor.after(limit) { [token = popup.token] in self.assumeIsolated { $0.handle(.waitEnded, for: token) } }
        }
      case .skipShow: popup.show?.cancel()
      case .finish(let end):
        popup.show?.cancel()
        popup.end = end
        popup.continuation?.resume(returning: end)
        popup.continuation = nil
      case .abandonShow:
        popup.isAbandoned = true
        abandonedShows += 1
      case .ignore(let what): popup.style.diagnostics?(what)
      }
    }

    private func show(_ request: PopupRequest, _ popup: Popup) {
      popup.show = Task.immediate { [bridge, token = popup.token, style = popup.style, service = popup.session.service] in
        let answer = await bridge.show(request, token: token, style: style, on: service)
        self.showReturned(answer, token)
      }
    }

    private func showReturned(_ answer: LibnotifyBridge.Answer, _ token: UInt64) {
      guard let popup = popups[token] else { return }
      popup.show = nil
      if popup.isAbandoned { abandonedShows -= 1 }
      popup.isAbandoned = false
      switch answer {
      case .shown(let id): handle(.shown(id), for: popup)
      case .failed(let failure): handle(.showFailed(failure), for: popup)
      case .skipped: handle(.showSkipped, for: popup)
      }
    }

    /// Closes an id of the popup's server; what comes back, an error included, means that it is closed. Nobody may be waiting for it.
    private func close(_ id: UInt32, _ popup: Popup, then: (() -> Void)? = nil) {
      switch popup.session.service {
      case .portal:
        Task { [bridge, token = popup.token] in
          await bridge.close(token)
          self.handle(.closeReplied, for: token)
        }
      case .server:
        guard popup.session === session else { return }
        let call = DBusCall(
          destination: popup.owner, path: NotificationService.path, interface: NotificationService.interface,
          method: "CloseNotification", arguments: [.number(id)], limit: .seconds(2))
        call.send(on: popup.session.connection) { answer in
          guard let then else { return }
          if case .failure(let failure) = answer { popup.style.diagnostics?("closing a popup: \(failure.message)") }
          then()
        }
      }
    }

    // MARK: What happens to all popups

    /// A signal, in the words of the lifecycle; each popup knows its own id.
    func signalled(_ event: PopupLifecycle.Event, by sender: String, on connection: UInt) {
      for popup in popups.values where popup.isShown(by: sender, on: connection) { handle(event, for: popup) }
    }

    /// A signal that libnotify gives for a popup that went through the portal; from any thread, also inside one of our own calls.
    static func portalSignal(_ event: PopupLifecycle.Event, token: UnsafeMutableRawPointer) {
      let token = UInt64(UInt(bitPattern: token))
      guard let desk = Desk.shared else { return }
      desk.executor.post { desk.assumeIsolated { $0.handle(event, for: token) } }
    }

    /// The popups of this session, or of one server on it, have gone.
    func lose(_ session: BusSession, owner: String? = nil, _ reason: String) {
      for popup in popups.values where popup.session === session && (owner == nil || popup.owner == owner) {
        handle(.lost(.lost(reason)), for: popup)
      }
    }
  }
#endif
