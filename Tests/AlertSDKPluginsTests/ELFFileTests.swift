import Testing

@testable import AlertSDKPlugins

@Suite struct ELFFileTests {
  /// A little-endian 64-bit shared object with one segment that must be loaded, from `offset` on for `length` bytes.
  private func image(type: UInt8 = 3, wide: UInt8 = 2, offset: UInt64 = 0, length: UInt64 = 200, count: UInt8 = 1) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 200)
    bytes.replaceSubrange(0..<7, with: [0x7F, 0x45, 0x4C, 0x46, wide, 1, 1])
    bytes[16] = type
    bytes[32] = 64  // where the program headers begin,
    bytes[54] = 56  // how long each is,
    bytes[56] = count  // and how many there are
    bytes[64] = 1  // PT_LOAD
    for byte in 0..<8 {
      bytes[64 + 8 + byte] = UInt8(truncatingIfNeeded: offset >> (8 * UInt64(byte)))
      bytes[64 + 32 + byte] = UInt8(truncatingIfNeeded: length >> (8 * UInt64(byte)))
    }
    return bytes
  }

  private func complaint(_ bytes: [UInt8]) -> String? {
    ELFFile(size: UInt64(bytes.count)) { offset, count in
      guard offset <= UInt64(bytes.count), UInt64(count) <= UInt64(bytes.count) - offset else { return nil }
      return Array(bytes[Int(offset)..<Int(offset) + count])
    }.complaint
  }

  @Test func aWholeSharedObjectIsLeftToTheSystem() { #expect(complaint(image()) == nil) }

  @Test func everyProperPrefixIsRefused() {
    let whole = image()
    for length in 0..<whole.count { #expect(complaint(Array(whole[..<length])) != nil, "\(length) bytes") }
  }

  @Test func otherFilesAreNamedAsWhatTheyAre() {
    #expect(complaint(Array("#!/bin/sh\nexit 0\n".utf8)) == "it is no shared library (no ELF file)")
    #expect(complaint(image(type: 2)) == "it is an ELF file, but no shared library")
    #expect(complaint(image(wide: 1)) == "it is a shared library for another kind of machine")
    #expect(complaint(image(count: 0)) == "it is no shared library: it has nothing to load")
  }

  @Test func numbersThatOverflowAreAnEndBeyondTheFile() {
    #expect(complaint(image(offset: .max, length: .max)) == "it is not whole: the file ends before the library does")
    #expect(complaint(image(offset: 1, length: 200)) == "it is not whole: the file ends before the library does")
  }

  /// Whatever stands in a header, the answer is a reason or none, and never a trap.
  @Test func randomHeadersAreJudgedToo() {
    var random = UInt64(20)
    for _ in 0..<20_000 {
      var bytes = image()
      for _ in 0..<4 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(random >> 33) % bytes.count] = UInt8(truncatingIfNeeded: random >> 24)
      }
      _ = complaint(bytes)
    }
  }
}
