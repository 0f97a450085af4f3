#if Libnotify && os(Linux)
  import AlertSDK

  /// One presentation on the ``Desk``: its lifecycle, and what is pending for it; used by the desk alone.
  final class Popup {
    /// Names it towards the bridge.
    let token: UInt64
    let request: AlertRequest
    let session: BusSession
    /// The unique name of the server that shows it; another one's ids mean nothing.
    let owner: String
    let style: PopupStyle
    var lifecycle = PopupLifecycle()
    var wires: ActionWires
    /// How it ended, which may be before anybody waits for that.
    var end: PopupLifecycle.End?
    var continuation: CheckedContinuation<PopupLifecycle.End, Never>?
    var timer: GLibTimer?
    /// Runs while libnotify has a show of this popup, or has it waiting.
    var show: Task<Void, Never>?
    /// Whether nobody waits for that show any more.
    var isAbandoned = false

    init(token: UInt64, request: AlertRequest, session: BusSession, owner: String, style: PopupStyle, wires: ActionWires) {
      (self.token, self.request, self.session, self.owner) = (token, request, session, owner)
      (self.style, self.wires) = (style, wires)
    }

    /// Whether this sender, on this connection, has a say about the popup. A GLib without the mend of CVE-2024-34397 hands on what others send.
    func isShown(by sender: String, on connection: UInt) -> Bool { session.id == connection && owner == sender }
  }
#endif
