import Testing

@testable import AlertTerminal

@Suite struct StandsAloneTests {
  @Test("What is said to stand alone joins no neighbour of its kind, by the standard library's own segmentation")
  func segmentation() {
    let wrong = (0...0x3FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter { scalar in
      guard scalar.standsAlone else { return false }
      let text = "a\(scalar)\(scalar)각\(scalar)あ\(scalar)\u{1F600}\(scalar)\n\(scalar)"
      return text.count != 11
    }
    #expect(wrong.isEmpty)
  }

  @Test("Characters are found where the standard library finds them", arguments: 0..<10 as Range<UInt64>)
  func fuzz(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let text = HostileText.make(upTo: 50, using: &generator)
      var ends: [String.Index] = []
      var index = text.startIndex
      while index < text.endIndex {
        index = text.character(at: index).end
        ends.append(index)
      }
      #expect(ends == Array(text.indices.dropFirst()) + (text.isEmpty ? [] : [text.endIndex]), "seed \(seed), \(text.debugDescription)")
    }
  }
}
