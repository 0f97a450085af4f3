/// Where the lines of answers come from.
protocol LineSource: AnyObject {
  /// Whether a person types them, who can be asked again.
  var isPerson: Bool { get }
  /// Drops what was typed before the question could be seen (R15). A stream of declared answers has no such thing.
  func dropTypeAhead()
  /// Before a question: the answer of a secret one is not echoed from here on, until its line is there or `stop` (R16).
  func prepare(isSecret: Bool, mail: Mailbox) throws
  /// No further question: all is as it was found.
  func stop()
  /// Waits for a line or for mail. Nothing is taken from the input unless a line is there.
  ///
  /// - Throws: `RendererFailure` when nobody can answer any more.
  func next(mail: Mailbox) throws -> LineEvent
}

enum LineEvent: Hashable {
  /// A line with its line end, or the last one without.
  case line([UInt8])
  /// There is mail, or the question must be asked again as something else was on the terminal.
  case mail
}
