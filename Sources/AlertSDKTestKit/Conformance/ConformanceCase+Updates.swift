import AlertSDK

extension ConformanceCase {
  /// R9 and R10: newer content, and time.
  static let updates = [
    ConformanceCase(9, "with .updates, newer content is visible soon") { trial in
      try trial.require(.updates, "it has no .updates, so the core presents anew instead")
      let presented = try await trial.hold()
      let content = presented.content
      guard await presented.isHeard(within: Bench.reactionLimit) else {
        throw Violation(
          "presented \(trial.name(of: content)); its capabilities have .updates", expected: "a task that iterates request.updates",
          but: "nobody does so within 3 s")
      }
      for (count, what) in [(1, "one update"), (1000, "1000 updates in a row")] {
        var newest = content
        for _ in 0..<count {
          newest.title = trial.bench.token()
          presented.update(newest)
        }
        if try await trial.sees(newest.title) == false {
          throw Violation("sent \(what) of the title", expected: "the newest title on the surface within 3 s", but: "it is not there")
        }
        if let ending = await presented.ends(within: Bench.calm) {
          throw Violation("sent \(what)", expected: "the alert to stay up", but: "\(ending)")
        }
      }
      guard content.needsAnswer else { return }
      do {
        let ending = try await trial.press("yes", on: presented)
        guard ending == .response(.chose("yes")) else {
          throw Violation("pressed \"yes\" after updates of the title", expected: ".chose(\"yes\")", but: "\(ending)")
        }
      } catch let reason as CannotDrive { trial.notes.add("\(reason)") }
    },

    ConformanceCase(10, "the time limit is a hint; the surface's own expiry is .timedOut", level: .recommended) { trial in
      let limit = Duration.milliseconds(400)
      let start = ContinuousClock.now
      let presented = try await trial.show(trial.lastingContent(), timeLimit: limit)
      let early = await presented.ends(within: limit + Bench.calm)
      // The kit's own delay makes this longer, never shorter.
      let elapsed = ContinuousClock.now - start
      guard let ending = early else { return try await expire(presented, in: trial) }
      if ending == .response(.delivered) { throw CannotDrive("no alert stays up: it is out at once") }
      guard ending == .response(.timedOut) else {
        if case .response(.chose) = ending, !trial.isDriven { throw CannotDrive("it answers by itself: \(ending)") }
        throw Violation("presented with a time limit of 0.4 s and waited", expected: "the alert to stay up, or .timedOut", but: "\(ending)")
      }
      if elapsed < limit {
        throw Violation("presented with a time limit of 0.4 s", expected: "it to be up that long", but: "it was .timedOut after \(elapsed)")
      }
    },
  ]

  private static func expire(_ presented: Presented, in trial: Trial) async throws {
    do { try await trial.driver.expire() } catch let reason as CannotDrive { return trial.notes.add("\(reason)") }
    let ending = await presented.ends(within: Bench.reactionLimit)
    guard ending == .response(.timedOut) else {
      throw Violation(
        "let the surface's own time run out after the time limit", expected: ".timedOut",
        but: ending.map { "\($0)" } ?? "present still runs")
    }
  }
}
