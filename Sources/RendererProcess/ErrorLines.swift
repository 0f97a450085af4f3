import AlertJSON
import AlertTerminal

/// What a program writes to standard error, made safe and kept in bounds; pure.
struct ErrorLines {
  /// Most lines that are passed on in a second; the others are counted.
  static let linesPerSecond = 100
  /// Most bytes that are read in a second: a program that writes more waits for us rather than we for it.
  static let bytesPerSecond = 1 << 20

  /// The beginning of a line that has not ended.
  private(set) var partial: [UInt8] = []
  private var second: ContinuousClock.Instant?
  private var bytesLeft = bytesPerSecond
  private var linesLeft = linesPerSecond
  private var skipped = 0
  /// The newest line with something in it.
  private(set) var last: String?

  /// Until when nothing is to be read; nil: now.
  func resumption(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard bytesLeft <= 0, let end = second?.advanced(by: .seconds(1)), end > now else { return nil }
    return end
  }

  /// The lines that end in these bytes, as they are to be passed on.
  mutating func append(_ bytes: some Collection<UInt8>, at now: ContinuousClock.Instant) -> [String] {
    var lines: [String] = []
    if second.map({ $0.duration(to: now) >= .seconds(1) }) ?? true {
      if skipped > 0 { lines.append("(\(skipped) more lines were left out)") }
      (second, bytesLeft, linesLeft, skipped) = (now, Self.bytesPerSecond, Self.linesPerSecond, 0)
    }
    bytesLeft -= bytes.count
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines += finish()
      } else if partial.count < 1_000 {  // more than is passed on of one line
        partial.append(byte)
      }
    }
    return lines
  }

  /// What has come of a last line that was not ended.
  mutating func finish() -> [String] {
    let text = SafeText.title(utf8: partial).text
    partial.removeAll(keepingCapacity: true)
    if text.isEmpty { return [] }
    last = text
    guard linesLeft > 0 else {
      skipped += 1
      return []
    }
    linesLeft -= 1
    return [text]
  }
}
