import AlertSDK

extension ConformanceCase {
  /// R11, R12 and R18: what goes wrong is an error with a reason.
  static let failures = [
    ConformanceCase(11, "no surface is an error with a reason, and one that goes away is .lost") { trial in
      let (presented, isSettled) = await trial.beginLasting()
      guard isSettled else { throw CannotDrive("the alert did not appear within 3 s (see R3)") }
      let early = await presented.ends(within: Bench.calm)
      if case .failure(let failure)? = early {
        try check(failure, "presented \(trial.name(of: presented.content))")
        return trial.notes.add("a surface that goes away: there is none (\(failure.reason))")
      }
      try await trial.driver.loseSurface()
      if early == nil {
        let ending = await presented.ends(within: Bench.reactionLimit)
        guard case .failure(let failure)? = ending else {
          throw Violation(
            "took the surface away while an alert was up", expected: "present to throw .lost",
            but: ending.map { "\($0)" } ?? "it still runs after 3 s")
        }
        try check(failure, "took the surface away while an alert was up")
        if failure.kind != .lost { trial.notes.add("a surface that goes away as .lost: it was .\(failure.kind) (\(failure.reason))") }
      }
      let again = trial.begin(trial.lastingContent())
      guard await again.settles(within: Bench.appearanceLimit) else {
        throw Violation(
          "presented on a surface that has gone", expected: "an error with a reason within 3 s", but: "present still runs")
      }
      switch again.ending {
      case .failure(let failure): try check(failure, "presented on a surface that has gone")
      case let ending? where isResponse(ending):
        throw Violation(
          "presented on a surface that has gone", expected: "an error with a reason: nobody there to ask is no answer", but: "\(ending)")
      default: break  // foreign errors are R18's; and a surface may have come back
      }
    },

    ConformanceCase(12, "bad content is shown or refused; nothing hangs or is printed elsewhere", limit: .seconds(60), isProcessWide: true)
    { trial in
      for (what, content) in badContents(trial) { try await trial.survives(what, content) }
      guard trial.isDriven else { return trial.notes.add("whether anything is printed elsewhere: no driver") }
      let content = trial.notice()
      let printed = try await trial.printed { try await trial.takeDown(try await trial.show(content)) }
      if printed?.contains(text: content.title) == true {
        throw Violation(
          "presented a notice on the driver's surface", expected: "nothing of it anywhere else", but: "its title stood on stdout or stderr")
      }
    },

    ConformanceCase(18, "present throws CancellationError or RendererFailure") { trial in
      func check(_ presented: Presented, _ did: String) throws {
        if case .foreign(let type, let text)? = presented.ending {
          throw Violation(did, expected: "CancellationError or a RendererFailure", but: "present threw \(type) (\(text))")
        }
      }
      let first = trial.begin(trial.lastingContent())
      _ = await first.settles(within: Bench.appearanceLimit)
      try check(first, "presented an alert")
      try? await trial.takeDown(first)
      try check(first, "cancelled the task that presents an alert")
      let cancelled = trial.begin(trial.lastingContent(), isCancelled: true)
      try? await trial.takeDown(cancelled)
      try check(cancelled, "called present in a cancelled task")
      for (what, content) in badContents(trial) {
        let presented = trial.begin(content)
        _ = await presented.settles(within: Bench.appearanceLimit)
        try? await trial.takeDown(presented)
        try check(presented, "presented \(what)")
      }
      do {
        let last = try await trial.showLasting()
        try await trial.driver.loseSurface()
        _ = await last.ends(within: Bench.reactionLimit)
        try check(last, "took the surface away while an alert was up")
        let none = trial.begin(trial.lastingContent())
        _ = await none.settles(within: Bench.appearanceLimit)
        try check(none, "presented on a surface that has gone")
      } catch let reason as CannotDrive { trial.notes.add("\(reason)") }
    },
  ]

  private static func isResponse(_ ending: Presented.Ending?) -> Bool { if case .response = ending { true } else { false } }

  private static func check(_ failure: RendererFailure, _ did: String) throws {
    if failure.reason.allSatisfy(\.isWhitespace) {
      throw Violation(did, expected: "a reason that a person understands", but: "present threw .\(failure.kind) with an empty one")
    }
    if let retry = failure.retryAfter, retry < .zero {
      throw Violation(did, expected: "a retryAfter of zero or more", but: "it was \(retry)")
    }
  }

  /// What no app should show, and some do; as far as the renderer's capabilities go.
  private static func badContents(_ trial: Trial) -> [(String, AlertContent)] {
    var contents: [(String, AlertContent)] = []
    for progress in [Double.nan, .infinity, -1, 2] {
      var content = trial.notice()
      content.progress = progress
      contents.append(("a notice with progress \(progress)", content))
    }
    var content = trial.notice()
    content.icon = "/nonexistent/\u{0}/icon.png"
    content.attributes = ["": "", "\(trial.renderer.name).": "\u{0}", "\(trial.renderer.name).image": "/nonexistent"]
    contents.append(("a notice with an icon that is not there and attributes without sense", content))
    if trial.capabilities.contains(.actions) {
      contents.append(
        (
          "a question whose actions have the same id, an empty one",
          trial.question([AlertAction(id: "", title: "A"), AlertAction(id: "", title: "B")])
        ))
    }
    if trial.capabilities.contains(.fields) {
      var form = trial.notice()
      form.fields = [AlertField(id: "", label: ""), AlertField(id: "", label: "")]
      contents.append(("fields with the same empty id and no action", form))
    }
    return contents
  }
}

extension Trial {
  /// Presents what may be refused but must not hang.
  func survives(_ what: String, _ content: AlertContent) async throws {
    let presented = begin(content)
    guard await presented.settles(within: Bench.appearanceLimit) else {
      throw Violation("presented \(what)", expected: "it to appear, or an error with a reason", but: "neither came within 3 s")
    }
    switch presented.ending {
    case .failure(let failure) where failure.reason.isEmpty:
      throw Violation("presented \(what)", expected: "it to appear, or an error with a reason", but: "the reason was empty")
    case nil:
      presented.cancel()
      guard await presented.ends(within: Bench.cancellationGrace) != nil else {
        bench.isDeaf = true
        throw Violation("presented \(what), then cancelled", expected: "present to come back within 2 s", but: "it still runs")
      }
    default: break
    }
  }

  /// What was printed to stdout and stderr meanwhile, by anybody; nil where it cannot be kept. For process-wide rules.
  func printed(during body: () async throws -> Void) async throws -> String? {
    var failure: (any Error)?
    let printed = await Platform.standardStreams { do { try await body() } catch { failure = error } }
    if let failure { throw failure }
    return printed
  }
}
