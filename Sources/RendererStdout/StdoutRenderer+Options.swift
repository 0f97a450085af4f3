extension StdoutRenderer {
  /// What the lines look like, and with it who they are for.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// For a person at a terminal: lines wrapped to its width, numbered choices, a question.
    case prompt
    /// For a screen reader or a dumb terminal: as `prompt`, never wrapped.
    case accessible
    /// For the log of a continuous-integration job: as `plain`, and nothing in it can be taken for a command to the service.
    case ci
    /// For files, pipes and journals: every line begins with `alert: `, so no text of an alert ever begins a line.
    case plain
    /// For programs: one JSON object a line.
    case json
  }

  /// Where the lines go.
  public enum Stream: Sendable, Hashable {
    /// Descriptor 2, so that standard output stays free for a program's result.
    case standardError
    /// Descriptor 1.
    case standardOutput
    /// Another open descriptor; it stays the caller's to close.
    case descriptor(Int32)

    var number: Int32 {
      switch self {
      case .standardError: 2
      case .standardOutput: 1
      case .descriptor(let number): number
      }
    }
  }

  /// Where answers come from.
  public enum Answers: Sendable, Hashable {
    /// From a person at the terminal: standard input if it is one, else the controlling terminal where the lines go there.
    ///
    /// Standard input that is no terminal is never read.
    case terminal
    /// From an open descriptor, a line for each question, JSON lines in JSON mode; it stays the caller's to close.
    ///
    /// Nothing behind the newline of an answer is read. Declare standard input with `.descriptor(0)`.
    case descriptor(Int32)
    /// From the app: every question is answered with this action; one without it, or with fields, is not asked.
    case action(String)
    /// From nowhere: questions are refused.
    case nobody
  }
}
