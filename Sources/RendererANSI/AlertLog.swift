internal import AlertSDK
internal import AlertTerminal

/// A place for an app's own lines that does not break a box: they wait while one is up and are printed, in order, when it has gone.
///
/// In inline mode they appear above the box at once. While no box is up a line is written directly. Any thread may write.
public final class AlertLog: Sendable {
  private struct State {
    var sink: (@Sendable ([UInt8]) -> Void)?
  }
  private let state = Lock(State())
  private let descriptor: Int32

  /// A log that writes to a descriptor; stderr unless another is given.
  public init(descriptor: Int32 = 2) { self.descriptor = descriptor }

  /// Writes one line; a newline is added. As with `print`, what the line holds is the app's business.
  public func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Handed over under the lock, so that no line of an earlier call is overtaken.
    let taken = state.withLock { state in
      state.sink?(bytes)
      return state.sink != nil
    }
    if !taken { Self.writeAll(bytes, to: descriptor) }
  }

  /// Sends lines to a box from now on.
  func attach(_ sink: @escaping @Sendable ([UInt8]) -> Void) { state.withLock { $0.sink = sink } }
  /// Sends lines to the descriptor again, after those the box was handed and did not print.
  func detach(_ rest: () -> [UInt8]) {
    state.withLock { state in
      state.sink = nil
      Self.writeAll(rest(), to: descriptor)
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = plainWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
      }
    }
  }

  private static func plainWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    AlertTerminal.write(descriptor, bytes.baseAddress, bytes.count)
  }
}
