package import AlertTerminal
import Synchronization

/// A pseudo-terminal whose slave a renderer uses and whose master is the person: types, and sees what is shown.
package final class PseudoTerminal: Sendable {
  package struct Missing: Error, CustomStringConvertible {
    package var description: String
    package init(description: String) { self.description = description }
  }

  /// -1 once it was hung up.
  private struct Master {
    var descriptor: Int32
    var seen: [UInt8] = []
  }
  private let master: Mutex<Master>
  package let slave: Int32
  private let settingsBefore: [UInt8]
  /// What was started on it, if anything.
  let program = Mutex(Program())

  package init(columns: Int = 80, rows: Int = 24) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Missing(description: "openpty: errno \(errno)") }
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    self.master = Mutex(Master(descriptor: master))
    self.slave = slave
    settingsBefore = Self.settings(of: slave)
  }

  deinit {
    endProgram()
    hangUp()
    close(slave)
  }

  /// The terminal goes away, as when its window is closed.
  package func hangUp() {
    master.withLock { master in
      if master.descriptor >= 0 { close(master.descriptor) }
      master.descriptor = -1
    }
  }

  /// The path of the slave, for a child to open as its controlling terminal.
  package var path: String {
    var path = [CChar](repeating: 0, count: 256)
    _ = ttyname_r(slave, &path, path.count)
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package func resize(_ columns: Int, _ rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    master.withLock { _ = ioctl($0.descriptor, UInt(TIOCSWINSZ), &size) }
  }

  // MARK: Typing

  package func type(_ text: String) { type(Array(text.utf8)) }
  package func type(_ bytes: [UInt8]) { master.withLock { _ = write($0.descriptor, bytes, bytes.count) } }

  /// Waits until everything typed has reached the line discipline, which takes it up on a thread of the kernel's.
  ///
  /// ^S is taken in order, and what it does can be seen from outside.
  package func typedIsIn() async throws {
    @Sendable func isWritable() -> Bool {
      var polled = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
      return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLOUT) != 0
    }
    type("\u{13}")
    try await eventually("output is stopped") { !isWritable() }
    type("\u{11}")
    try await ready(slave, for: POLLOUT, "output goes on")
  }

  /// ^S, which a program in raw mode would take for a key: the terminal takes no more output.
  package func stopOutput() { tcflow(slave, TCOOFF) }

  /// What the next reader of the terminal would find: whole lines typed and not read by anybody.
  package func unreadLines() -> String {
    let flags = fcntl(slave, F_GETFL)
    _ = fcntl(slave, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(slave, F_SETFL, flags) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(slave, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += buffer[..<count]
    }
  }

  // MARK: What is shown

  /// All that has been shown up to now, with the terminal's echo of what was typed; line ends as the terminal sees them.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var bytes: [UInt8] {
    master.withLock { master in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(master.descriptor, &buffer, buffer.count)
        guard count > 0 else { return master.seen }
        master.seen += buffer[..<count]
      }
    }
  }

  /// Forgets what was shown up to the last look.
  package func forget() { master.withLock { $0.seen = [] } }

  package func count(of text: String) -> Int {
    var count = 0
    var rest = bytes[...]
    let text = Array(text.utf8)
    while rest.count >= text.count {
      if rest.starts(with: text) {
        count += 1
        rest = rest.dropFirst(text.count)
      } else {
        rest = rest.dropFirst()
      }
    }
    return count
  }

  /// Takes in what is shown, and waits some milliseconds for it if there is nothing.
  func takeIn(within milliseconds: Int32) {
    var polled = pollfd(fd: master.withLock { $0.descriptor }, events: Int16(POLLIN), revents: 0)
    // Hung up when every end of the slave is closed: nothing will come.
    if poll(&polled, 1, milliseconds) > 0, polled.revents & Int16(POLLIN) == 0 { poll(nil, 0, milliseconds) }
    _ = bytes
  }

  // MARK: Settings

  /// The settings, byte by byte.
  package var settings: [UInt8] { Self.settings(of: slave) }
  private static func settings(of slave: Int32) -> [UInt8] {
    var settings = termios()
    _ = tcgetattr(slave, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }
  /// Whether every setting is as when this was made.
  package var settingsAreRestored: Bool { settings == settingsBefore }

  private var localFlags: tcflag_t {
    var settings = termios()
    _ = tcgetattr(slave, &settings)
    return settings.c_lflag
  }
  package var isEchoing: Bool { localFlags & tcflag_t(ECHO) != 0 }
  package var isRaw: Bool { localFlags & tcflag_t(ICANON | ECHO | ISIG) == 0 }
  /// The process group in the foreground.
  package var foreground: pid_t { master.withLock { tcgetpgrp($0.descriptor) } }
}
