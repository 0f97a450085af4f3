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

  /// Inlined, so that of plain numbers only those that are looked at are read.
  subscript(_ index: Int) -> Element {
    @inline(__always) get { chunks[index >> Self.shift][index & Self.mask] }
    @inline(__always) _modify { yield &chunks[index >> Self.shift][index & Self.mask] }
  }
}

extension ChunkedArray {
  /// A look at an element, or a change, in its place; the subscript copies what it gives.
  @inline(__always) mutating func with<Result>(_ index: Int, _ body: (inout Element) -> Result) -> Result { body(&self[index]) }
}
extension ChunkedArray: Sendable where Element: Sendable {}
