import AlertSDK

/// How often threads of this process wake up while an alert is on screen and nothing happens, beyond what an idle Swift program does.
func idleWakeUps(_ effort: Effort) async throws -> [Row] {
  let seconds = effort == .short ? 2 : 10
  await Task.detached {}.value  // the thread pool is there before and after
  let own = wakeUps(in: seconds)
  let center = AlertCenter(renderer: StickyRenderer())
  let limited = center.show(alert: .notice("up", scheduling: AlertScheduling(timeLimit: .seconds(3600))))
  guard await limited.appeared else { stop("the alert did not appear") }
  let ours = wakeUps(in: seconds)
  limited.withdraw()
  await center.drain()
  return [
    Row(
      measure: "wake-ups of all threads in \(seconds) s, an alert with a time limit on screen", figure: "\(max(0, ours - own))",
      beside: "before: \(own), taken off", target: ("0", ours <= own))
  ]
}

/// Voluntary context switches of all threads but this one, after the pool has come to rest.
private func wakeUps(in seconds: Int) -> Int {
  sleepThread(seconds: 6)  // idle threads of the pool end after five
  let before = contextSwitchesOfOtherThreads()
  sleepThread(seconds: seconds)
  return contextSwitchesOfOtherThreads() - before
}

/// Keeps an alert up until it is taken down.
private struct StickyRenderer: AlertRenderer {
  let name = "sticky"
  func present(_ request: AlertRequest) async throws -> AlertResponse {
    request.didAppear()
    for await _ in AsyncStream<Never>.makeStream().stream {}  // ends when the task is cancelled
    throw CancellationError()
  }
}
