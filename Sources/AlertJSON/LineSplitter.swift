/// Cuts a stream of bytes into lines, whatever pieces it comes in, and holds no more of a line than is allowed.
package struct LineSplitter {
  package enum Line: Equatable, Sendable {
    case bytes([UInt8])
    /// A line of more than ``limit`` bytes; they were read and forgotten.
    case tooLong
  }

  /// The longest line that is taken, in bytes without its end: 1 MiB.
  package static let limit = 1 << 20

  private var partial: [UInt8] = []
  /// Whether what has come of the line is too long already.
  package private(set) var isTooLong = false

  package init() {}

  /// The lines that end in these bytes, in order.
  package mutating func append(_ bytes: some RandomAccessCollection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      keep(bytes[start..<end])
      lines.append(takeLine())
      start = bytes.index(after: end)
    }
    keep(bytes[start...])
    return lines
  }

  /// What stands after the last line end, if anything: a last line that was not ended is a line too.
  package mutating func finish() -> Line? { partial.isEmpty && !isTooLong ? nil : takeLine() }

  private mutating func keep(_ bytes: some Collection<UInt8>) {
    if isTooLong { return }
    if partial.count + bytes.count > Self.limit {
      isTooLong = true
      partial = []
    } else {
      partial += bytes
    }
  }

  private mutating func takeLine() -> Line {
    defer { (partial, isTooLong) = ([], false) }
    return isTooLong ? .tooLong : .bytes(partial)
  }
}
