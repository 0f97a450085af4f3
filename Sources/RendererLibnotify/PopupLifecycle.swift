import AlertSDK

/// One popup from `present` to its end, as a state machine: events in, effects out, no bus, no clock of its own.
///
/// It copes with what servers do: answers before the id is known, a close before the action, closes twice or never, another id after
/// an update, a popup that was discarded (id 0), silence. The first terminal event decides, and each wait has a limit.
struct PopupLifecycle: Sendable {
  /// Something that happened to the popup.
  enum Event: Sendable {
    /// `present` was called.
    case started(PopupRequest)
    /// libnotify came back with the popup's id.
    case shown(UInt32)
    /// libnotify came back with an error.
    case showFailed(RendererFailure)
    /// A `show` that was still queued was not sent, because nobody wants the popup any more.
    case showSkipped
    /// The alert has newer content.
    case updated(PopupRequest)
    /// The server's ActionInvoked; any id.
    case actionInvoked(UInt32, wire: String)
    /// The server's NotificationClosed; any id.
    case closed(UInt32, reason: UInt32)
    /// The server answered our CloseNotification, if only with an error.
    case closeReplied
    /// The task was cancelled.
    case cancelled
    /// Its newest content cannot be shown here.
    case refused(RendererFailure)
    /// The server or the bus has gone, and most often the popup with it.
    case lost(RendererFailure)
    /// The wait of the last `.wait` is over.
    case waitEnded
  }

  /// Something to be done about it.
  enum Effect: Sendable, Equatable {
    /// Hand this to libnotify; `shown`, `showFailed` or `showSkipped` comes back.
    case show(PopupRequest)
    /// Do not send what is still queued; `showSkipped` comes back, or what else becomes of it.
    case skipShow
    /// The person can see it.
    case appear
    /// Close this id; `closeReplied` comes back.
    case close(UInt32)
    /// Close what is left over under this id; nobody waits for it.
    case discard(UInt32)
    /// Report `waitEnded` after this time, instead of what was waited for before; nil: wait for nothing.
    case wait(Duration?)
    /// The popup is gone, and `present` returns this.
    case finish(End)
    /// Nobody waits for libnotify's answer any more.
    case abandonShow
    /// Count a signal that made no sense.
    case ignore(String)
  }

  /// How `present` ends.
  enum End: Sendable, Equatable {
    case response(AlertResponse)
    case failure(RendererFailure)
    case cancelled
  }

  private enum Phase: Equatable {
    case idle
    case opening  // the first show is under way
    case withdrawing(End)  // as before, but nobody wants the popup any more
    case up
    case settling(AlertResponse)  // closed by the server; some send the action afterwards
    case closing(End)  // closed by us; waits for the server
    case ended
  }

  /// How long libnotify may take to show a popup.
  static let showLimit = Duration.seconds(5)
  /// How long a cancelled presentation waits for the id of a popup that is being shown, to close it.
  static let withdrawLimit = Duration.seconds(1)
  /// How long an action may come after the close. A guess: those servers send both at once.
  static let lateActionLimit = Duration.milliseconds(100)
  /// How long the server may take to close a popup.
  static let closeLimit = Duration.milliseconds(500)
  /// How much of the time limit must be over for "expired" to be believed. Some servers say so of a closed or replaced popup.
  static let expiryShare = 0.8
  /// How many signals are kept while an id is unknown.
  static let earlyLimit = 64

  private var phase = Phase.idle
  private var id: UInt32 = 0
  private var isShowing = false
  private var sent: PopupRequest?  // the newest that was handed to libnotify
  private var waiting: PopupRequest?  // newer than that
  private var actions: [String: AlertAction.ID] = [:]  // by wire id, of everything that was sent
  private var early: [Event] = []
  private var limit: (start: ContinuousClock.Instant, length: Duration)?

  /// Whether it is over; a late answer of libnotify may still come.
  var isEnded: Bool { phase == .ended }

  /// Takes an event at a time, and says what to do, in order.
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    switch event {
    case .started(let request): start(request)
    case .shown(let id): shown(id, at: now)
    case .showFailed(let failure): showFailed(failure)
    case .showSkipped: skipped()
    case .updated(let request): update(request)
    case .actionInvoked(let id, let wire): action(wire, of: id, event)
    case .closed(let id, let reason): closed(id, reason, event, at: now)
    case .closeReplied: closeReplied()
    case .cancelled: stop(.cancelled)
    case .refused(let failure): stop(.failure(failure))
    case .lost(let failure): lost(failure)
    case .waitEnded: waitEnded()
    }
  }

  // MARK: Showing

  private mutating func start(_ request: PopupRequest) -> [Effect] {
    guard phase == .idle else { return [] }
    phase = .opening
    return show(request) + [.wait(Self.showLimit)]
  }

  private mutating func show(_ request: PopupRequest) -> [Effect] {
    isShowing = true
    (sent, waiting) = (request, nil)
    for action in request.actions { actions[action.wire] = action.id }
    return [.show(request)]
  }

  private mutating func update(_ request: PopupRequest) -> [Effect] {
    switch phase {
    case .opening, .up: break
    default: return []
    }
    guard !isShowing else {
      waiting = request  // of several only the newest is sent
      return []
    }
    return sent.map(request.looksLike) == true ? [] : show(request)
  }

  private mutating func showWaiting() -> [Effect] {
    guard phase == .up, let request = waiting else { return [] }
    waiting = nil
    return update(request)
  }

  private mutating func shown(_ newID: UInt32, at now: ContinuousClock.Instant) -> [Effect] {
    isShowing = false
    switch phase {
    case .opening:
      guard newID != 0 else {
        return finish(.failure(.unsupported("the notification server discarded the popup")))
      }
      return [.wait(nil), .appear] + appeared(newID, at: now)
    case .up:
      guard newID != 0 else { return [.ignore("the server discarded an update")] + showWaiting() }
      let old = id
      return (newID == old ? [] : [.discard(old)]) + appeared(newID, at: now)
    case .withdrawing(let end):
      guard newID != 0 else { return finish(end) }
      id = newID
      return close(end)
    case .idle, .settling, .closing, .ended:
      return newID == 0 ? [] : [.discard(newID)]  // it came after the end, or brought back what had been closed
    }
  }

  private mutating func appeared(_ newID: UInt32, at now: ContinuousClock.Instant) -> [Effect] {
    phase = .up
    id = newID
    limit = sent.flatMap { $0.expiry == 0 ? nil : (now, .milliseconds($0.expiry)) }
    let events = early
    early = []
    var effects: [Effect] = []
    for event in events { effects += handle(event, at: now) }
    return effects + showWaiting()
  }

  private mutating func showFailed(_ failure: RendererFailure) -> [Effect] {
    isShowing = false
    switch phase {
    case .opening: return finish(.failure(failure))
    case .withdrawing(let end): return finish(end)
    case .up: return [.ignore("an update was refused: \(failure)")] + showWaiting()
    case .idle, .settling, .closing, .ended: return []
    }
  }

  private mutating func skipped() -> [Effect] {
    isShowing = false
    if case .withdrawing(let end) = phase { return finish(end) }
    return []
  }

  // MARK: Signals

  /// Whether a signal for this id may be about a popup whose id is not known yet.
  private mutating func keepEarly(_ event: Event) -> [Effect] {
    guard isShowing, phase == .opening || phase == .up else { return [] }
    if early.count == Self.earlyLimit { early.removeFirst() }
    early.append(event)
    return []
  }

  private mutating func action(_ wire: String, of signalled: UInt32, _ event: Event) -> [Effect] {
    guard id != 0, signalled == id else { return keepEarly(event) }
    guard let chosen = actions[wire] else { return [.ignore("an unknown action was invoked")] }
    switch phase {
    case .up: return close(.response(.chose(chosen)))
    case .settling: return finish(.response(.chose(chosen)))
    default: return []
    }
  }

  private mutating func closed(_ signalled: UInt32, _ reason: UInt32, _ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    guard id != 0, signalled == id else { return keepEarly(event) }
    switch phase {
    case .up:
      let isExpiry = limit.map { reason == 1 && $0.start.duration(to: now) >= $0.length * Self.expiryShare } ?? false
      let response: AlertResponse = isExpiry ? .timedOut : .dismissed
      guard reason == 1 || reason == 2, sent?.actions.isEmpty == false else { return finish(.response(response)) }
      phase = .settling(response)
      return [.wait(Self.lateActionLimit)]
    case .closing(let end): return finish(end)
    default: return []
    }
  }

  // MARK: Ending

  private mutating func stop(_ end: End) -> [Effect] {
    switch phase {
    case .idle: return finish(end)
    case .opening:
      phase = .withdrawing(end)
      return [.skipShow, .wait(Self.withdrawLimit)]
    case .up: return close(end)
    case .settling(let response): return finish(.response(response))
    case .withdrawing, .closing, .ended: return []
    }
  }

  private mutating func close(_ end: End) -> [Effect] {
    phase = .closing(end)
    return [.close(id), .wait(Self.closeLimit)]
  }

  private mutating func closeReplied() -> [Effect] {
    if case .closing(let end) = phase { return finish(end) }
    return []
  }

  private mutating func lost(_ failure: RendererFailure) -> [Effect] {
    switch phase {
    case .withdrawing(let end), .closing(let end): return finish(end)
    case .settling(let response): return finish(.response(response))
    case .idle, .opening: return finish(.failure(failure))
    case .up: return [.discard(id)] + finish(.failure(failure))  // a server that has only given up its name would leave it up
    case .ended: return []
    }
  }

  private mutating func waitEnded() -> [Effect] {
    switch phase {
    case .opening:
      return [.abandonShow]
        + finish(.failure(.unavailable("the notification server did not show the popup within 5 s", retryAfter: .seconds(1))))
    case .withdrawing(let end): return [.abandonShow] + finish(end)
    case .settling(let response): return finish(.response(response))
    case .closing(let end): return finish(end)
    case .idle, .up, .ended: return []
    }
  }

  private mutating func finish(_ end: End) -> [Effect] {
    phase = .ended
    (waiting, early) = (nil, [])
    return [.wait(nil), .finish(end)]
  }
}
