import AlertSDK
import AlertSDKTestKit
import Testing

extension SchedulingCases {
  // MARK: Order and interruption

  // SwiftKickMobile/SwiftMessages#523, #555: a high one should hide a low one, which then comes back; only the order was shipped.
  @Test func case10_aLowOneThatAsksForItComesBackAfterTheHighOne() async throws {
    let stage = Stage()
    let low = stage.center.show(alert: .plain("l", AlertScheduling(priority: .low, whenInterrupted: .requeue)))
    let first = try await stage.expect("l")
    stage.center.show(alert: .plain("h", .high))
    let high = try await stage.expect("h")
    #expect(!first.isUp)
    high.dismiss()
    try await stage.expect("l").dismiss()
    #expect(await low.outcome == .dismissed)
    #expect(stage.screen.mostAtOnce == 1)
  }

  // SwiftKickMobile/SwiftMessages#586: a burst of mixed priorities was not shown in order, because its first one had begun already.
  @Test func case11_aBurstUnderAHoldGoesByPriority() async throws {
    let stage = Stage()
    let hold = stage.center.hold(lease: .seconds(60))
    for priority in [1, 9, 5] { stage.center.show(alert: .plain("\(priority)", AlertScheduling(priority: .init(rawValue: priority)))) }
    hold.release()
    for title in ["9", "5", "1"] { try await stage.expect(title).dismiss() }
    #expect(stage.screen.history.map(\.title) == ["9", "5", "1"])
  }
  // Without a hold the first one begins; as long as it has not appeared it goes back to its place for a more urgent one (S4).
  @Test func case11_inABurstWithoutAHoldOneThatHasNotAppearedGivesWay() async throws {
    let stage = Stage()
    let relevance = Gate()
    let first = AlertScheduling(priority: AlertPriority(rawValue: 1), whenInterrupted: .discard)
    stage.center.show(
      alert: Probe(
        "1", first,
        isRelevant: {
          await relevance.wait()
          return true
        }))
    stage.center.show(alert: .plain("9", AlertScheduling(priority: AlertPriority(rawValue: 9))))
    let urgent = try await stage.expect("9")
    relevance.open()
    urgent.dismiss()
    try await stage.expect("1").dismiss()
    #expect(stage.screen.history.map(\.title) == ["9", "1"])
  }

  // huri000/SwiftEntryKit#338, #352: an interrupted normal entry never returned.
  @Test func case14_anInterruptedOneComesBackWithItsRemainingTime() async throws {
    let stage = Stage()
    let medium = stage.center.show(alert: .plain("m", AlertScheduling(timeLimit: .seconds(10))))
    try await stage.expect("m")
    await stage.pass(.seconds(3))
    let high = stage.center.show(alert: .plain("h", AlertScheduling(priority: .high, timeLimit: .seconds(20))))
    try await stage.expect("h")
    await stage.pass(.seconds(20))
    #expect(await high.outcome == .timedOut)
    let again = try await stage.expect("m")
    #expect(again.timeLeft == .seconds(7))
    await stage.pass(.seconds(6))
    #expect(again.isUp)
    await stage.pass(.seconds(1))
    #expect(await medium.outcome == .timedOut)
  }

  // Daltron/NotificationBanner#291, #253: an insertion at the front ignored the limit and suspended the wrong banner.
  @Test func case20_anUrgentOneTakesTheOnePlaceAndSuspendsTheOneThatHadIt() async throws {
    let stage = Stage()
    let shown = stage.center.show(alert: .plain("a"))
    let first = try await stage.expect("a")
    let waiting = stage.center.show(alert: .plain("c"))
    let urgent = stage.center.show(alert: .plain("b", .high))
    let above = try await stage.expect("b")
    #expect(!first.isUp)
    #expect(shown.status == .waiting(because: [.behind(urgent.id)]))
    #expect(stage.center.snapshot.waiting == [shown.id, waiting.id])
    above.dismiss()
    for title in ["a", "c"] { try await stage.expect(title).dismiss() }
    #expect(stage.screen.mostAtOnce == 1)
  }

  // dunst-project/dunst#431: a critical one waited until all normal ones had expired, because the queue was full of them.
  @Test func case59_aFullQueueDoesNotKeepACriticalOneOut() async throws {
    let stage = Stage { $0.capacity = 5 }
    stage.center.show(alert: .plain("shown"))
    try await stage.expect("shown")
    let normal = (1...5).map { stage.center.show(alert: .plain("\($0)")) }
    let critical = stage.center.show(alert: .plain("critical", .high))
    try await stage.expect("critical").dismiss()
    #expect(await critical.outcome == .dismissed)
    #expect(await normal[4].outcome == .dropped(.queueFull))  // six wait for a moment, and one is over the capacity (S24)
    for title in ["shown", "1", "2", "3", "4"] { try await stage.expect(title).dismiss() }
  }

  // MARK: Taking waiting ones back

  // iamhosseindhv/notistack#175, #280: closing a waiting persistent item by its key was ignored, and later it stayed for ever.
  @Test func case23_aWaitingOneThatWasTakenBackIsNeverShown() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("shown"))
    let shown = try await stage.expect("shown")
    let persistent = stage.center.show(alert: .plain("p", AlertScheduling(key: "p")))
    #expect(stage.center.withdraw { $0.key == "p" } == 1)
    #expect(await persistent.outcome == .withdrawn)
    shown.dismiss()
    #expect(await stage.center.drain())
    #expect(stage.screen.history.map(\.title) == ["shown"])
  }

  // fkhadra/react-toastify#1233, #1235, palantir/blueprint#7420: a dismissal by id did not reach the waiting ones.
  @Test func case29_takingBackASourceReachesTheWaitingOnesAndNoOthers() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("shown"))
    let shown = try await stage.expect("shown")
    let mine = (1...3).map { number in
      stage.center.show(alert: .plain("other \(number)", AlertScheduling(source: "other")))
      return stage.center.show(alert: .plain("mine \(number)", AlertScheduling(source: "mine")))
    }
    #expect(stage.center.withdraw { $0.source == "mine" } == 3)
    for handle in mine { #expect(await handle.outcome == .withdrawn) }
    #expect(shown.isUp)
    shown.dismiss()
    for number in 1...3 { try await stage.expect("other \(number)").dismiss() }
    #expect(await stage.center.drain())
    #expect(stage.screen.history.count == 4)
  }

  // emersion/mako#105: "dismiss all" left two or three, because regrouping changed the list that was walked.
  @Test func case70_clearingWhileDuplicatesJoinLeavesNothing() async throws {
    let stage = Stage()
    let center = stage.center
    center.show(alert: .plain("suspended"))
    try await stage.expect("suspended")
    center.show(alert: .plain("shown", .high))
    try await stage.expect("shown")
    let grouped = (0..<100).map { center.show(alert: .plain("\($0)", AlertScheduling(key: "\($0 % 10)"))) }
    #expect(center.withdrawAll() == 12)
    for handle in grouped { #expect(await handle.outcome == .withdrawn) }
    #expect(await center.drain())
    #expect(center.snapshot.statistics.live == 0)

    let handles = await withTaskGroup(of: [AlertHandle].self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<100).map { number in
            defer { if number % 10 == 9 { center.withdrawAll() } }
            return center.show(alert: .plain("\(number)", AlertScheduling(key: "\(number % 10)")))
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    center.withdrawAll()
    for handle in handles { #expect(await handle.outcome == .withdrawn) }
    #expect(await center.drain())
    #expect(center.snapshot.waiting.isEmpty && stage.screen.current == nil)
  }

  // microsoft/vscode#44939: hundreds were queued, and closing one only revealed the next.
  @Test func case77_hundredsOfAKindAreTakenBackAtOnce() async throws {
    let stage = Stage()
    let kind = AlertScheduling(source: "kind")
    let handles = (0..<300).map { stage.center.show(alert: .plain("\($0)", kind)) }
    let other = stage.center.show(alert: .plain("other"))
    #expect(await handles[0].appeared)
    #expect(stage.center.withdraw { $0.source == "kind" } == 300)
    #expect(await other.appeared)
    for handle in handles { #expect(await handle.outcome == .withdrawn) }
    #expect(stage.screen.history.map(\.title) == ["0", "other"])
    #expect(stage.center.snapshot.waiting.isEmpty)
    other.withdraw()
  }

  // MARK: Many at once

  // SwiftKickMobile/SwiftMessages#328: with deduplication off, ten equal messages still gave one.
  @Test(arguments: [nil, "k"]) func case7_whereDuplicatesAreAllowedEachIsShownInOrder(_ key: String?) async throws {
    let stage = Stage()
    let handles = (1...10).map { _ in stage.center.show(alert: .plain("same", AlertScheduling(key: key, whenDuplicate: .allow))) }
    for (index, handle) in handles.enumerated() {
      let shown = try await stage.expect("same")
      #expect(stage.center.snapshot.current == handle.id)
      #expect(stage.center.snapshot.waiting == handles[(index + 1)...].map(\.id))
      #expect(shown.repeatCount == 1)
      shown.dismiss()
      #expect(await handle.outcome == .dismissed)
    }
  }

  // iamhosseindhv/notistack#161, scttcper/ngx-toastr#742, #743: a burst exceeded the maximum; checking and inserting were two steps.
  @Test func case26_aBurstFromManyThreadsNeverExceedsTheOnePlace() async throws {
    let stage = Stage()
    let center = stage.center
    let handles = await withTaskGroup(of: AlertHandle.self) { group in
      for number in 0..<50 { group.addTask { center.show(alert: .plain("\(number)")) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for _ in 0..<50 { try await stage.screen.next().dismiss() }
    for handle in handles { #expect(await handle.outcome == .dismissed) }
    #expect(stage.screen.mostAtOnce == 1)
    #expect(Set(stage.screen.history.map(\.title)).count == 50)
  }

  // fkhadra/react-toastify#640, #607, #1129: after an absence a stale backlog was replayed; wished for: a limit, the oldest go.
  @Test func case31_aBoundedQueueKeepsTheNewest() async throws {
    let stage = Stage { ($0.capacity, $0.overflow) = (2, .dropOldest) }
    stage.center.pause()
    let handles = (1...5).map { stage.center.show(alert: .plain("\($0)")) }
    for handle in handles[..<3] { #expect(await handle.outcome == .dropped(.queueFull)) }
    stage.center.resume()
    for title in ["4", "5"] { try await stage.expect(title).dismiss() }
    #expect(await stage.center.drain())
    #expect(stage.screen.history.map(\.title) == ["4", "5"])
  }

  // emilkowalski/sonner#729, #772, #605: every ended toast was kept for the life of the app.
  @Test func case38_tenThousandEndedAlertsLeaveOnlyTheHistoryBehind() async throws {
    final class Census: Sendable {
      private let count = Lock(0)
      var living: Int { count.withLock { $0 } }
      func add(_ change: Int) { count.withLock { $0 += change } }
    }
    final class Token: Sendable {
      let census: Census
      init(_ census: Census) {
        self.census = census
        census.add(1)
      }
      deinit { census.add(-1) }
    }
    struct Delivery: AlertRenderer {
      let name = "delivery"
      func present(_ request: AlertRequest) async throws -> AlertResponse {
        request.didAppear()
        return .delivered
      }
    }
    let tokens = Census()
    let center = AlertCenter(renderer: Delivery(), configuration: .quiet)
    for _ in 0..<10 {
      for number in 0..<1_000 {
        let token = Token(tokens)
        center.show(alert: Probe("\(number)", AlertScheduling(key: "\(number)"), ending: { [token] _ in _ = token }))
      }
      #expect(await center.drain())
      #expect(await eventually { tokens.living == 0 })
    }
    let snapshot = center.snapshot
    #expect(snapshot.history.count == 100)
    #expect(snapshot.statistics.ended == 10_000)
    #expect(snapshot.statistics.live == 0)
  }

  // flutter/flutter#161036: animations of no length and fast calls lost the queue and left a bar stuck.
  @Test func case55_anInstantRendererGivesTheSameResults() async throws {
    let priorities = (0..<60).map { AlertPriority(rawValue: $0 * 7 % 13) }
    let stage = Stage()
    stage.center.pause()
    for (number, priority) in priorities.enumerated() {
      stage.center.show(alert: .plain("\(number)", AlertScheduling(priority: priority)))
    }
    stage.center.resume()
    for _ in priorities { try await stage.screen.next().dismiss() }

    let instant = Instant()
    let center = AlertCenter(renderer: instant, configuration: .quiet, clock: ManualClock())
    center.pause()
    let handles = priorities.enumerated().map { number, priority in
      center.show(alert: .plain("\(number)", AlertScheduling(priority: priority, timeLimit: .seconds(1))))
    }
    center.resume()
    #expect(await center.drain())
    #expect(instant.shown.all == stage.screen.history.map(\.title))
    for handle in handles { #expect(await handle.outcome == .dismissed) }
    for round in 0..<200 {
      let (kept, taken) = (center.show(alert: .plain("kept \(round)")), center.show(alert: .plain("taken \(round)")))
      let wasTaken = taken.withdraw()
      #expect(await taken.outcome == (wasTaken ? .withdrawn : .dismissed))
      #expect(await kept.outcome == .dismissed)
    }
  }
}
