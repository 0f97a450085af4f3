import AlertJSON
import AlertSDK

/// The alerts of one `run`, from the line that asks for one to the line that says how it ended.
///
/// An alert is shown and entered in one step, so that no event of it can come before its entry.
actor RunLedger {
  private struct Entry: Sendable {
    let name: String
    let handle: AlertHandle
    /// The alert this one was joined to.
    var host: AlertID?
    var shownAt: Duration?
  }

  private let center: AlertCenter
  private let log: EventLog
  private let output: OutputFile
  private let limit: Int
  private var entries: [AlertID: Entry] = [:]
  /// Those that are counted in another's appearance and end with it.
  private var joined: [AlertID: [AlertID]] = [:]
  /// Shown by nobody yet: what the center's capacity counts.
  private var waiting: Set<AlertID> = []
  private var reader: CheckedContinuation<Void, Never>?

  /// - Parameter limit: How many alerts may be waiting before ``room()`` makes its caller wait.
  init(center: AlertCenter, log: EventLog, output: OutputFile, limit: Int) {
    (self.center, self.log, self.output, self.limit) = (center, log, output, limit)
  }

  func show(_ input: AlertInput) {
    let handle = center.show(alert: PlainAlert(input.content, scheduling: input.scheduling))
    entries[handle.id] = Entry(name: input.id, handle: handle)
    waiting.insert(handle.id)
  }

  /// Returns when fewer alerts are waiting than the limit, or when the calling task is cancelled.
  func room() async {
    while waiting.count >= limit, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { reader = $0 }
      } onCancel: {
        Task { await self.wakeReader() }
      }
    }
  }

  /// Follows the center's events to their end, and writes a line for every alert that ends.
  func follow(_ events: AlertCenter.Events) async throws(System.Failure) {
    for await event in events {
      try await log.write(event) { [entries] in entries[$0]?.name }
      try await note(event)
    }
    // Nothing should be left. Should the center have kept an end to itself, its alert gets its line all the same.
    for id in entries.keys.sorted() { try await end(id) }
  }

  private func note(_ event: AlertCenter.Event) async throws(System.Failure) {
    switch event {
    case .joined(let id, let host):
      entries[id]?.host = host
      if entries[host]?.shownAt != nil { entries[id]?.shownAt = log.now }
      joined[host, default: []].append(id)
      noLongerWaiting(id)
    case .appeared(let id):
      for id in [id] + joined[id, default: []] where entries[id]?.shownAt == nil { entries[id]?.shownAt = log.now }
      noLongerWaiting(id)
    case .ended(let id, _):
      let others = joined.removeValue(forKey: id) ?? []
      for id in [id] + others { try await end(id) }
    default: break
    }
  }

  /// Writes how the alert ended; the events keep the values of its fields to themselves, the handle has them.
  private func end(_ id: AlertID) async throws(System.Failure) {
    noLongerWaiting(id)
    guard let entry = entries.removeValue(forKey: id) else { return }
    let outcome = await entry.handle.outcome
    var line = OutcomeLine(id: entry.name, outcome: outcome, shownAt: entry.shownAt, endedAt: log.now)
    if case .superseded(let successor) = outcome { line.successor = entries[successor]?.name }
    try await output.write(line.json.text)
  }

  private func noLongerWaiting(_ id: AlertID) {
    waiting.remove(id)
    if waiting.count < limit { wakeReader() }
  }

  private func wakeReader() {
    reader?.resume()
    reader = nil
  }
}
