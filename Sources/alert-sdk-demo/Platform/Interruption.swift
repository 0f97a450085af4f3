import AlertTerminal
import CTerminalRestore

/// INT, TERM and HUP as something to wait for, so that alerts leave the screen and outcomes are written before the program ends.
///
/// The handler only writes to a pipe. A signal that was ignored when the program started (`nohup`, a background job of a simple shell)
/// stays ignored. After the first signal the second one takes effect at once, but for giving the terminal back.
actor Interruption {
  static let signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]

  private let reading: Int32
  private let writing: Int32
  private let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Takes the signals over; once in a process.
  init() throws(System.Failure) {
    (reading, writing) = try System.makePipe()
    // The pipe never fills: one byte is read, then the signals are given back; a handler must not block all the same.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    interruptionPipe = writing
    for number in Self.signals where !isIgnored(number) { signal(number, noteInterruption) }
  }

  /// The first signal that comes; nil once the waiting task is cancelled.
  nonisolated func next() async -> Int32? {
    await withTaskCancellationHandler {
      await wait()
    } onCancel: {
      _ = try? System.write(writing, [0])
    }
  }

  /// Ends the program the way the signal would have ended it.
  static func end(with number: Int32) -> Never {
    alertsdk_terminal_restore()  // a box that did not close in time
    signal(number, SIG_DFL)
    raise(number)  // to this thread, the main one, which blocks none: it is there before the call returns
    exit(128 + number)
  }

  private func wait() -> Int32? {
    var byte: [UInt8] = [0]
    guard (try? System.read(reading, into: &byte)) == 1, byte[0] != 0 else { return nil }
    for number in Self.signals where !isIgnored(number) { signal(number, endAtOnce) }
    return Int32(byte[0])
  }
}

/// Written once before the handler is installed, only read after.
private nonisolated(unsafe) var interruptionPipe: Int32 = -1

/// Async-signal-safe: one `write`, and `errno` as it was.
private nonisolated func noteInterruption(_ number: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(interruptionPipe, &byte, 1)
  errno = saved
}

/// Async-signal-safe. The signal that is raised here comes when this returns.
private nonisolated func endAtOnce(_ number: Int32) {
  alertsdk_terminal_restore()
  signal(number, SIG_DFL)
  raise(number)
}

private func isIgnored(_ number: Int32) -> Bool {
  var current = sigaction()
  sigaction(number, nil, &current)
  #if canImport(Darwin)
    let handler = current.__sigaction_u.__sa_handler
  #else
    let handler = current.__sigaction_handler.sa_handler
  #endif
  // Handlers are compared by address: SIG_IGN is the number 1 dressed as a function.
  return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
