/// Whether a file is a whole ELF shared object: the system's loader maps one that was cut off, and then dies of the missing pages.
struct ELFFile {
  let size: UInt64
  /// Bytes at an offset; nil: there are not as many.
  let read: (_ offset: UInt64, _ count: Int) -> [UInt8]?

  /// Why the system must not be given it; nil: it may look for itself.
  var complaint: String? {
    guard let identification = read(0, 16), identification.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
      return "it is no shared library (no ELF file)"
    }
    let isWide = identification[4] == 2
    guard isWide == (Int.bitWidth == 64), identification[5] == 1 || identification[5] == 2 else {
      return "it is a shared library for another kind of machine"
    }
    let isBigEndian = identification[5] == 2
    let cutOff = "it is not whole: the file ends before the library does"
    guard let header = read(0, isWide ? 64 : 52) else { return cutOff }
    func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> UInt64 {
      let part = bytes[offset..<offset + width]
      return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard number(header, 16, 2) == 3 else { return "it is an ELF file, but no shared library" }  // ET_DYN

    // Offsets of the ELF specification's Elf64_Ehdr and Elf64_Phdr, or the 32-bit ones.
    let (table, entry, count) =
      isWide
      ? (number(header, 32, 8), number(header, 54, 2), number(header, 56, 2))
      : (number(header, 28, 4), number(header, 42, 2), number(header, 44, 2))
    guard entry >= (isWide ? 56 : 32), count > 0 else { return "it is no shared library: it has nothing to load" }
    guard let programHeaders = read(table, Int(entry * count)) else { return cutOff }
    for index in 0..<Int(count) {
      let start = index * Int(entry)
      guard number(programHeaders, start, 4) == 1 else { continue }  // PT_LOAD
      let (offset, length) =
        isWide
        ? (number(programHeaders, start + 8, 8), number(programHeaders, start + 32, 8))
        : (number(programHeaders, start + 4, 4), number(programHeaders, start + 16, 4))
      let (end, overflows) = offset.addingReportingOverflow(length)
      if overflows || end > size { return cutOff }
    }
    return nil
  }
}
