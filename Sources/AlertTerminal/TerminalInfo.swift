/// What is known about the place text goes to: is it a terminal, how large, which colours, which encoding.
///
/// A plain value worked out from the environment, so every rule can be tested without a terminal. Make one for each
/// presentation: size and environment change.
public struct TerminalInfo: Sendable, Hashable {
  /// A size in character cells.
  public struct Size: Sendable, Hashable {
    /// Cells in a row.
    public var columns: Int
    /// Rows on the screen.
    public var rows: Int

    /// A size in character cells; zero or less in a dimension means that it is not known.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }

    /// 80 x 24, what terminals have been since the VT52; used where nothing better is known.
    public static let standard = Size(columns: 80, rows: 24)
  }

  /// How many colours may be used, poorest first.
  public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// No colour and no other styling.
    case none
    /// The eight ANSI colours.
    case ansi8
    /// The 256-colour palette.
    case ansi256
    /// 24-bit colours.
    case trueColor

    /// Fewer colours come first.
    public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
  }

  /// Whether the descriptor is a terminal; without one no cursor sequence may be written, whatever `colorDepth` says.
  public var isTerminal: Bool
  /// The size in cells, always at least 1 x 1: from the terminal, else from `COLUMNS` and `LINES`, else 80 x 24.
  public var size: Size
  /// Whether a dimension of `size` is only the 80 x 24 assumption; then write lines, draw no box.
  public var isSizeAssumed: Bool
  /// The colours to use: `NO_COLOR`, then `CLICOLOR_FORCE` and `FORCE_COLOR`, then `CLICOLOR=0`, then terminal and `TERM`.
  public var colorDepth: ColorDepth
  /// Whether `TERM` is unset, empty, `dumb` or `unknown`: such a terminal cannot move its cursor.
  public var isDumb: Bool
  /// Whether the locale asks for UTF-8, by the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty.
  public var isUTF8: Bool
  /// Whether this is a continuous-integration job (`CI`); nobody watches, so nobody can be asked.
  public var isCI: Bool
  /// Whether the person asked for plain, linear output (`ACCESSIBLE`), as for a screen reader.
  public var isAccessible: Bool
  /// How long a lone ESC waits for the rest of a key sequence: 50 ms, 100 ms over ssh, or `ESCDELAY` within 25 ms...5 s.
  public var escapeTimeout: Duration

  /// Works out what an environment and a descriptor's state mean.
  ///
  /// `CI`, `ACCESSIBLE`, `CLICOLOR_FORCE` and `FORCE_COLOR` count as set when they are not empty, `0` or `false`; `NO_COLOR` when
  /// it is not empty, whatever it says (no-color.org).
  /// - Parameters:
  ///   - environment: the variables, for example `ProcessEnvironment.variables()`.
  ///   - isTerminal: whether the descriptor written to is a terminal.
  ///   - windowSize: what the terminal says of its size; nil, or zero in a dimension, where it does not know.
  public init(environment: [String: String], isTerminal: Bool, windowSize: Size? = nil) {
    let variables = Variables(all: environment)
    (size, isSizeAssumed) = Self.size(windowSize, environment: environment)

    let isDumb = [nil, "dumb", "unknown"].contains(variables["TERM"])
    self.isTerminal = isTerminal
    self.isDumb = isDumb
    colorDepth = Self.mayColor(variables, unforced: isTerminal && !isDumb) ? Self.fullColorDepth(variables) : .none
    isUTF8 = Self.isUTF8(variables["LC_ALL"] ?? variables["LC_CTYPE"] ?? variables["LANG"] ?? "")
    isCI = variables.isOn("CI")
    isAccessible = variables.isOn("ACCESSIBLE")
    escapeTimeout = Self.escapeTimeout(variables)
  }

  /// Asks the system about a descriptor; without an environment given, this process's own is read.
  ///
  /// Does not change the descriptor and does not block. A descriptor that is closed or no terminal gives `isTerminal == false`.
  public init(descriptor: Int32, environment: [String: String] = ProcessEnvironment.variables()) {
    let size = Self.windowSize(of: descriptor)
    self.init(environment: environment, isTerminal: Self.isTerminal(descriptor), windowSize: size)
  }

  /// Whether a descriptor is open on a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// What the terminal behind a descriptor says of its size; nil where it is no terminal or says zero by zero.
  public static func windowSize(of descriptor: Int32) -> Size? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
    let size = Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    return size.columns == 0 && size.rows == 0 ? nil : size
  }
}

extension TerminalInfo {
  /// An environment in which an empty variable is as good as none.
  private struct Variables {
    let all: [String: String]

    subscript(name: String) -> String? { all[name].flatMap { $0.isEmpty ? nil : $0 } }

    func isOn(_ name: String) -> Bool { self[name].map { $0 != "0" && $0.lowercased() != "false" } ?? false }
  }

  /// What ``size`` and ``isSizeAssumed`` are, without all the rest.
  package static func size(_ windowSize: Size?, environment: [String: String]) -> (size: Size, isAssumed: Bool) {
    let variables = Variables(all: environment)
    let columns = dimension(windowSize?.columns, else: variables["COLUMNS"])
    let rows = dimension(windowSize?.rows, else: variables["LINES"])
    let size = Size(columns: columns ?? Size.standard.columns, rows: rows ?? Size.standard.rows)
    return (size, columns == nil || rows == nil)
  }

  private static func dimension(_ measured: Int?, else text: String?) -> Int? {
    if let measured, measured > 0 { return measured }
    guard let text, let number = Int(text), (1...65_535).contains(number) else { return nil }  // what a `winsize` can hold
    return number
  }

  private static func mayColor(_ variables: Variables, unforced: Bool) -> Bool {
    if variables["NO_COLOR"] != nil { return false }
    if variables.isOn("CLICOLOR_FORCE") || variables.isOn("FORCE_COLOR") { return true }
    return variables["CLICOLOR"] == "0" ? false : unforced
  }

  private static func fullColorDepth(_ variables: Variables) -> ColorDepth {
    if ["truecolor", "24bit"].contains(variables["COLORTERM"]?.lowercased()) { return .trueColor }
    return variables["TERM"]?.hasSuffix("-256color") == true ? .ansi256 : .ansi8
  }

  /// A locale is `language.codeset@variant`; macOS also has the bare codeset.
  private static func isUTF8(_ locale: String) -> Bool {
    let codeset = locale.lowercased().split(separator: ".").last?.split(separator: "@").first
    return codeset == "utf-8" || codeset == "utf8"
  }

  private static func escapeTimeout(_ variables: Variables) -> Duration {
    if let text = variables["ESCDELAY"], let milliseconds = Int(text), milliseconds >= 0 {
      return .milliseconds(min(max(milliseconds, 25), 5000))
    }
    let isRemote = variables["SSH_CONNECTION"] != nil || variables["SSH_TTY"] != nil
    return .milliseconds(isRemote ? 100 : 50)
  }
}
