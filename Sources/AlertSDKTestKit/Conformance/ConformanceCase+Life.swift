import AlertSDK

extension ConformanceCase {
  /// R1-R5: an alert is up as long as `present` runs.
  static let life = [
    ConformanceCase(1, "present returns when the alert is gone, or .delivered when it is out") { trial in
      let notice = try await trial.show(trial.notice())
      if await notice.ends(within: Bench.calm) == nil {
        if try await trial.isUp() == false {
          throw Violation(
            "presented a notice", expected: "it to be up as long as present runs", but: "the surface shows none, and present still runs")
        }
        do {
          try await trial.driver.close()
          guard await notice.ends(within: Bench.reactionLimit) != nil else {
            throw Violation("closed a notice as a person would", expected: "present to return", but: "it still runs after 3 s")
          }
        } catch let reason as CannotDrive {
          trial.notes.add("\(reason)")
          try await trial.takeDown(notice)
        }
      } else if let ending = notice.ending, trial.isDriven, ending != .response(.delivered) {
        throw Violation(
          "presented a notice and touched nothing", expected: "it to stay up, or .delivered once it is out for good", but: "\(ending)")
      }
      if try await trial.isGone() == false {
        throw Violation(
          "presented a notice until present returned", expected: "it to be gone by then", but: "the surface still shows it")
      }
    },

    ConformanceCase(2, "one alert after another, each call on another thread") { trial in
      let threads = (0..<3).map { _ in ThreadExecutor() }
      defer { for thread in threads { thread.stop() } }
      for (place, thread) in zip(["first", "second", "third"], threads) {
        let notice = trial.begin(trial.notice(), thread: thread)
        let isSettled = await notice.settles(within: Bench.appearanceLimit)
        let ending = notice.ending
        let failed =
          switch ending {
          case .failure, .foreign: true;
          default: false
          }
        if place == "first", !isSettled || failed { throw CannotDrive("no alert appears: \(ending.map { "\($0)" } ?? "see R3")") }
        guard isSettled, !failed else {
          throw Violation(
            "presented three notices, one after another, each on a thread of its own", expected: "the \(place) to appear as the first did",
            but: ending.map { "\($0)" } ?? "nothing appeared within 3 s")
        }
        if try await trial.sees(notice.content.title) == false {
          throw Violation(
            "presented three notices, one after another", expected: "the \(place) to be seen", but: "its title is not on the surface")
        }
        try await trial.takeDown(notice)
      }
    },

    ConformanceCase(3, "didAppear once the alert can be seen, and before any response") { trial in
      let (presented, isSettled) = await trial.beginLasting()
      let content = presented.content
      guard isSettled else {
        throw Violation(
          "presented \(trial.name(of: content))", expected: "request.didAppear() once it can be seen", but: "it was not called within 3 s")
      }
      if presented.hasAppeared {
        if try await trial.sees(content.title) == false {
          throw Violation(
            "presented \(trial.name(of: content)) until request.didAppear() was called", expected: "its title on the surface",
            but: "it is not there")
        }
      } else if let ending = presented.ending {
        guard case .response = ending else { throw CannotDrive("no alert appears: \(ending)") }
        throw Violation(
          "presented \(trial.name(of: content))", expected: "request.didAppear() before any response", but: "\(ending) without that call")
      }
    },

    ConformanceCase(4, "cancelled, the alert is taken down and present comes back promptly") { trial in
      let up = try await trial.showLasting()
      if up.ending == nil {
        up.cancel()
        guard await up.ends(within: Bench.cancellationGrace) != nil else {
          trial.bench.isDeaf = true
          throw Violation(
            "cancelled the task that presents an alert", expected: "present to take it down and come back within 2 s (aim at 100 ms)",
            but: "it still runs")
        }
        if try await trial.isGone() == false {
          throw Violation(
            "cancelled the task that presents an alert", expected: "the alert to be gone once present is back",
            but: "the surface still shows it")
        }
      } else {
        trial.notes.add("nothing stays up, so nothing can be taken down")
      }
      // At any moment: before, while and after it is drawn.
      for pause in 0..<20 {
        let early = trial.begin(trial.lastingContent())
        try await trial.bench.time.sleep(for: .microseconds(pause * 100))
        early.cancel()
        guard await early.ends(within: Bench.cancellationGrace) != nil else {
          trial.bench.isDeaf = true
          throw Violation(
            "cancelled a task \(Double(pause) / 10) ms after it called present", expected: "present to come back within 2 s",
            but: "it still runs")
        }
      }
    },

    ConformanceCase(5, "cancelled before anything was drawn, nothing is drawn") { trial in
      let content = trial.lastingContent()
      let presented = trial.begin(content, isCancelled: true)
      guard await presented.ends(within: Bench.cancellationGrace) != nil else {
        trial.bench.isDeaf = true
        throw Violation("called present in a cancelled task", expected: "it to come back at once", but: "it still runs after 2 s")
      }
      if presented.hasAppeared {
        throw Violation("called present in a cancelled task", expected: "nothing to be drawn", but: "it called request.didAppear()")
      }
      if try await trial.output()?.contains(text: content.title) == true {
        throw Violation("called present in a cancelled task", expected: "nothing to be drawn", but: "its title was put out")
      }
    },
  ]
}
