import FoundationEssentials
import Glibc
import Synchronization

/// Events on stdout, one JSON object a line with the milliseconds since the start; from any thread.
final class Output: Sendable {
  private let start = ContinuousClock.now
  private let lock = Mutex(())

  func say(_ event: String, _ fields: [String: String] = [:]) {
    var object = fields
    object["event"] = event
    object["ms"] = "\(Int((ContinuousClock.now - start) / .milliseconds(1)))"
    guard let data = try? JSONEncoder().encode(object) else { return }
    let line = [UInt8](data) + [UInt8(ascii: "\n")]
    lock.withLock { _ in
      var rest = line[...]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
      }
    }
  }
}
