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
      /// As many as were asked for, or as go into the time.
      func present(within limit: Duration) async throws -> Int {
        let deadline = ContinuousClock.now + limit
        var count = 0
        while count < trial.bench.repetitions, ContinuousClock.now < deadline {
          try await trial.takeDown(try await trial.show(trial.notice(), thread: thread))
          count += 1
        }
        return count
      }
      _ = try await present(within: .milliseconds(300))  // what is made once is made by now
      var grown: [ProcessFootprint] = []
      var counts: [Int] = []
      // What others in the process take falls into one of two rounds; a leak is in both.
      for _ in 0..<2 {
        let before = ProcessFootprint()
        let count = try await present(within: .seconds(3))
        var growth = ProcessFootprint() - before
        _ = try await trial.eventually {
          growth = growth.least(ProcessFootprint() - before)
          return !growth.isLeak(of: count)
        }
        grown.append(growth)
        counts.append(count)
        if !growth.isLeak(of: count) { break }
      }
      trial.notes.add("more than \(counts.reduce(0, +)) presentations in a row")
      if grown.count == 2 {
        throw Violation(
          "presented \(counts[0]) and then \(counts[1]) notices in a row", expected: "the same descriptors, threads and memory afterwards",
          but: grown[0].least(grown[1]).description)
      }
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
          if try await here.output()?.contains(foreign.content.title) == true {
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
