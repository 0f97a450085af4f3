import Testing

@testable import AlertJSON

@Suite struct LineSplitterTests {
  private func split(_ bytes: [UInt8], pieces size: Int) -> [LineSplitter.Line] {
    var splitter = LineSplitter()
    var lines: [LineSplitter.Line] = []
    for start in stride(from: 0, to: bytes.count, by: size) { lines += splitter.append(bytes[start..<min(start + size, bytes.count)]) }
    if let last = splitter.finish() { lines.append(last) }
    return lines
  }

  @Test("Lines are the same whatever pieces they come in", arguments: [1, 2, 3, 7, 100]) func pieces(size: Int) {
    let lines = split(Array("a\n\nbc\ndé".utf8), pieces: size)
    #expect(lines == ["a", "", "bc", "dé"].map { .bytes(Array($0.utf8)) })
  }

  @Test("A last line end adds no empty line") func lastLineEnd() {
    #expect(split(Array("a\n".utf8), pieces: 1) == [.bytes([97])])
    #expect(split([], pieces: 1) == [])
  }

  @Test("A line of 1 MiB is taken, a longer one is forgotten, the next one is whole", arguments: [4096, 1 << 21]) func limit(size: Int) {
    let longest = [UInt8](repeating: 97, count: LineSplitter.limit)
    #expect(split(longest + [10] + [98, 10], pieces: size) == [.bytes(longest), .bytes([98])])
    #expect(split(longest + [97, 10] + [98, 10], pieces: size) == [.tooLong, .bytes([98])])
    #expect(split(longest + [97], pieces: size) == [.tooLong])
  }
}
