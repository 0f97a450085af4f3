import AlertTerminal
import Synchronization

/// A pseudo-terminal whose slave a renderer uses and whose master is the person: types, and sees what is shown.
package final class PseudoTerminal: Sendable {
  package struct Missing: Error, CustomStringConvertible {
    package var description: String
  }

  package let master: Int32
  package let slave: Int32
  private let seen = Mutex<[UInt8]>([])
  private let isMasterOpen = Mutex(true)

  package init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Missing(description: "openpty: errno \(errno)") }
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    (self.master, self.slave) = (master, slave)
  }

  deinit {
    hangUp()
    close(slave)
  }

  /// The terminal goes away, as when its window is closed.
  package func hangUp() {
    isMasterOpen.withLock { isOpen in
      if isOpen { close(master) }
      isOpen = false
    }
  }

  /// The path of the slave, for a child to open as its controlling terminal.
  package var path: String {
    var path = [CChar](repeating: 0, count: 256)
    _ = ttyname_r(slave, &path, path.count)
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package func type(_ text: String) { type(Array(text.utf8)) }
  package func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

  /// Waits until everything typed has reached the line discipline, which takes it up on a thread of the kernel's.
  ///
  /// ^S is taken in order, and what it does can be seen from outside.
  package func typedIsIn() async throws {
    func isWritable() -> Bool {
      var polled = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
      return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLOUT) != 0
    }
    type("\u{13}")
    try await eventually("output is stopped") { !isWritable() }
    type("\u{11}")
    try await eventually("output goes on") { isWritable() }
  }

  /// All that has been shown up to now, with the terminal's echo of what was typed; line ends as the terminal sees them.
  package var screen: String { String(decoding: bytes, as: UTF8.self) }
  package var bytes: [UInt8] {
    seen.withLock { seen in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return seen }
        seen += buffer[..<count]
      }
    }
  }

  /// Waits until the screen holds the text so many times.
  @discardableResult
  package func wait(for text: String, times: Int = 1, within limit: Duration = .seconds(20)) async throws -> String {
    do {
      try await eventually("", within: limit) { self.count(of: text) >= times }
    } catch is Missing {
      throw Missing(description: "not within \(limit): \(text.debugDescription) \(times) times on the screen\n\(screen)")
    }
    return screen
  }

  package func count(of text: String) -> Int {
    var count = 0
    var rest = Array(screen.utf8)[...]
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

  /// The settings, byte by byte.
  package var settings: [UInt8] {
    var settings = termios()
    _ = tcgetattr(slave, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }

  package var isEchoing: Bool {
    var settings = termios()
    _ = tcgetattr(slave, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

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
}

/// Waits for a condition, with a deadline that only a broken program reaches.
package func eventually(_ what: String, within limit: Duration = .seconds(20), _ condition: () -> Bool) async throws {
  let deadline = ContinuousClock.now + limit
  while !condition() {
    guard ContinuousClock.now < deadline else { throw PseudoTerminal.Missing(description: "not within \(limit): \(what)") }
    try await Task.sleep(for: .milliseconds(2))
  }
}
