public import AlertTerminal

/// How the box behaves in a terminal; the defaults suit a command-line program.
public struct ANSIOptions: Sendable {
  /// Where the box is drawn.
  public enum Mode: Sendable {
    /// Over everything, on the alternate screen; the screen below is as it was when the box has gone.
    case overlay
    /// In the scrolling text, below the last line; erased when it has gone.
    case inline
    /// On a screen that the app draws itself.
    case compose(ANSIHost)
  }
  /// What ^C and ^\ do once the terminal is as it was.
  public enum Interrupt: String, Sendable, Hashable, CaseIterable {
    /// Send SIGINT or SIGQUIT to the process group, as the terminal would have; where that is survived, the alert is dismissed.
    case signal
    /// Only dismiss the alert.
    case dismiss
  }

  /// What it looks like. Default: `.automatic`.
  public var theme: ANSITheme = .automatic
  /// Where it is drawn. Default: `.overlay`.
  public var mode: Mode = .overlay
  /// What ^C and ^\ do. Default: `.signal`.
  public var interrupt: Interrupt = .signal
  /// How wide characters are on which terminals do not agree. Default: what most terminals do.
  public var width = DisplayWidth()
  /// Whether buttons can be clicked and text scrolled by the wheel; takes selecting text from the person. Default: false.
  public var usesMouse = false
  /// Whether keys are asked for in the unambiguous encoding some terminals have (`CSI > 1 u`). Default: false.
  public var usesKeyboardProtocol = false
  /// Whether each frame is marked as one, so that terminals show it at once; others ignore the marks. Default: true.
  public var synchronizesFrames = true
  /// Whether a line such as `Alert: Delete? -> Keep` stays when the box has gone. Default: false.
  public var leavesRecord = false
  /// Whether what the program prints to stdout and stderr while a box is up is kept and printed when it has gone. Default: false.
  ///
  /// For the time of a box descriptors 1 and 2 are a pipe where they are this terminal; up to 256 KiB are kept, further lines counted.
  /// A program started meanwhile inherits the pipe and loses its reader when the box closes.
  public var capturesStdio = false
  /// Whether a crash or an abort gives the terminal back first; the handlers are there only while a box is. Default: true.
  public var restoresAfterCrash = true
  /// Where the app's own lines wait while a box is up; nil: nowhere. Default: nil.
  public var log: AlertLog?
  /// The terminal, for programs that have several; nil is the controlling one. Default: nil.
  public var terminalPath: String?
  /// Whether alerts are shown although `CI` says that nobody watches. Default: false.
  public var asksInCI = false

  /// The environment in place of the process's own, for tests.
  var environment: [String: String]?

  /// The defaults.
  public init() {}
}

/// A part of the screen, in cells from 0.
public struct ANSIRect: Sendable, Hashable {
  /// The first row.
  public var top: Int
  /// The first column.
  public var left: Int
  /// Rows.
  public var rows: Int
  /// Columns.
  public var columns: Int
  /// A part of the screen, in cells from 0.
  public init(top: Int, left: Int, rows: Int, columns: Int) { (self.top, self.left, self.rows, self.columns) = (top, left, rows, columns) }
}

/// A program that draws the whole screen itself and lends a part of it to alerts.
///
/// All closures run on the box's own thread, one at a time. Between `willOpen` and `didClose` the host must neither read from the
/// terminal nor draw inside the part it lent.
public struct ANSIHost: Sendable {
  /// The part of a screen of this size that alerts may use; asked again after each resize.
  public var surface: @Sendable (TerminalInfo.Size) -> ANSIRect
  /// Draws the host's own screen again: where a box has gone, moved or shrunk.
  public var repaint: @Sendable () -> Void
  /// A box is about to be drawn. Default: nothing.
  public var willOpen: @Sendable () -> Void
  /// The box has gone and the screen has been repainted. Default: nothing.
  public var didClose: @Sendable () -> Void
  /// Whether the terminal's modes are changed for the box; not needed where the host has raw mode on. Default: false.
  public var changesModes: Bool

  /// A host; by default it lends the whole screen and has raw mode on.
  public init(
    changesModes: Bool = false,
    surface: @escaping @Sendable (TerminalInfo.Size) -> ANSIRect = { ANSIRect(top: 0, left: 0, rows: $0.rows, columns: $0.columns) },
    willOpen: @escaping @Sendable () -> Void = {}, didClose: @escaping @Sendable () -> Void = {}, repaint: @escaping @Sendable () -> Void
  ) {
    (self.changesModes, self.surface, self.repaint, self.willOpen, self.didClose) = (changesModes, surface, repaint, willOpen, didClose)
  }
}
