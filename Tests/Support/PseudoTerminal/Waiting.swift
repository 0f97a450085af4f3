import AlertTerminal

extension PseudoTerminal {
  /// Waits for a condition with a deadline that only a broken program reaches; looks whenever something is shown. Holds its thread up.
  ///
  /// - Parameter reading: false leaves what is shown in the terminal, as if nobody looked.
  package func wait(_ what: String, within limit: Duration = .seconds(20), reading: Bool = true, until isDone: () -> Bool) throws {
    let deadline = ContinuousClock.now + limit
    while !isDone() {
      guard ContinuousClock.now < deadline else {
        throw Missing(description: "not within \(limit): \(what)\(reading ? "; shown: \(text.suffix(400).debugDescription)" : "")")
      }
      // No descriptor tells of what is not shown (settings, the end of a process), or was taken in by another look: so not for ever.
      if reading { takeIn(within: 10) } else { poll(nil, 0, 5) }
    }
  }
  package func wait(for text: String) throws { try wait(text.debugDescription) { count(of: text) > 0 } }

  /// The same on a thread of its own, so that no thread of the pool waits.
  package func eventually(_ what: String, within limit: Duration = .seconds(20), until isDone: @escaping @Sendable () -> Bool) async throws
  {
    try await onThread { try self.wait(what, within: limit, until: isDone) }
  }
  /// Waits until a text has been shown so many times; returns all that has been.
  @discardableResult
  package func wait(for text: String, times: Int = 1, within limit: Duration = .seconds(20)) async throws -> String {
    try await eventually("\(text.debugDescription) \(times) times", within: limit) { self.count(of: text) >= times }
    return self.text
  }
}

/// Waits until one of these events is there, on a thread of its own, with a deadline that only a broken program reaches.
///
/// - Parameter events: as of `poll`; 0 waits for a hang-up or an error alone.
package func ready(_ descriptor: Int32, for events: Int32, _ what: String, within limit: Duration = .seconds(20)) async throws {
  let milliseconds = Int32(limit.components.seconds * 1_000)
  let isReady = try await onThread {
    var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }
  if !isReady { throw PseudoTerminal.Missing(description: "not within \(limit): \(what)") }
}

/// Waits for a condition of which nothing tells (settings of a terminal, the end of somebody else's process), so it is looked at again and
/// again; with a deadline that only a broken program reaches.
package func eventually(_ what: String, within limit: Duration = .seconds(20), _ condition: () -> Bool) async throws {
  let deadline = ContinuousClock.now + limit
  while !condition() {
    guard ContinuousClock.now < deadline else { throw PseudoTerminal.Missing(description: "not within \(limit): \(what)") }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// Runs what waits on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let error = DetachedThread.start(stackSize: 512 * 1024) { continuation.resume(with: Result(catching: body)) }
    if let error { continuation.resume(throwing: PseudoTerminal.Missing(description: "no thread to wait on: error \(error)")) }
  }
}
