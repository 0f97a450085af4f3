import AlertSDK

extension ConformanceCase {
  /// R14, R17, R19 and R21: the process around, and other renderers in it.
  static let process = [
    ConformanceCase(14, "the process is left as it was found", isProcessWide: true) { trial in
      try await trial.takeDown(try await trial.show(trial.notice()))
      try await trial.takeDown(try await trial.showLasting())
      var differences: [String] = []
      // What others in the process change for a moment passes; what the renderer leaves behind stays.
      _ = try await trial.eventually {
        differences = ProcessState().differences(from: trial.bench.processBefore)
        return differences.isEmpty
      }
      if !differences.isEmpty {
        throw Violation(
          "presented two alerts until they were gone",
          expected: "signal handlers, environment, locale, descriptor flags and terminal modes as before",
          but: differences.joined(separator: "; "))
      }
    },

    ConformanceCase(17, "many presentations in a row leak nothing", limit: .seconds(60), isProcessWide: true) { trial in
      let thread = ThreadExecutor()
      defer { thread.stop() }
      /// As many as were asked for, or as go into the time; of a slow surface at least as many as say something, if they go into 10 s.
      func present(within limit: Duration, atLeast least: Int) async throws -> Int {
        let start = ContinuousClock.now
        var count = 0
        while count < trial.bench.repetitions {
          let elapsed = ContinuousClock.now - start
          if elapsed >= limit, count >= least || elapsed >= .seconds(10) { break }
          try await trial.takeDown(try await trial.show(trial.notice(), thread: thread))
          count += 1
        }
        return count
      }
      _ = try await present(within: .milliseconds(300), atLeast: 1)  // what is made once is made by now
      var rounds: [(count: Int, growth: ProcessFootprint)] = []
      // What others in the process take falls into one of two rounds; a leak is in both.
      while rounds.count < 2, rounds.last.map({ $0.growth.isLeak(of: $0.count) }) ?? true {
        let before = ProcessFootprint()
        let count = try await present(within: .seconds(3), atLeast: Bench.tellingRepetitions)
        var growth = ProcessFootprint() - before
        _ = try await trial.eventually {
          growth = growth.least(ProcessFootprint() - before)
          return !growth.isLeak(of: count)
        }
        rounds.append((count, growth))
      }
      if rounds.allSatisfy({ $0.growth.isLeak(of: $0.count) }) {
        throw Violation(
          "presented \(rounds[0].count) and then \(rounds[1].count) notices in a row",
          expected: "the same descriptors, threads and memory afterwards", but: rounds[0].growth.least(rounds[1].growth).description)
      }
      let total = rounds.reduce(0) { $0 + $1.count }
      guard total >= Bench.tellingRepetitions else {
        throw CannotDrive("\(total) presentations in a row left nothing behind, but fewer than \(Bench.tellingRepetitions) say little")
      }
      trial.notes.add("more than \(total) presentations in a row")
    },

    ConformanceCase(19, "two renderers over different surfaces do not disturb each other") { trial in
      guard trial.isDriven else { throw CannotDrive("whether two renderers have surfaces of their own is not known without a driver") }
      let other = try await Trial(trial.bench, notes: trial.notes)
      do {
        let one = try await trial.showLasting()
        let two = try await other.showLasting()
        for (here, its, foreign) in [(trial, one, two), (other, two, one)] {
          if try await here.sees(its.content.title) == false {
            throw Violation("presented on two surfaces at once", expected: "each alert on its own", but: "one of them cannot be seen")
          }
          if try await here.output()?.contains(text: foreign.content.title) == true {
            throw Violation(
              "presented on two surfaces at once", expected: "each alert on its own", but: "one was put out on the other's surface")
          }
        }
        if one.ending == nil, two.ending == nil, one.content.needsAnswer {
          let answer = try await other.press("yes", on: two)
          guard answer == .response(.chose("yes")) else {
            throw Violation("pressed \"yes\" on the second of two surfaces", expected: ".chose(\"yes\")", but: "\(answer)")
          }
          if let ending = await one.ends(within: Bench.calm) {
            throw Violation(
              "pressed \"yes\" on the second of two surfaces", expected: "the alert on the first to stay up", but: "\(ending)")
          }
          let last = try await trial.press("no", on: one)
          guard last == .response(.chose("no")) else {
            throw Violation("pressed \"no\" on the first of two surfaces", expected: ".chose(\"no\")", but: "\(last)")
          }
        }
        await other.end()
      } catch {
        await other.end()
        throw error
      }
    },

    ConformanceCase(21, "present never blocks its thread") { trial in
      let (presented, isSettled) = await trial.beginLasting()
      if isSettled, presented.ending != nil { return }
      // A blocked thread is busy with one step of the task for all that time; on a slow machine a step ends some time.
      let held = ContinuousClock.now - .seconds(2)
      let isFree =
        isSettled
        ? try await trial.eventually(within: .seconds(2)) { presented.thread.busySince == nil } ?? true
        : presented.thread.busySince.map { $0 > held } ?? true
      if !isFree {
        throw Violation(
          "presented an alert and looked at the thread that called present", expected: "it to be free while the alert is up",
          but: "it was held for 2 s; reads, C calls and slow writes need a thread of their own")
      }
      if !isSettled { throw CannotDrive("the alert did not appear within 3 s (see R3)") }
    },
  ]
}
