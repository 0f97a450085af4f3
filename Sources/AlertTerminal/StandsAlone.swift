extension Unicode.Scalar {
  /// Whether it certainly forms no character with a neighbour of which the same is true.
  ///
  /// Two such scalars in a row are two characters, without asking the standard library to segment them: that is nearly all text,
  /// and several times as fast. What is left out here (marks, joiners, jamo, flags, the scripts of India, CR) is only slower.
  var standsAlone: Bool {
    switch value {
    case 0x0D: false
    case 0x0000...0x02FF, 0x0370...0x0482, 0x048A...0x052F, 0x05D0...0x05EA, 0x0620...0x064A, 0x1E00...0x1FFF: true  // letters
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2100...0x2BFF, 0xE000...0xF8FF, 0xFFFD: true  // symbols
    case 0x3000...0x3029, 0x3030...0x3096, 0x309B...0x30FF, 0x3400...0x9FFF, 0xFF01...0xFF9D, 0x20000...0x3FFFD: true  // East Asia
    case 0xAC00...0xD7A3: true  // Hangul syllables
    case 0x1F300...0x1F3FA, 0x1F400...0x1FAFF: true  // emoji but flags and skin tones
    default: false
    }
  }
}

extension String {
  /// The end of the character at an index that is the start of one, and its only scalar if it certainly has no other.
  @inline(__always)
  func character(at index: Index) -> (end: Index, only: Unicode.Scalar?) {
    let bytes = utf8
    let byte = bytes[index]
    if byte < 0x80, byte != 0x0D {
      let next = bytes.index(after: index)
      if next == endIndex || bytes[next] < 0x80 { return (next, Unicode.Scalar(byte)) }
    }
    let scalars = unicodeScalars
    let first = scalars[index]
    let next = scalars.index(after: index)
    guard first.standsAlone, next == endIndex || scalars[next].standsAlone else { return (self.index(after: index), nil) }
    return (next, first)
  }
}
