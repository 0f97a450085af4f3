import AlertSDK
import AlertSDKTestKit
import Testing

extension SchedulingCases {
  // MARK: Keys

  // iamhosseindhv/notistack#313: one key, at most one: clicked twice, and the key was dead.
  @Test(arguments: [AlertScheduling.DuplicatePolicy.join, .replace], [true, false])
  func case25_aKeyIsNeverDead(_ policy: AlertScheduling.DuplicatePolicy, _ updates: Bool) async throws {
    for seed in UInt64(1)...12 {
      var random = SplitMix64(seed: seed)
      // Time passes between any two steps: only the alerts' own limits are to come up.
      let stage = Stage(updates: updates) { ($0.contentLimit, $0.appearanceLimit) = (.seconds(3600), .seconds(3600)) }
      let scheduling = AlertScheduling(timeLimit: .seconds(2), key: "k", whenDuplicate: policy)
      var last: AlertHandle?
      for call in 1...20 {
        last = stage.center.show(alert: .plain("\(call)", scheduling))
        switch UInt8.random(in: 0..<6, using: &random) {
        case 0: stage.screen.current?.dismiss()
        case 1: stage.clock.advance(by: .seconds(2))
        case 2: stage.clock.advance(by: .milliseconds(500))
        case 3: for _ in 0..<Int.random(in: 1...30, using: &random) { await Task.yield() }
        case 4: if call < 20 { last?.withdraw() }
        default: break
        }
      }
      #expect(await last?.appeared == true, "seed \(seed)")
      #expect(stage.screen.mostAtOnce == 1, "seed \(seed)")
      stage.center.withdrawAll()
      #expect(await stage.center.drain())
    }
  }

  // timolins/react-hot-toast#50, #53: the removal timer of an old toast killed the one that used its id again.
  @Test func case43_aKeyUsedAgainDuringTheExitIsNotHitByTheOldTimer() async throws {
    let (renderer, clock) = (SlowExit(), ManualClock())
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: clock)
    let old = center.show(alert: .plain("old", AlertScheduling(timeLimit: .milliseconds(1200), key: "k")))
    #expect(await old.appeared)
    old.withdraw()
    clock.advance(by: .milliseconds(500))
    let new = center.show(alert: .plain("new", AlertScheduling(key: "k")))
    clock.advance(by: .milliseconds(500))
    #expect(old.status == .ending(.withdrawn))
    renderer.exit.open()
    #expect(await old.outcome == .withdrawn)
    #expect(await new.appeared)
    clock.advance(by: .seconds(60))  // past the old one's limit and its grace
    #expect(!old.withdraw())
    #expect(new.status == .onScreen)
    new.withdraw()
  }

  // scttcper/ngx-toastr#524: a duplicate revived a toast that was leaving; it stayed invisible and could not be clicked.
  // One that is ending is no duplicate (S23): the newcomer is an alert of its own.
  @Test(arguments: [AlertScheduling.DuplicatePolicy.join, .replace, .drop])
  func case52_aDuplicateDuringTheExitIsANewAlert(_ policy: AlertScheduling.DuplicatePolicy) async throws {
    let renderer = SlowExit()
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let leaving = center.show(alert: .plain("old", AlertScheduling(key: "k")))
    #expect(await leaving.appeared)
    leaving.withdraw()
    let newcomer = center.show(alert: .plain("new", AlertScheduling(key: "k", whenDuplicate: policy)))
    #expect(leaving.status == .ending(.withdrawn))
    renderer.exit.open()
    #expect(await leaving.outcome == .withdrawn)
    #expect(await newcomer.appeared)
    #expect(renderer.shown.all == ["old", "new"])
    #expect(newcomer.withdraw())
    #expect(await newcomer.outcome == .withdrawn)
  }

  // dunst-project/dunst#672: the sender of a replaced notification waited for ever.
  @Test(arguments: [true, false], [true, false])
  func case62_whoeverAskedForAReplacedAlertIsTold(_ isOnScreen: Bool, _ updates: Bool) async throws {
    let stage = Stage(updates: updates)
    let center = stage.center
    if !isOnScreen { center.pause() }
    let asking = Task { try await center.ask(alert: .plain("a", AlertScheduling(key: "k"))) }
    if isOnScreen {
      try await stage.expect("a")
    } else {
      await eventually { !center.snapshot.waiting.isEmpty }
    }
    let new = center.show(alert: .plain("b", AlertScheduling(key: "k", whenDuplicate: .replace)))
    #expect(try await asking.value == .superseded(by: new.id))
    center.resume()
    #expect(await new.appeared)
    center.withdrawAll()
  }

  // microsoft/vscode#153693, eclipse-theia/theia#13668: a fast repetition of a text made it vanish; the older call must settle first.
  @Test(arguments: [true, false]) func case76_inAChainOfReplacementsTheOlderOnesSettleFirst(_ updates: Bool) async throws {
    let stage = Stage(updates: updates)
    let events = stage.center.events(bufferingNewest: nil)
    let handles = (1...4).map { _ in stage.center.show(alert: .plain("same", AlertScheduling(key: "k", whenDuplicate: .replace))) }
    #expect(await handles[3].appeared)
    for handle in handles.dropLast() {
      guard case .superseded(let by) = await handle.outcome else { return #expect(Bool(false), "not superseded") }
      #expect(handles.contains { $0.id == by && $0.id != handle.id })
    }
    #expect(stage.screen.current?.content.title == "same")
    #expect(stage.screen.mostAtOnce == 1)
    stage.center.withdrawAll()
    #expect(await handles[3].outcome == .withdrawn)
    let all = await events.untilShutDown(stage.center)
    let appearance = try #require(all.firstIndex(of: .appeared(handles[3].id)))
    for handle in handles.dropLast() {
      let end = try #require(all.firstIndex { if case .ended(handle.id, _) = $0 { true } else { false } })
      #expect(end < appearance)
    }
  }

  // MARK: Updates

  // fkhadra/react-toastify#824: the update of a queued toast was lost.
  @Test func case32_anUpdateReachesAWaitingOne() async throws {
    let stage = Stage()
    stage.center.show(alert: .plain("a"))
    let shown = try await stage.expect("a")
    let waiting = stage.center.show(alert: .plain("old"))
    #expect(waiting.update(.titled("new")))
    shown.dismiss()
    try await stage.expect("new").dismiss()
    #expect(!stage.screen.history.map(\.title).contains("old"))
  }

  // fkhadra/react-toastify#699: work was done before its delayed toast appeared, which then stayed pending for ever.
  @Test func case35_anUpdateBeforeADelayedOneAppearsIsWhatAppears() async throws {
    let stage = Stage()
    let delayed = stage.center.show(alert: .plain("working", AlertScheduling(showAfter: .milliseconds(500))))
    await stage.pass(.milliseconds(100))
    #expect(delayed.update(.titled("done")))
    await stage.pass(.milliseconds(400))
    try await stage.expect("done").dismiss()
    #expect(stage.screen.history.map(\.title) == ["done"])
  }

  // mui/base-ui#4040, #5258 (known by their titles): the late result of a promise reopened a dismissed toast.
  @Test func case47_anUpdateAfterTheEndIsIgnored() async throws {
    let stage = Stage()
    let ended = stage.center.show(alert: .plain("a", AlertScheduling(key: "k")))
    try await stage.expect("a").dismiss()
    #expect(await ended.outcome == .dismissed)
    #expect(!ended.update(.titled("late")))
    #expect(await stage.center.drain())
    #expect(stage.screen.history.map(\.title) == ["a"])
  }
  @Test func case47_anUpdateIsIgnoredFromTheDecisionOn() async throws {
    let renderer = SlowExit()
    let center = AlertCenter(renderer: renderer, configuration: .quiet, clock: ManualClock())
    let leaving = center.show(alert: .plain("a"))
    #expect(await leaving.appeared)
    leaving.withdraw()
    #expect(!leaving.update(.titled("late")))
    renderer.exit.open()
    #expect(await leaving.outcome == .withdrawn)
    #expect(await center.drain())
    #expect(renderer.shown.all == ["a"])
  }

  // dunst-project/dunst#1317: the replacement of an unknown or ended id used that id again.
  @Test func case68_anIdIsNeverUsedAgain() async throws {
    let stage = Stage()
    let old = stage.center.show(alert: .plain("old", AlertScheduling(key: "k", whenDuplicate: .replace)))
    try await stage.expect("old").dismiss()
    #expect(await old.outcome == .dismissed)
    let new = stage.center.show(alert: .plain("new", AlertScheduling(key: "k", whenDuplicate: .replace)))
    let shown = try await stage.expect("new")
    #expect(new.id != old.id)
    #expect(!old.update(.titled("late")))
    #expect(!old.withdraw())
    #expect(shown.isUp && shown.content.title == "new")
    #expect(await old.outcome == .dismissed)
    new.withdraw()
  }

  // rcarriga/nvim-notify#79, #115: replacing a closed id raised an error, and so did a dismissal during an update.
  @Test func case71_dismissalsAndUpdatesMayCross() async throws {
    for updates in [true, false] {
      let stage = Stage(updates: updates)
      let center = stage.center
      for round in 0..<50 {
        let handle = center.show(alert: .plain("a"))
        #expect(await handle.appeared)
        async let updating: Void = { for number in 0..<20 { handle.update(.titled("\(round).\(number)")) } }()
        async let withdrawing = handle.withdraw()
        let isDecided = await withdrawing
        await updating
        #expect(isDecided)
        #expect(await handle.outcome == .withdrawn)
        #expect(!handle.update(.titled("late")))
      }
      #expect(await center.drain())
      #expect(stage.screen.current == nil)
    }
  }
}
