import AlertSDK
import Testing

@testable import AlertSDKTestKit

/// All but R14, which has a test of its own: other tests of this process install signal handlers meanwhile.
private let rules = Set(1...21).subtracting([14])

@Suite(.timeLimit(.minutes(5))) struct RendererConformanceTests {
  @Test("A renderer that breaks a rule is told what was done, what was expected and what happened", arguments: BrokenRenderer.all)
  func broken(_ broken: BrokenRenderer) async throws {
    defer { if [14, 17].contains(broken.rule) { BrokenRenderer.restoreProcess() } }
    let report = await RendererConformance.check(
      rules: broken.rule == 14 ? [1, 14] : [broken.rule], repetitions: 150,
      driver: {
        let paper = Paper()
        var renderer = broken
        renderer.paper = paper
        return broken.isDriven ? PaperDriver(paper, renderer) : Undriven(renderer: renderer)
      })
    guard case .failed(let message) = try #require(report[broken.rule]).verdict else {
      Issue.record("\(report)")
      return
    }
    // How many descriptors, and which other handlers, others in the process have meanwhile is theirs.
    if broken.rule == 14 { return #expect(message.contains(broken.message)) }
    if broken.rule == 17 {
      #expect(message.hasPrefix("presented 150 and then 150 notices in a row: expected the same descriptors"))
    } else {
      #expect(message == broken.message)
    }
    #expect(report.failures.contains { $0.rule.number == broken.rule } == (broken.rule != 10))
  }

  @Test("There is a broken renderer for every rule") func everyRule() {
    #expect(Set(BrokenRenderer.all.map(\.rule)) == Set(1...21))
    #expect(ConformanceRule.all.map(\.number) == Array(1...21))
  }

  @Test("A renderer that keeps every rule passes every rule") func correct() async {
    let report = await RendererConformance.check(rules: rules, repetitions: 2_000, driver: { PaperDriver() })
    #expect(report.results.allSatisfy { $0.verdict == .passed }, "\(report)")
    #expect(report.renderer == "paper")
    #expect(report.description.hasSuffix("paper: 20 passed, 0 failed, 0 untested"))
  }

  @Test("R14: a renderer that leaves the process as it was passes") func processIsLeft() async throws {
    for _ in 0..<5 where await RendererConformance.check(rules: [14], driver: { PaperDriver() })[14]?.verdict == .passed { return }
    Issue.record("five times something of the process was changed")
  }

  @Test("The same without a person: what needs one is untested, with the reason, and nothing fails") func undriven() async {
    let report = await RendererConformance.check(rules: rules, repetitions: 200) { PaperRenderer(paper: Paper()) }
    #expect(report.passes && report.warnings.isEmpty, "\(report)")
    #expect(report.untested.map(\.rule.number) == [6, 7, 11, 15, 16, 19])
    #expect(report[6]?.verdict == .untested("nobody there to press an action: no driver"))
    #expect(report[19]?.verdict == .untested("whether two renderers have surfaces of their own is not known without a driver"))
  }

  @Test("One that can less is not blamed for it: what its capabilities lack is untested") func lessCapable() async {
    struct Bell: AlertRenderer {
      let name = "bell"
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        try Task.checkCancellation()
        request.didAppear()
        return .delivered
      }
    }
    let report = await RendererConformance.check(rules: rules, repetitions: 200) { Bell() }
    #expect(report.passes && report.warnings.isEmpty, "\(report)")
    #expect(report.untested.map(\.rule.number) == [6, 7, 9, 10, 11, 15, 16, 19])
    #expect(report[6]?.verdict == .untested("it has no actions, so the core hands it notices only"))
    #expect(report[7]?.verdict == .untested("nothing stays up to be closed"))
    #expect(report[9]?.verdict == .untested("it has no .updates, so the core presents anew instead"))
    #expect(report[16]?.verdict == .untested("it has no fields"))
    #expect("\(report)".contains("R6  untested a response names an action of the content\n             it has no actions"))
  }

  @Test("One that cannot show anything here is untested with its own reason") func nothingHere() async {
    struct Absent: AlertRenderer {
      let name = "absent"
      func present(_ request: AlertRequest) async throws -> AlertResponse { throw RendererFailure.unavailable("no server yet") }
    }
    let report = await RendererConformance.check(rules: rules, repetitions: 200) { Absent() }
    #expect(!report.passes && report.failures.isEmpty, "nothing is proven")
    #expect("\(report)".hasSuffix("untested, nothing proven, since no alert could be shown"))
    #expect(report[1]?.verdict == .untested("it cannot show a notice here: unavailable, no server yet"))
    #expect(report[11]?.verdict == .passed && report[20]?.verdict == .passed)
  }

  @Test("R8: one that claims actions, and says that nobody can be asked here, is tried with notices") func refusing() async {
    struct Refusing: AlertRenderer {
      let paper: Paper
      let name = "refusing"
      let capabilities: RendererCapabilities = [.actions, .updates]
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        guard request.content.actions.isEmpty else { throw RendererFailure.unsupported("nobody to ask") }
        return try await PaperRenderer(paper: paper).present(request)
      }
    }
    let report = await RendererConformance.check(
      rules: rules, repetitions: 200,
      driver: {
        let paper = Paper()
        return PaperDriver(paper, Refusing(paper: paper))
      })
    #expect(report.passes && report.warnings.isEmpty, "\(report)")
    #expect(report.untested.map(\.rule.number) == [6, 7, 8, 15, 16], "\(report)")
    #expect(
      report[8]?.verdict
        == .untested(
          "it refuses a question although it claims .actions: unsupported, nobody to ask; "
            + "right where nobody can be asked here, else it should not claim that"))
  }

  @Test("R8: one that knows what it can do only when it has started is asked again then") func lateToKnow() async {
    final class Late: AlertRenderer {
      let paper: Paper
      let hasStarted = Lock(false)
      init(paper: Paper) { self.paper = paper }
      let name = "late"
      var capabilities: RendererCapabilities { hasStarted.withLock { $0 } ? [.updates] : [.actions, .fields, .updates, .progress] }
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        hasStarted.withLock { $0 = true }
        guard request.content.actions.isEmpty else { throw RendererFailure.unsupported("notices only") }
        return try await PaperRenderer(paper: paper).present(request)
      }
    }
    let report = await RendererConformance.check(
      rules: [8],
      driver: {
        let paper = Paper()
        return PaperDriver(paper, Late(paper: paper))
      })
    #expect(report[8]?.verdict == .passed, "\(report)")
  }

  @Test("R17: growth in one of two rounds is somebody else's; too few presentations prove nothing, and how many is told")
  func rounds() async {
    final class Grows: AlertRenderer {
      let paper = Paper()
      let count = Lock(0)
      let name = "grows"
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        let count = self.count.withLock { count in
          count += 1
          return count
        }
        // Of those that warm up there are 150 at most, so the last of these are in the first round, or, on a slow machine, too few in any.
        if (151...210).contains(count) { BrokenRenderer.leaveOpen() }
        return try await PaperRenderer(paper: paper).present(request)
      }
    }
    defer { BrokenRenderer.restoreProcess() }
    let once = await RendererConformance.check(rules: [17], repetitions: 150) { [renderer = Grows()] in renderer }
    #expect(once[17]?.verdict == .passed && once[17]?.notes.first?.hasPrefix("more than ") == true, "\(once)")
    let few = await RendererConformance.check(rules: [17], repetitions: 20) { PaperRenderer(paper: Paper()) }
    #expect(few[17]?.verdict == .untested("20 presentations in a row left nothing behind, but fewer than 50 say little"))
  }

  @Test("One that cannot be made is untested where it says why, and fails where it does not") func unmade() async {
    struct Foreign: Error {}
    let absent = await RendererConformance.check(rules: [1]) { () -> any AlertRenderer in
      throw RendererFailure.unsupported("not on this system")
    }
    #expect(absent[1]?.verdict == .untested("the renderer cannot be made here: not on this system"))
    let foreign = await RendererConformance.check(rules: [1]) { () -> any AlertRenderer in throw Foreign() }
    #expect(foreign[1]?.verdict == .failed("making the renderer: expected one, but it threw Foreign()"))
  }

  @Test("The kit never hangs: a driver or a renderer that does not come back is left behind") func hanging() async {
    let bench = Bench(makeDriver: { PaperDriver() })
    defer { bench.stop() }
    let released = Lock<[CheckedContinuation<Void, Never>]>([])
    let test = ConformanceCase(1, "hangs", limit: .milliseconds(50)) { _ in
      await withCheckedContinuation { continuation in released.withLock { $0.append(continuation) } }
    }
    guard case .failed(let message) = await bench.result(of: test).verdict else {
      Issue.record("it passed")
      return
    }
    #expect(message.contains("does not come back"))
    for continuation in released.withLock({ $0 }) { continuation.resume() }
  }

  @Test("A cancelled check ends, and says so") func cancelled() async {
    let check = Task { await RendererConformance.check(rules: [17]) { PaperRenderer(paper: Paper()) } }
    check.cancel()
    #expect(await check.value[17]?.verdict == .untested("the check was cancelled"))
  }

  @Test("A recommended rule that is broken is no failure") func recommended() {
    let rule = ConformanceRule.all[9]
    #expect(rule.level == .recommended && "\(rule)" == "R10")
    let report = ConformanceReport(renderer: "x", results: [.init(rule: rule, verdict: .failed("why"), notes: ["that"])])
    #expect(report.passes && report.warnings.count == 1)
    #expect(
      "\(report)" == """
        R10 improve  \(rule.title)
                     why
                     not seen: that
        x: 0 passed, 0 failed, 1 to improve, 0 untested
        """)
  }

  @Test("The kit's own screens pass, with and without a person") func ownRenderers() async {
    let screen = await RendererConformance.check(rules: rules, driver: { ScreenDriver() })
    #expect(screen.passes && screen.warnings.isEmpty, "\(screen)")
    #expect(screen.untested.map(\.rule.number) == [], "\(screen)")
    let scripted = await RendererConformance.check(rules: rules, repetitions: 200) { ScriptedRenderer(thenAlways: .stayUp) }
    #expect(scripted.passes && scripted.warnings.isEmpty, "\(scripted)")
  }
}
