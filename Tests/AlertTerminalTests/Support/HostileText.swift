/// A generator with a seed (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Random texts made of everything that has ever broken a terminal program.
enum HostileText {
  private static let pools: [[ClosedRange<UInt32>]] = [
    [0x61...0x7A], [0x20...0x20], [0x20...0x7E], [0x2D...0x2F, 0x28...0x29],
    [0x09...0x0A], [0x0D...0x0D], [0x00...0x1F, 0x7F...0x9F],
    [0x061C...0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069],
    [0x200B...0x200D, 0x2060...0x2060, 0xFE0E...0xFE0F, 0xFEFF...0xFEFF, 0x2028...0x2029],
    [0xE0000...0xE007F], [0x1F3F4...0x1F3F4], [0xFFF9...0xFFFF, 0xFDD0...0xFDEF, 0x1FFFE...0x1FFFF],
    [0x0300...0x036F, 0x20D0...0x20E3], [0x0915...0x0939, 0x093E...0x094D], [0x0E01...0x0E33],
    [0x1F1E6...0x1F1FF], [0x1F600...0x1F64F, 0x1F3FB...0x1F3FF], [0x2764...0x2764, 0x23...0x23, 0x30...0x39],
    [0x3000...0x30FF, 0x4E00...0x4E40], [0xAC00...0xAC40, 0x1100...0x11FF], [0xFF00...0xFF9F],
    [0x05D0...0x05EA, 0x0600...0x0605, 0x0627...0x064A], [0xC0...0x17F, 0x2010...0x2026], [0x0...0xD7FF, 0xE000...0x10FFFF],
  ]

  static func make(upTo length: Int, using generator: inout SeededGenerator) -> String {
    var scalars = String.UnicodeScalarView()
    let count = Int.random(in: 0...length, using: &generator)
    while scalars.count < count {
      let range = pools.randomElement(using: &generator)!.randomElement(using: &generator)!
      // Runs of one kind reach what single scalars do not: towers of marks, chains of conjuncts, rows of flags.
      for _ in 0..<(Bool.random(using: &generator) ? 1 : Int.random(in: 1...12, using: &generator)) {
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) { scalars.append(scalar) }
      }
    }
    return String(scalars)
  }
}
