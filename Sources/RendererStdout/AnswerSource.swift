import AlertSDK
import AlertTerminal

/// Where answers come from, after a look at the descriptors.
enum AnswerSource: Sendable, Hashable {
  case terminal(Int32)
  case stream(Int32)
  case action(String)
  case nobody(String)

  init(_ answers: StdoutRenderer.Answers, mode: StdoutRenderer.Mode, isOnTerminal: Bool, keyboard: Int32?) {
    let isForPeople = mode == .prompt || mode == .accessible
    switch answers {
    case .terminal where !isForPeople && !isOnTerminal:
      self = .nobody("nobody to ask: the lines go to no terminal, and no input is declared as answers")
    case .terminal where !isForPeople && keyboard != nil:
      self = .nobody("in mode \(mode.rawValue) nobody is asked; use mode=prompt, or answers=stdin")
    case .terminal:
      self = keyboard.map(Self.terminal) ?? .nobody("nobody to ask: there is no terminal to show the question on and to answer at")
    case .descriptor(let number) where TerminalInfo.isTerminal(number): self = .terminal(number)
    case .descriptor(let number): self = .stream(number)
    case .action(let action): self = .action(action)
    case .nobody: self = .nobody("nobody to ask: answers are switched off")
    }
  }

  /// Where nobody can be asked the questions come all the same: `present` knows the reason and says it, the core could not (R8, R11).
  var capabilities: RendererCapabilities {
    switch self {
    case .terminal, .stream: [.actions, .fields, .updates, .progress]
    case .action: [.actions, .progress]
    case .nobody: [.actions, .fields, .progress]
    }
  }

  /// The lines to read answers from; on the thread that reads them.
  func open(_ carry: AnswerBuffer) throws(RendererFailure) -> any LineSource {
    switch self {
    case .terminal(let number): try TerminalLines(number)
    case .stream(let number): StreamLines(number, carry: carry)
    case .action, .nobody: throw .unsupported("nobody to ask")
    }
  }
}

extension StdoutRenderer.Answers {
  /// Whether a person answers on a descriptor that was named.
  var isTerminal: Bool {
    if case .descriptor(let number) = self { TerminalInfo.isTerminal(number) } else { false }
  }
}
