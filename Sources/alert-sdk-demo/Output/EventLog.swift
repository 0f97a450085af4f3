import AlertJSON
import AlertSDK

/// Follows the events of a center to their end, and writes each as a line of JSON where the user wants to see them.
struct EventLog: Sendable {
  private let output: OutputFile?
  private let start = ContinuousClock.now

  /// - Parameter path: A file to write anew, or `-` for standard error; nil: events are not written.
  /// - Throws: What keeps which file from being written.
  init(_ path: String?) throws(Reason) {
    switch path {
    case nil: output = nil
    case "-": output = .standardError
    case .some(let path):
      do { output = OutputFile(try System.openForWriting(path)) } catch { throw Reason("--events: \(path.plain): \(error)") }
    }
  }

  /// Since the log was begun.
  var now: Duration { start.duration(to: .now) }

  /// Writes an event.
  ///
  /// - Parameter name: What the input calls an alert.
  func write(_ event: AlertCenter.Event, name: @Sendable (AlertID) -> String?) async throws(System.Failure) {
    try await output?.write(EventLine(event: event, at: now, name: name).json.text)
  }

  /// Follows the events of a center that nobody else needs; nil where nobody wants to see them.
  ///
  /// Not a child task: it goes on to the last event also when the one that asks is cancelled.
  func follow(_ center: AlertCenter) -> Task<Void, any Error>? {
    guard output != nil else { return nil }
    return Task { [events = center.events(bufferingNewest: nil)] in
      for await event in events { try await write(event) { _ in nil } }
    }
  }
}
