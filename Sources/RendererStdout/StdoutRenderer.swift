public import AlertSDK
public import AlertTerminal

/// Shows alerts as plain lines: a prompt in a terminal, log lines in a pipe or a CI job, JSON lines for programs.
///
/// No escape sequence is ever written. A notice is `.delivered` when its lines are out. A question stays up until it is answered,
/// and one that nobody can be asked is an error with a reason, never an answer (R6): `.unsupported` without a terminal, at the
/// end of the input and when the lines cannot be written, `.unavailable` in the background and when the lines are not read for
/// 1 s, `.lost` when the terminal hangs up.
///
/// `present` blocks no thread of the caller's (R21).
///
/// While a secret is typed its echo is off, and comes back whatever ends the process: INT, TERM, HUP and TSTP are taken for that time
/// where the app has no handler of its own, and those of a crash unless they are ignored. An app with handlers of its own calls
/// `alertsdk_terminal_restore()` (module `CTerminalRestore`) in them.
public struct StdoutRenderer: AlertRenderer {
  // Only a regular file is written to directly; what may take time has a thread of its own for as long as the alert is up, made with
  // all signals blocked. One a presentation rather than one for the process, as a question can wait for hours and two renderers over
  // different terminals must not wait for each other (R19).

  /// `stdout` (R20), although the lines go to standard error unless told otherwise.
  public let name = "stdout"
  /// Progress always; actions, fields and updates only where somebody can answer.
  public let capabilities: RendererCapabilities
  /// How the lines look; settled when the renderer is made.
  public let mode: Mode

  let output: Int32
  let source: AnswerSource
  private let isASCII: Bool
  private let carry = AnswerBuffer()

  /// A renderer for the surroundings of this process; nothing is opened, read or changed before the first alert.
  ///
  /// - Parameters:
  ///   - mode: nil chooses: accessible on a terminal with `ACCESSIBLE` or a dumb `TERM`, prompt on another terminal with somebody
  ///     to ask, ci where `CI` is set, else plain.
  ///   - stream: where the lines go. Default: standard error.
  ///   - answers: who answers. Default: a person at the terminal.
  ///   - environment: the variables to go by. Default: those of the process.
  public init(
    mode: Mode? = nil, stream: Stream = .standardError, answers: Answers = .terminal,
    environment: [String: String] = ProcessEnvironment.variables()
  ) {
    output = stream.number
    let terminal = TerminalInfo(descriptor: output, environment: environment)
    isASCII = terminal.isTerminal && !terminal.isUTF8
    let keyboard = TerminalLines.keyboard(besides: output)
    self.mode =
      mode
      ?? Mode.automatic(terminal: terminal, hasPerson: keyboard != nil && answers == .terminal || answers.isTerminal)
    source = AnswerSource(answers, mode: self.mode, isOnTerminal: terminal.isTerminal, keyboard: keyboard)
    capabilities = source.capabilities
  }

  /// Writes the alert, asks where there is something to ask, and returns when it is over.
  ///
  /// - Throws: `CancellationError` once taken down; `RendererFailure` with a reason for a person.
  public func present(_ request: AlertRequest) async throws -> AlertResponse {
    try Task.checkCancellation()
    let content = request.content
    var ownLines: [String]?
    if let alert = request.alert as? any StdoutAlertPresentable {
      ownLines = await alert.stdoutLines
      try Task.checkCancellation()
    }
    let needsAnswer = !content.fields.isEmpty || content.actions.contains { $0.role != .cancel }
    switch source {
    case .nobody(let reason) where needsAnswer: throw RendererFailure.unsupported(reason)
    case .action(let action) where needsAnswer:
      guard content.fields.isEmpty, content.actions.contains(where: { $0.id == action }) else {
        throw RendererFailure.unsupported("nobody to ask, and the alert has no plain action '\(SafeText.label(action).text)'")
      }
      try await put(request, ownLines)
      return .chose(action)
    case .terminal where !content.actions.isEmpty, .stream where !content.actions.isEmpty:
      return try await ask(request, ownLines)
    default:
      if needsAnswer { throw RendererFailure.unsupported("the alert has fields but no action to submit them with") }
      try await put(request, ownLines)
      return .delivered
    }
  }

  /// Writes lines that ask nothing; where a write never waits, here and now.
  private func put(_ request: AlertRequest, _ ownLines: [String]?) async throws {
    if LineOutput.isSteady(output) {
      try LineOutput.writeSteady(notice(request, ownLines), to: output)
    } else {
      let mail = try Mailbox()
      try await withTaskCancellationHandler {
        try await IOThread.run { [self] in try LineOutput(output, mail: mail).write(notice(request, ownLines)) }
      } onCancel: {
        mail.cancel()
      }
    }
    request.didAppear()
  }

  private func notice(_ request: AlertRequest, _ ownLines: [String]?) -> [UInt8] {
    if mode == .json { return JSONLines.shown(JSONLines.Facts(request), lines: ownLines) }
    return style.notice(AlertText(request.content, ownLines: ownLines, facts: AlertText.Facts(request)))
  }

  /// Asks on a thread of its own; updates and the cancellation reach it through a mailbox.
  private func ask(_ request: AlertRequest, _ ownLines: [String]?) async throws -> AlertResponse {
    let mail = try Mailbox()
    // Not a child task: an answer must not wait for the lines of an alert that is slow to say them.
    let pump = Task { [style, mode] in
      var last = Mailbox.Update(content: request.content, ownLines: ownLines, facts: AlertText.Facts(request))
      for await change in request.updates {
        let lines = await (change.alert as? any StdoutAlertPresentable)?.stdoutLines
        let update = Mailbox.Update(content: change.content, ownLines: lines, facts: AlertText.Facts(change))
        guard mode == .json || style.change(from: last.text, to: update.text) != nil else { continue }
        mail.post(update)
        last = update
      }
    }
    defer { pump.cancel() }
    return try await withTaskCancellationHandler {
      try await IOThread.run { [self] in
        let output = try LineOutput(self.output, mail: mail)
        let lines = try source.open(carry)
        if mode == .json {
          return try JSONConversation(output: output, lines: lines, mail: mail).run(request, ownLines)
        }
        return try Conversation(output: output, lines: lines, mail: mail, style: style).run(request, ownLines)
      }
    } onCancel: {
      mail.cancel()
    }
  }

  /// Made for each presentation: a terminal changes its size.
  private var style: LineStyle {
    let columns = mode == .prompt ? TerminalInfo.windowSize(of: output)?.columns : nil
    return LineStyle(mode: mode, columns: columns, isASCII: isASCII)
  }
}
