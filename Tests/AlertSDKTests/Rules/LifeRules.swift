import AlertSDK
import AlertSDKTestKit
import Dispatch
import Testing

@Suite struct LifeRules {
  @Test func S30_drainIsTrueWhenNothingIsLeftAndFalseWhenItsLimitOrACancellationCameFirst() async throws {
    let stage = Stage()
    let center = stage.center
    #expect(await center.drain())
    center.show(alert: .plain("a"))
    let shown = try await stage.expect("a")
    await stage.pass(.seconds(60))  // past what was armed on the alert's way to the screen
    let limit = stage.clock.now.advanced(by: .seconds(5))
    let limited = Task { await center.drain(within: .seconds(5)) }
    await stage.clock.waitForDeadlines { $0.contains(limit) }
    #expect(stage.clock.deadlines.contains(limit))
    await stage.pass(.seconds(5))
    #expect(await limited.value == false)
    let cancelled = Task { await center.drain() }
    cancelled.cancel()
    #expect(await cancelled.value == false)
    let patient = Task { await center.drain() }
    shown.dismiss()
    #expect(await patient.value)
  }

  @Test func S30_drainInsideATurnWaitsForWhatBelongsToTheTurn() async throws {
    let stage = Stage()
    let center = stage.center
    try await center.withTurn {
      _ = await Task.detached { center.show(alert: .plain("outside")) }.value
      center.show(alert: .plain("inside"))
      let drained = Task { await center.drain() }
      try await stage.expect("inside").dismiss()
      #expect(await drained.value)
    }
    try await stage.expect("outside").dismiss()
  }

  @Test func S30_shutDownEndsEverythingAndLaterShowsToo() async throws {
    let stage = Stage()
    let center = stage.center
    let events = center.events()
    let shown = center.show(alert: .plain("shown"))
    try await stage.expect("shown")
    let waiting = center.show(alert: .plain("waiting"))
    await center.shutDown()
    #expect(await shown.outcome == .withdrawn)
    #expect(await waiting.outcome == .dropped(.shutDown))
    #expect(await center.show(alert: .plain("late")).outcome == .dropped(.shutDown))
    await center.shutDown()
    #expect(center.snapshot.statistics.live == 0)
    var count = 0
    for await _ in events { count += 1 }
    #expect(count > 4)
  }

  @Test func S30_shutDownGivesTurnsAndDidEndsTheEndLimitInAll() async throws {
    let stage = Stage { $0.endLimit = .seconds(7) }
    let center = stage.center
    let gate = Gate()
    center.show(alert: Probe("a", ending: { _ in await gate.wait() }))
    try await stage.expect("a").dismiss()
    await eventually { center.snapshot.isTurnRunning }
    let shutDown = Task { await center.shutDown() }
    while !(await center.show(alert: .plain("probe")).outcome == .dropped(.shutDown)) { await Task.yield() }
    await stage.pass(.seconds(7))
    await shutDown.value
    gate.open()
  }

  @Test func S30_shutDownDoesNotWaitForItsCallersTurn() async throws {
    let stage = Stage()
    let center = stage.center
    try await center.withTurn { await center.shutDown() }
    #expect(await center.drain())
  }

  @Test func S30_liveAlertsKeepACenterAndAnIdleOneIsReleased() async throws {
    let screen = TestScreen()
    weak var center: AlertCenter?
    do {
      let alive = AlertCenter(renderer: screen)
      center = alive
      alive.show(alert: .plain("a"))
    }
    let shown = try await screen.next()
    #expect(center != nil)
    shown.dismiss()
    #expect(await eventually { center == nil })
  }

  @Test func S31_everyCallMayBeMadeFromRendererOnPresentAndDidEnd() async throws {
    struct Chatty: AlertRenderer {
      let name = "chatty"
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        let center = AlertCenter.current
        center.show(alert: .plain("from the renderer", AlertScheduling(priority: .low, waitLimit: .zero)))
        center.pause()
        center.resume()
        _ = center.snapshot
        request.didAppear()
        return .delivered
      }
    }
    let center = AlertCenter(renderer: Chatty())
    let presented = Log<Bool>()
    let alert = center.show(
      alert: Probe("a", ending: { _ in AlertCenter.current.show(alert: .plain("from didEnd")) })
    ) { handle in
      handle.update(.titled("from onPresent"))
      presented.append(AlertCenter.current === center)
    }
    #expect(await alert.outcome == .delivered)
    #expect(await center.drain())
    await eventually { presented.count > 0 }
    #expect(presented.all == [true])
  }

  @Test func S31_currentIsTheCenterInEveryCallIntoTheApp() async throws {
    let stage = Stage()
    let seen = Log<Bool>()
    let center = stage.center
    center.show(
      alert: Probe(
        "a",
        isRelevant: {
          seen.append(AlertCenter.current === center); return true
        },
        reading: { seen.append(AlertCenter.current === center) },
        ending: { _ in seen.append(AlertCenter.current === center) }))
    try await stage.expect("a").dismiss()
    #expect(await center.drain())
    #expect(seen.all == [true, true, true])
  }

  @Test func S31_tasksInheritNothingOfTheCaller() async throws {
    enum Local { @TaskLocal static var value = 0 }
    let stage = Stage()
    let seen = Log<Int>()
    Local.$value.withValue(7) {
      _ = stage.center.show(alert: Probe("a", reading: { seen.append(Local.value) }))
    }
    try await stage.expect("a").dismiss()
    #expect(seen.all == [0])
  }

  /// A queue of its own as an executor.
  private final class Lane: TaskExecutor {
    private static let key = DispatchSpecificKey<Lane>()
    private let queue = DispatchQueue(label: "lane")

    init() { queue.setSpecific(key: Self.key, value: self) }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    static var current: Lane? { DispatchQueue.getSpecific(key: key) }
  }

  /// Time as it is; notes where it is slept on.
  private struct NotingClock: Clock {
    let lanes: Log<Lane?>
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      lanes.append(Lane.current)
      try await Task.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func S31_everyCallIntoTheAppIsMadeOnTheExecutorOfTheConfiguration() async throws {
    struct Noting: AlertRenderer {
      let name = "noting"
      let lanes: Log<Lane?>
      func present(_ request: AlertRequest) async -> AlertResponse {
        lanes.append(Lane.current)
        request.didAppear()
        return .dismissed
      }
    }
    let lane = Lane()
    let lanes = Log<Lane?>()
    var configuration = AlertCenter.Configuration.quiet
    configuration.executor = lane
    let sleeps = Log<Lane?>()
    let center = AlertCenter(renderer: Noting(lanes: lanes), configuration: configuration, clock: NotingClock(lanes: sleeps))
    for title in ["a", "b"] {
      center.show(
        alert: Probe(
          title,
          isRelevant: {
            lanes.append(Lane.current); return true
          },
          reading: { lanes.append(Lane.current) },
          ending: { _ in lanes.append(Lane.current) }))
    }
    #expect(await center.drain())
    #expect(lanes.count == 8)
    #expect(lanes.all.allSatisfy { $0 === lane })
    #expect(await eventually { sleeps.count > 0 })
    #expect(sleeps.all.allSatisfy { $0 === lane })
  }

  @Test func S32_eventsComeInOrder() async throws {
    let stage = Stage()
    let events = stage.center.events(bufferingNewest: nil)
    let key = AlertScheduling(key: "k")
    let medium = stage.center.show(alert: .plain("m", key))
    let shown = try await stage.expect("m")
    let joined = stage.center.show(alert: .plain("m", key))
    medium.update(.titled("m2"))
    try await shown.until { $0.content.title == "m2" }
    let high = stage.center.show(alert: .plain("h", .high))
    try await stage.expect("h").dismiss()
    try await stage.expect("m2").dismiss()
    #expect(await medium.outcome == .dismissed)
    await stage.center.shutDown()
    var of: [AlertID: [AlertCenter.Event]] = [:]
    for await event in events {
      switch event {
      case .queued(let id), .presenting(let id), .appeared(let id), .updated(let id), .interrupted(let id), .ended(let id, _):
        of[id, default: []].append(event)
      case .joined(_, let host): of[host, default: []].append(event)
      default: break
      }
    }
    let id = medium.id
    #expect(
      of[id] == [
        .queued(id), .presenting(id), .appeared(id), .joined(joined.id, host: id), .updated(id), .interrupted(id), .presenting(id),
        .appeared(id), .ended(id, .dismissed),
      ])
    #expect(of[high.id] == [.queued(high.id), .presenting(high.id), .appeared(high.id), .ended(high.id, .dismissed)])
  }

  @Test func S32_aBoundedSubscriberKeepsTheNewestAndSaysWhatItMissed() async throws {
    let stage = Stage()
    stage.center.pause()
    let events = stage.center.events(bufferingNewest: 3)
    let ids = (1...10).map { stage.center.show(alert: .plain("\($0)")).id }
    #expect(events.missed == 7)
    var iterator = events.makeAsyncIterator()
    for id in ids.suffix(3) { #expect(await iterator.next() == .queued(id)) }
  }

  @Test func S32_outcomesInEventsAndHistoryCarryNoValues() async throws {
    let stage = Stage()
    let events = stage.center.events()
    let form = FormAlert("Log in", fields: [AlertField(id: "password", label: "Password", isSecure: true)])
    let center = stage.center
    let asking = Task { try await center.ask(alert: form) }
    try await stage.expect("Log in").choose("submit", values: ["password": "hunter2"])
    #expect(try await asking.value == ["password": "hunter2"])
    await center.shutDown()
    var text = ""
    for await event in events { text += "\(event)" }
    text += "\(center.snapshot)"
    #expect(!text.contains("hunter2"))
    #expect(text.contains("submit"))
  }

  @Test func S33_positionCountsThoseThatGoBefore() async throws {
    let stage = Stage()
    stage.center.pause()
    let medium = stage.center.show(alert: .plain("m"))
    let low = stage.center.show(alert: .plain("l", .low))
    let high = stage.center.show(alert: .plain("h", .high))
    #expect([high, medium, low].map { $0.position() } == [0, 1, 2])
    stage.center.resume()
    try await stage.expect("h")
    #expect(high.position() == nil)
    stage.center.withdrawAll()
  }

  @Test func S12_historyIsBoundedAndPlain() async throws {
    let stage = Stage { $0.historyLimit = 3 }
    stage.center.pause()
    for number in 1...5 {
      stage.center.show(alert: .plain("\(number)", AlertScheduling(key: "k\(number)", source: "s"))).withdraw()
    }
    let history = stage.center.snapshot.history
    #expect(history.map(\.key) == ["k3", "k4", "k5"])
    #expect(history.allSatisfy { $0.outcome == .withdrawn && $0.source == "s" && $0.appearedAt == nil })
  }

  @Test func withCenterDrainsWhenTheBodyReturnsAndShutsDownWhenItThrows() async throws {
    struct Oops: Error {}
    let renderer = ScriptedRenderer(thenAlways: .dismiss)
    let handle = try await AlertCenter.withCenter(renderer: renderer) { center in
      #expect(AlertCenter.current === center)
      return center.show(alert: .plain("a"))
    }
    #expect(handle.status == .ended(.dismissed))
    let held = Lock<AlertHandle?>(nil)
    await #expect(throws: Oops.self) {
      try await AlertCenter.withCenter(renderer: TestScreen()) { center in
        held.withLock { $0 = center.show(alert: .plain("b")) }
        throw Oops()
      }
    }
    let outcome = await held.withLock { $0 }?.outcome
    #expect(outcome == .withdrawn || outcome == .dropped(.shutDown))
  }

  @Test func askBlockingAnswersASynchronousProgram() async throws {
    let center = AlertCenter(renderer: ScriptedRenderer(thenAlways: .choose("confirm")))
    let answer = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Result { try center.askBlocking(alert: .confirmation("Sure?")) }) }
    }
    #expect(try answer.get())
  }

  // Typed-in secrets stay out of what describes itself.
  @Test func choicesAndFieldsDescribeThemselvesWithoutValues() {
    let choice = AlertChoice("submit", values: ["password": "hunter2"])
    let field = AlertField(id: "password", label: "Password", initialValue: "hunter2", isSecure: true)
    for text in ["\(choice)", "\(field)", String(reflecting: choice), String(reflecting: field)] { #expect(!text.contains("hunter2")) }
    var dumped = ""
    dump(choice, to: &dumped)
    dump(field, to: &dumped)
    dump(AlertOutcome.chose(choice), to: &dumped)
    #expect(!dumped.contains("hunter2"))
  }
}
