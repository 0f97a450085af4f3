import AlertSDK

/// `show`: one alert; its answer goes to standard output.
struct ShowCommand {
  let content: AlertContent
  let scheduling: AlertScheduling
  let center: AlertCenter
  let log: EventLog

  func run() async throws -> ExitCode {
    let following = log.follow(center)
    let outcome = try? await center.ask(alert: PlainAlert(content, scheduling: scheduling))
    await center.shutDown()
    try await following?.value

    guard let outcome else { return .couldNotAsk }  // cancelled: the program ends with the signal
    if let complaint = outcome.complaint { await Console.complain(complaint.plain) }
    for line in ShowAnswer.lines(for: outcome, to: content) { try await OutputFile.standardOutput.write(line) }
    return ExitCode(outcome, of: content)
  }
}
