import Synchronization

/// A pseudo-terminal whose output is taken in whether or not a test looks, so that it is never full.
package final class DrainedTerminal: Sendable {
  package let terminal: PseudoTerminal
  private let drain: Task<Void, Never>
  private let mark = Mutex(0)

  package init() throws {
    let terminal = try PseudoTerminal()
    self.terminal = terminal
    drain = Task.detached {
      while !Task.isCancelled {
        _ = terminal.bytes
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  deinit { drain.cancel() }

  package var slave: Int32 { terminal.slave }
  package var path: String { terminal.path }
  /// All that was put out so far.
  package var bytes: [UInt8] { terminal.bytes }
  package var text: String { terminal.text }

  package func type(_ text: String) { terminal.type(text) }
  package func hangUp() {
    drain.cancel()
    terminal.hangUp()
  }

  /// Waits for a text behind all that was waited for or skipped before.
  package func waitForNext(_ text: String) async throws {
    let text = Array(text.utf8)
    try await terminal.eventually(String(decoding: text, as: UTF8.self).debugDescription) { [self] in
      let bytes = bytes
      return mark.withLock { mark in
        guard let place = bytes[mark...].indices.first(where: { bytes[$0...].starts(with: text) }) else { return false }
        mark = place + text.count
        return true
      }
    }
  }
}
