/// A terminal opened for itself: its own description, non-blocking, so that no flag is shared with descriptors 0-2 and no call hangs.
///
/// For one thread at a time; the session that opened it closes it. Nothing here changes the terminal unless told to.
public final class TerminalDevice {
  /// Why a terminal cannot be had.
  public struct Failure: Error, Sendable, Hashable {
    /// The reason, in words for a person.
    public let reason: String
  }
  /// What came of reading.
  public enum Reading: Sendable, Hashable {
    /// This many bytes.
    case bytes(Int)
    /// Nothing is there now.
    case nothing
    /// The terminal has gone: end of file, EIO.
    case gone
  }
  /// What came of writing.
  public enum Writing: Sendable, Hashable {
    /// This many bytes were taken.
    case wrote(Int)
    /// Output is full or stopped; wait until it can be written to.
    case full
    /// The terminal has gone: EIO, EPIPE.
    case gone
  }

  /// The descriptor, -1 once closed.
  public private(set) var descriptor: Int32

  /// Opens a terminal, by default the controlling one.
  ///
  /// - Throws: ``Failure`` where there is none, or the path is no terminal.
  public init(path: String? = nil) throws(Failure) {
    let path = path ?? "/dev/tty"
    var opened: Int32
    repeat { opened = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK) } while opened < 0 && errno == EINTR
    guard opened >= 0 else { throw Failure(reason: "\(path): \(Self.text(of: errno))") }
    guard isatty(opened) == 1 else {
      close(opened)
      throw Failure(reason: "\(path) is no terminal")
    }
    // In a program with closed standard streams it must not become one: what is printed would go into the box.
    if opened <= 2 {
      let above = fcntl(opened, F_DUPFD_CLOEXEC, 3)
      close(opened)
      guard above >= 0 else { throw Failure(reason: "\(path): \(Self.text(of: errno))") }
      opened = above
    }
    descriptor = opened
  }

  deinit { shut() }

  /// Closes the descriptor; harmless when done twice.
  public func shut() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Whether this process is in the terminal's foreground group; a background one must not touch modes or input (SIGTTOU).
  ///
  /// A terminal that is not the controlling one has no foreground as far as we can know; then this is true.
  public var isForeground: Bool {
    let group = tcgetpgrp(descriptor)
    return group == getpgrp() || (group < 0 && errno == ENOTTY)
  }

  /// The size the terminal tells; nil where it says zero by zero.
  public var windowSize: TerminalInfo.Size? { TerminalInfo.windowSize(of: descriptor) }

  /// The modes as they are; nil when the terminal has gone.
  public var modes: termios? {
    var modes = termios()
    return tcgetattr(descriptor, &modes) == 0 ? modes : nil
  }

  /// Sets modes at once (TCSANOW: the other ways wait for output and can hang).
  public func set(_ modes: termios) -> Bool {
    var modes = modes
    return tcsetattr(descriptor, TCSANOW, &modes) == 0
  }

  /// Drops what was typed and not read.
  public func dropInput() { tcflush(descriptor, TCIFLUSH) }

  /// Drops output that waits and lets stopped output run again.
  public func dropOutput() {
    tcflush(descriptor, TCOFLUSH)
    tcflow(descriptor, TCOON)
  }

  /// Reads what is there.
  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    while true {
      let count = Platform.read(descriptor, buffer)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .gone }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      default: return .gone
      }
    }
  }

  /// Writes what can be written now.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Writing {
    while true {
      let count = Platform.write(descriptor, bytes)
      if count >= 0 { return .wrote(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .full
      default: return .gone
      }
    }
  }

  /// What a box needs: keys at once and as they are, no echo, no signals from keys.
  ///
  /// Output processing stays: what other parts of a program print meanwhile must not run down the screen like stairs.
  public static func raw(from modes: termios) -> termios {
    var raw = modes
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | ISTRIP)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return raw
  }

  private static func text(of code: Int32) -> String {
    switch code {
    case ENXIO, ENOTTY: "no controlling terminal"
    case ENOENT: "no such terminal"
    case EACCES, EPERM: "permission denied"
    case EIO: "the terminal has gone"
    case EMFILE, ENFILE: "too many open files"
    default: "error \(code)"
    }
  }
}

/// The C functions whose names the methods above share.
private enum Platform {
  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    AlertTerminal.read(descriptor, buffer.baseAddress, buffer.count)
  }
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    AlertTerminal.write(descriptor, bytes.baseAddress, bytes.count)
  }
}
