/// An array that grows without moving what it holds, so that no `show` pays for copying a million waiting alerts (S35).
struct ChunkedArray<Element> {
  // 256 elements: a chunk stays a few dozen KiB, and finding one is a shift.
  private static var shift: Int { 8 }
  private static var mask: Int { 255 }
  private var chunks: [ContiguousArray<Element>] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      var chunk = ContiguousArray<Element>()
      chunk.reserveCapacity(Self.mask + 1)
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  mutating func removeAll() {
    chunks = []
    count = 0
  }

  // Inlined, so that a look at one field does not copy the element.
  @inline(__always) subscript(_ index: Int) -> Element {
    _read { yield chunks[index >> Self.shift][index & Self.mask] }
    _modify { yield &chunks[index >> Self.shift][index & Self.mask] }
  }
}
extension ChunkedArray: Sendable where Element: Sendable {}
