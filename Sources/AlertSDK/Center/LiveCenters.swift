/// The centers of this process, for one line at exit about alerts that nobody will see any more (S25).
enum LiveCenters {
  private struct Weak { weak var center: AlertCenter? }
  private struct State {
    var centers: [Weak] = []
    /// So many are looked through for those that have gone.
    var crowd = 16
    var isRegistered = false
  }
  private static let state = Lock(State())

  static func add(_ center: AlertCenter) {
    // The live ones leave the lock before they are released: an app's `deinit` may make a center (S31).
    let (isFirst, _): (Bool, [AlertCenter]) = state.withLock { state in
      var live: [AlertCenter] = []
      if state.centers.count >= state.crowd {
        live = state.centers.compactMap(\.center)
        state.centers = live.map { Weak(center: $0) }
        state.crowd = max(16, 2 * live.count)  // so that a thousand centers are not looked at for each one more
      }
      state.centers.append(Weak(center: center))
      defer { state.isRegistered = true }
      return (!state.isRegistered, live)
    }
    if isFirst { atExit(reportLiveAlerts) }
  }

  static func report() {
    let centers: [AlertCenter] = state.withLock { $0.centers.compactMap(\.center) }
    for center in centers {
      let live = center.snapshot.statistics.live
      if live > 0 { center.diagnostics("\(live) \(live == 1 ? "alert was" : "alerts were") still live at exit") }
    }
  }
}

/// A function and not a closure: C calls it on whatever thread exits, and a closure would carry the isolation it was written in.
private nonisolated func reportLiveAlerts() { LiveCenters.report() }
