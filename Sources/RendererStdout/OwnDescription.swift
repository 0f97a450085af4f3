import AlertTerminal

/// A second open file description of a terminal or pipe, so that it can be non-blocking while the flags of the one that was given,
/// which other processes share, stay as they are (R14).
enum OwnDescription {
  /// A new, non-blocking descriptor, or nil where none is to be had (another user's terminal, a socket); errno says why.
  static func open(_ descriptor: Int32, flags: Int32) -> Int32? {
    let flags = flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    #if os(Linux)
      let own = AlertTerminal.open("/proc/self/fd/\(descriptor)", flags)
      if own >= 0 || errno == ENXIO { return own >= 0 ? own : nil }
    #endif
    var path = [CChar](repeating: 0, count: 1024)
    guard ttyname_r(descriptor, &path, path.count) == 0 else { return nil }
    let terminal = path.withUnsafeBufferPointer { AlertTerminal.open($0.baseAddress!, flags) }
    return terminal >= 0 ? terminal : nil
  }
}
