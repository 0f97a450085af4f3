import AlertSDK
import AlertWire

/// Shows an alert to a program and waits for its answer, line by line, on a thread of its own.
struct JSONConversation {
  /// How many lines that answer nothing are read before the program counts as not understanding.
  static let tries = 3

  let output: LineOutput
  let lines: any LineSource
  let mail: Mailbox

  /// - Throws: `CancellationError` when it was taken down, else `RendererFailure`.
  func run(_ request: AlertRequest, _ ownLines: [String]?) throws -> AlertResponse {
    let id = request.id
    var content = request.content
    var failures = 0
    try output.write(JSONLines.shown(JSONLines.Facts(request), lines: ownLines))
    lines.dropTypeAhead()
    let shown = ContinuousClock.now
    request.didAppear()
    do {
      while true {
        // Typed at a terminal, the line would be echoed with the secret in it.
        try lines.prepare(isSecret: content.fields.contains(where: \.isSecure), mail: mail)
        switch try lines.next(mail: mail) {
        case .mail:
          guard let update = try mail.take() else { continue }
          content = update.content
          try output.write(JSONLines.shown(JSONLines.Facts(id, update), lines: update.ownLines, event: "updated"))
        case .line(let line):
          do throws(JSONAnswer.Rejected) {
            let response = try JSONAnswer.response(line, to: content, id: id)
            try? output.writeLast(JSONLines.answered(id, response))  // answered is answered, whether that can be said or not
            return response
          } catch {
            try output.write(JSONLines.rejected(id, error.reason))
            failures += 1
            if failures >= Self.tries { throw RendererFailure.unsupported("no line was an answer: \(error.reason)") }
          }
        }
      }
    } catch {
      lines.stop()
      let isExpired = request.timeLimit.map { ContinuousClock.now - shown >= $0 } ?? false
      let last =
        if let failure = error as? RendererFailure { JSONLines.ended(id, "failed", reason: failure.reason) } else {
          JSONLines.ended(id, isExpired ? "expired" : "withdrawn")
        }
      try? output.writeLast(last)  // the error counts where this finds no reader
      throw error
    }
  }
}
