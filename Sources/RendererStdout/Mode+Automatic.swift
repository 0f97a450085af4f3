import AlertTerminal

extension StdoutRenderer.Mode {
  /// The mode where none is named. Accessible needs a terminal: a pipe with a dumb `TERM` is most likely a CI log.
  static func automatic(terminal: TerminalInfo, hasPerson: Bool) -> Self {
    if terminal.isTerminal && (terminal.isAccessible || terminal.isDumb) { return .accessible }
    if terminal.isTerminal && hasPerson { return .prompt }
    return terminal.isCI ? .ci : .plain
  }
}
