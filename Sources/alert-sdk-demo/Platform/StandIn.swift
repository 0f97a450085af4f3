import AlertTerminal

/// A terminal in the place of standard error, whose screen nobody looks at: for `check`, whose thousands of lines would flood the real one.
///
/// The renderer still writes to a terminal, of the same size and settings, so it does what it would do; all of it is read.
struct StandIn {
  /// The real standard error, for what is to be seen.
  let screen: Int32

  /// Takes the place; nil where standard error is no terminal, or the keyboard is not at standard input and would be looked for there.
  init?() {
    guard System.isTerminal(System.standardError), System.isTerminal(System.standardInput) else { return nil }
    var (master, slave): (Int32, Int32) = (-1, -1)
    var (settings, size) = (termios(), winsize())
    guard tcgetattr(System.standardError, &settings) == 0, ioctl(System.standardError, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    let screen = fcntl(System.standardError, F_DUPFD_CLOEXEC, 3)
    guard screen >= 0 else { return nil }
    guard openpty(&master, &slave, nil, &settings, &size) == 0 else {
      close(screen)
      return nil
    }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    let error = DetachedThread.start(stackSize: 512 << 10) { [master] in
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      // An error: its place was given up, and nobody has it open any more.
      while let count = try? System.read(master, into: &buffer), count > 0 {}
      System.closeDescriptor(master)
    }
    if error == nil { dup2(slave, System.standardError) }
    close(slave)
    guard error == nil else {
      close(master)
      close(screen)
      return nil
    }
    self.screen = screen
  }

  /// Gives the place back.
  func end() {
    dup2(screen, System.standardError)
    close(screen)
  }
}
