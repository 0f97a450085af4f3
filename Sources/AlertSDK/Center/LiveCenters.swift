/// The centers of this process, for one line at exit about alerts that nobody will see any more (S25).
enum LiveCenters {
  private struct Weak { weak var center: AlertCenter? }
  private struct State {
    var centers: [Weak] = []
    var isRegistered = false
  }
  private static let state = Lock(State())

  static func add(_ center: AlertCenter) {
    let isFirst: Bool = state.withLock { state in
      if state.centers.count >= 16 { state.centers.removeAll { $0.center == nil } }
      state.centers.append(Weak(center: center))
      defer { state.isRegistered = true }
      return !state.isRegistered
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
