/// Where lines go: written whole and in order, on a thread of its own, since a full pipe blocks.
actor OutputFile {
  private let descriptor: Int32
  private let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private var failure: System.Failure?

  static let standardOutput = OutputFile(System.standardOutput)
  static let standardError = OutputFile(System.standardError)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes the line and a line end, and returns when the system has it.
  ///
  /// - Throws: What went wrong, now or in an earlier call: a stream that has lost something is not gone on with.
  func write(_ line: String) throws(System.Failure) {
    if let failure { throw failure }
    do {
      try writeAll(line + "\n")
    } catch {
      failure = error
      throw error
    }
  }

  private func writeAll(_ text: String) throws(System.Failure) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      if let count = try System.write(descriptor, bytes[written...]) { written += count } else { try System.waitToWrite(descriptor) }
    }
  }
}
