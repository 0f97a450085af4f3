import AlertJSON

/// Lines of a file, a pipe or a terminal, read on a thread of its own so that a pipe that is silent holds nobody up.
actor LineReader {
  private let descriptor: Int32
  private let wake: (reading: Int32, writing: Int32)
  private let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private var splitter = LineSplitter()
  private var lines: ArraySlice<LineSplitter.Line> = []
  private var isAtEnd = false
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// - Parameter descriptor: What to read from; stays the caller's, with its flags as they are.
  init(_ descriptor: Int32) throws(System.Failure) {
    self.descriptor = descriptor
    wake = try System.makePipe()
  }

  deinit {
    System.closeDescriptor(wake.reading)
    System.closeDescriptor(wake.writing)
  }

  /// The next line, as soon as it has come; nil at the end of the input.
  ///
  /// When the calling task is cancelled, lines that were read already are still given out, and then nil.
  nonisolated func next() async throws(System.Failure) -> LineSplitter.Line? {
    let result: Result<LineSplitter.Line?, System.Failure> = await withTaskCancellationHandler {
      await nextLine()
    } onCancel: {
      _ = try? System.write(wake.writing, [0])  // it is never read: from now on the pipe is ready
    }
    return try result.get()
  }

  private func nextLine() -> Result<LineSplitter.Line?, System.Failure> { Result { () throws(System.Failure) in try readLine() } }

  private func readLine() throws(System.Failure) -> LineSplitter.Line? {
    while true {
      if let line = lines.popFirst() { return line }
      if isAtEnd { return nil }
      if try System.waitToRead([descriptor, wake.reading])[1] {
        isAtEnd = true
        continue
      }
      guard let count = try System.read(descriptor, into: &buffer) else { continue }
      if count == 0 {
        isAtEnd = true
        lines = splitter.finish().map { [$0] } ?? []
      } else {
        lines = splitter.append(buffer[..<count])[...]
      }
    }
  }
}
