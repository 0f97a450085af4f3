import AlertSDK
import AlertTerminal

/// Carries out a ``PromptDialogue`` over descriptors, on a thread of its own, until it is over.
struct Conversation {
  let output: LineOutput
  let lines: any LineSource
  let mail: Mailbox
  let style: LineStyle

  /// - Throws: `CancellationError` when it was taken down, else `RendererFailure`.
  func run(_ request: AlertRequest, _ ownLines: [String]?) throws -> AlertResponse {
    let text = AlertText(request.content, ownLines: ownLines, facts: AlertText.Facts(request))
    var dialogue = PromptDialogue(text, isPerson: lines.isPerson)
    try output.write(style.introduction(text))
    // Between the text and the question: what was typed before the alert could be seen is dropped, what a quick typist or a script
    // answers to the question is not.
    lines.dropTypeAhead()
    let shown = ContinuousClock.now
    var step = dialogue.ask()
    var hasAppeared = false
    do {
      while true {
        switch step {
        case .over(let response, let last):
          lines.stop()
          // Answered is answered, also where the last words find no reader any more.
          try? output.writeLast(style.lines(last))
          return response
        case .fail(let reason): throw RendererFailure.unsupported(reason)
        case .ask(let before, let question, let isSecret):
          try lines.prepare(isSecret: isSecret, mail: mail)
          try output.write(style.lines(before) + style.question(question))
          if !hasAppeared { request.didAppear() }
          hasAppeared = true
          step = try answer(&dialogue)
        }
      }
    } catch {
      lines.stop()
      let isExpired = request.timeLimit.map { ContinuousClock.now - shown >= $0 } ?? false
      let reason = !(error is CancellationError) ? "Nobody answered." : isExpired ? "Time is up." : "No longer asked."
      // The error says more than these words; where they cannot be written, it is the one that counts.
      try? output.writeLast(freshLine + style.lines([reason]))
      throw error
    }
  }

  /// The step after the next line, or after newer content.
  private func answer(_ dialogue: inout PromptDialogue) throws -> PromptDialogue.Step {
    switch try lines.next(mail: mail) {
    case .line(let line): return dialogue.receive(line)
    case .mail:
      let before = dialogue.text
      guard let text = try mail.take()?.text else {
        try output.write(freshLine)
        return dialogue.ask()
      }
      let isOther = dialogue.update(text)
      try output.write(freshLine + (style.change(from: before, to: text) ?? []))
      if isOther {
        lines.stop()
        lines.dropTypeAhead()
      }
      return dialogue.ask()
    }
  }

  /// What is said while a question stands begins on a line of its own.
  private var freshLine: [UInt8] { style.mode == .plain || style.mode == .ci ? [] : [UInt8(ascii: "\n")] }
}
