import AlertSDK
import AlertSDKTestKit
import Testing

@Suite struct OrderRules {
  @Test func S1_neverTwoAtOnceAndTheNextOnlyWhenTheOneBeforeHasReturned() async throws {
    let stage = Stage()
    for title in ["a", "b", "c"] { stage.center.show(alert: .plain(title)) }
    for title in ["a", "b", "c"] { try await stage.expect(title).dismiss() }
    #expect(await stage.center.drain())
    #expect(stage.screen.mostAtOnce == 1)
  }

  @Test func S2_highestPriorityFirstThenTheOrderOfTheCalls() async throws {
    let stage = Stage()
    stage.center.pause()
    stage.center.show(alert: .plain("m1"))
    stage.center.show(alert: .plain("l1", .low))
    stage.center.show(alert: .plain("h1", .high))
    stage.center.show(alert: .plain("m2"))
    stage.center.show(alert: .plain("h2", .high))
    stage.center.resume()
    for title in ["h1", "h2", "m1", "m2", "l1"] { try await stage.expect(title).dismiss() }
  }

  @Test func S3_agingLetsAnOldLowOneGoBeforeAYoungMediumOne() async throws {
    let stage = Stage { $0.aging = .seconds(60) }
    stage.center.pause()
    stage.center.show(alert: .plain("old low", .low))
    await stage.pass(.seconds(61))
    stage.center.show(alert: .plain("young medium"))
    stage.center.resume()
    for title in ["old low", "young medium"] { try await stage.expect(title).dismiss() }
  }

  @Test func S3_equalKeysGoByPriority() async throws {
    let stage = Stage { $0.aging = .seconds(60) }
    stage.center.pause()
    stage.center.show(alert: .plain("low", .low))
    await stage.pass(.seconds(60))
    stage.center.show(alert: .plain("medium"))
    stage.center.resume()
    for title in ["medium", "low"] { try await stage.expect(title).dismiss() }
  }

  @Test func S3_withAgingAnAlertThatDoesNotComeFirstDoesNotInterrupt() async throws {
    let stage = Stage { $0.aging = .seconds(60) }
    stage.center.show(alert: .plain("old low", AlertScheduling(priority: .low, whenInterrupted: .requeue)))
    let low = try await stage.expect("old low")
    await stage.pass(.seconds(61))
    stage.center.show(alert: .plain("medium"))
    #expect(low.isUp)
    low.dismiss()
    try await stage.expect("medium").dismiss()
  }

  @Test func S4_aMoreUrgentOneInterruptsAndTheOtherComesBack() async throws {
    let stage = Stage()
    let medium = stage.center.show(alert: .plain("m"))
    try await stage.expect("m")
    stage.center.show(alert: .plain("h", .high))
    try await stage.expect("h").dismiss()
    try await stage.expect("m").dismiss()
    #expect(await medium.outcome == .dismissed)
  }

  @Test func S4_equalPriorityDoesNotInterrupt() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("h1", .high))
    let first = try await stage.expect("h1")
    stage.center.show(alert: .plain("h2", .high))
    #expect(first.isUp)
    first.dismiss()
    try await stage.expect("h2").dismiss()
  }

  @Test func S4_theNewcomersRelevanceIsAskedBeforeTheShownOneIsTouched() async throws {
    let stage = Stage()
    let asked = Gate()
    let answer = Gate()
    stage.center.show(alert: .plain("m"))
    let medium = try await stage.expect("m")
    let high = stage.center.show(
      alert: Probe(
        "h", .high,
        isRelevant: {
          asked.open(); await answer.wait(); return false
        }))
    await asked.wait()
    #expect(medium.isUp)
    answer.open()
    #expect(await high.outcome == .dropped(.irrelevant))
    #expect(medium.isUp)
    medium.dismiss()
  }

  @Test(arguments: [
    (AlertScheduling.low, AlertOutcome.dropped(.interrupted)),
    (AlertScheduling(priority: .medium, whenInterrupted: .discard), .dropped(.interrupted)),
    (AlertScheduling(priority: AlertPriority(rawValue: 251)), .dismissed),
    (AlertScheduling(priority: .low, whenInterrupted: .requeue), .dismissed),
  ])
  func S4_policies(_ scheduling: AlertScheduling, _ expected: AlertOutcome) async throws {
    let stage = Stage()
    let shown = stage.center.show(alert: .plain("shown", scheduling))
    try await stage.expect("shown")
    stage.center.show(alert: .plain("h", .high))
    try await stage.expect("h").dismiss()
    if expected == .dismissed { try await stage.expect("shown").dismiss() }
    #expect(await shown.outcome == expected)
  }

  @Test func S4_neverMakesTheNewcomerWait() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("m", AlertScheduling(whenInterrupted: .never)))
    let medium = try await stage.expect("m")
    let high = stage.center.show(alert: .plain("h", .high))
    #expect(high.status == .waiting(because: [.behind(AlertID.first)]))
    #expect(medium.isUp)
    medium.dismiss()
    try await stage.expect("h").dismiss()
  }

  @Test func S4_oneThatHasNotAppearedGoesBackWhateverItsPolicy() async throws {
    let renderer = LateEntrance()
    let center = AlertCenter(renderer: renderer, clock: ManualClock())
    let low = center.show(alert: .plain("l", AlertScheduling(priority: .low, whenInterrupted: .discard)))
    await renderer.hasBegun.wait()
    let high = center.show(alert: .plain("h", .high))
    #expect(await high.outcome == .dismissed)
    #expect(await low.outcome == .dismissed)
    #expect(renderer.shown.all == ["h", "l"])
  }

  @Test func S5_aRequeuedAlertKeepsItsTimeItsUpdatesAndItsOneOnPresent() async throws {
    let stage = Stage()
    let presented = Log<AlertID>()
    let medium = stage.center.show(alert: .plain("m", AlertScheduling(timeLimit: .seconds(10)))) { presented.append($0.id) }
    try await stage.expect("m")
    await stage.pass(.seconds(4))
    medium.update(.titled("m, updated"))
    stage.center.show(alert: .plain("h", .high))
    let high = try await stage.expect("h")
    await stage.pass(.seconds(100))
    high.dismiss()
    let again = try await stage.expect("m, updated")
    #expect(again.timeLeft == .seconds(6))
    await stage.pass(.seconds(6))
    #expect(await medium.outcome == .timedOut)
    #expect(presented.count == 1)
  }

  @Test func S6_minimumDwellLetsAnInterruptionWait() async throws {
    let stage = Stage { $0.minimumDwell = .seconds(2) }
    stage.center.show(alert: .plain("m"))
    let medium = try await stage.expect("m")
    await stage.pass(.seconds(1))
    let high = stage.center.show(alert: .plain("h", .high))
    #expect(high.status == .waiting(because: [.behind(.first), .minimumDwell(remaining: .seconds(1))]))
    #expect(medium.isUp)
    await stage.pass(.seconds(1))
    try await stage.expect("h").dismiss()
    try await stage.expect("m").dismiss()
  }

  @Test func S7_anInterruptedOneIsNeverLostHoweverTheInterrupterEnds() async throws {
    let stage = Stage()
    let medium = stage.center.show(alert: .plain("m"))
    try await stage.expect("m")
    let high = stage.center.show(alert: .plain("h", .high))
    try await stage.expect("h")
    high.withdraw()
    try await stage.expect("m").dismiss()
    #expect(await medium.outcome == .dismissed)
  }
}
