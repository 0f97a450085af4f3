import AlertSDK
import Testing

@testable import RendererLibnotify

/// The life of one popup as a state machine, driven by hand.
@Suite struct PopupLifecycleTests {
  /// A lifecycle, its time, and what it wanted so far.
  struct Driver {
    var popup = PopupLifecycle()
    var now = ContinuousClock.now
    var wires = ActionWires()

    mutating func send(_ event: PopupLifecycle.Event, after delay: Duration = .zero) -> [PopupLifecycle.Effect] {
      now += delay
      return popup.handle(event, at: now)
    }
    mutating func request(_ title: String = "t", actions: [String] = [], limit: Duration? = nil) -> PopupRequest {
      let content = AlertContent(title: title, actions: actions.map { AlertAction(id: $0, title: $0) })
      let request = try? PopupRequest(content, timeLimit: limit, appName: "app", capabilities: ["actions", "body"], wires: &wires)
      guard let request else { preconditionFailure("a test asked for more than a popup can show") }
      return request
    }
    /// Up under this id.
    mutating func open(_ id: UInt32 = 7, actions: [String] = ["yes", "no"], limit: Duration? = nil) -> [PopupLifecycle.Effect] {
      _ = send(.started(request(actions: actions, limit: limit)))
      return send(.shown(id))
    }
  }
  static let gone = RendererFailure.lost("gone")

  @Test("R3: it appears when an id came back, not before")
  func appearing() {
    var driver = Driver()
    let request = driver.request()
    #expect(driver.send(.started(request)) == [.show(request), .wait(.seconds(5))])
    #expect(driver.send(.shown(7)) == [.wait(nil), .appear])
  }

  @Test("an action is the answer; then it is closed, and the first of signal, reply and limit ends it", arguments: [0, 1, 2])
  func action(way: Int) {
    var driver = Driver()
    _ = driver.open()
    #expect(driver.send(.actionInvoked(7, wire: "a1")) == [.close(7), .wait(.milliseconds(500))])
    let end: PopupLifecycle.Event = [.closed(7, reason: 3), .closeReplied, .waitEnded][way]
    #expect(driver.send(end) == [.wait(nil), .finish(.response(.chose("no")))])
    #expect(driver.popup.isEnded)
    for late: PopupLifecycle.Event in [
      .closed(7, reason: 2), .closeReplied, .waitEnded, .actionInvoked(7, wire: "a0"), .cancelled, .lost(Self.gone),
    ] {
      #expect(driver.send(late) == [])
    }
  }

  @Test("case 8: CloseNotification is answered and the popup stays: nothing more to do")
  func ignoredClose() {
    var driver = Driver()
    _ = driver.open()
    _ = driver.send(.cancelled)
    #expect(driver.send(.closeReplied) == [.wait(nil), .finish(.cancelled)])
  }

  @Test("case 28: an error as the answer to a close ends it like an answer")
  func closeError() {
    var driver = Driver()
    _ = driver.open()
    _ = driver.send(.actionInvoked(7, wire: "a0"))
    #expect(driver.send(.closeReplied).contains(.finish(.response(.chose("yes")))))
  }

  @Test("a second action does not change the first")
  func firstActionWins() {
    var driver = Driver()
    _ = driver.open()
    _ = driver.send(.actionInvoked(7, wire: "a0"))
    #expect(driver.send(.actionInvoked(7, wire: "a1")) == [])
    #expect(driver.send(.closed(7, reason: 2)) == [.wait(nil), .finish(.response(.chose("yes")))])
  }

  @Test("case 29: closed first, the action 20 ms later: the action is the answer", arguments: [1, 2] as [UInt32])
  func lateAction(reason: UInt32) {
    var driver = Driver()
    _ = driver.open()
    #expect(driver.send(.closed(7, reason: reason)) == [.wait(.milliseconds(100))])
    #expect(driver.send(.closed(7, reason: reason)) == [])  // case 26: closed twice
    #expect(driver.send(.actionInvoked(7, wire: "a0"), after: .milliseconds(20)) == [.wait(nil), .finish(.response(.chose("yes")))])
  }

  @Test("case 7, 38: no action comes: dismissed, and a later one is dropped")
  func tooLateAction() {
    var driver = Driver()
    _ = driver.open()
    _ = driver.send(.closed(7, reason: 2))
    #expect(driver.send(.waitEnded, after: .milliseconds(100)) == [.wait(nil), .finish(.response(.dismissed))])
    #expect(driver.send(.actionInvoked(7, wire: "a0")) == [])
  }

  @Test("a notice does not wait for an action", arguments: [1, 2, 3, 4, 0, 9, 0xFFFF_FFFF] as [UInt32])
  func notice(reason: UInt32) {
    var driver = Driver()
    _ = driver.open(actions: [])
    #expect(driver.send(.closed(7, reason: reason)) == [.wait(nil), .finish(.response(.dismissed))])
  }

  @Test("closed by others, or for a reason nobody defined: dismissed at once", arguments: [3, 4, 0, 9, 0xFFFF_FFFF] as [UInt32])
  func otherReasons(reason: UInt32) {
    var driver = Driver()
    _ = driver.open()
    #expect(driver.send(.closed(7, reason: reason)) == [.wait(nil), .finish(.response(.dismissed))])
  }

  @Test(
    "case 35, 37: expired counts only near the time limit; without one it is a dismissal",
    arguments: [(3_100, AlertResponse.dismissed), (3_200, .timedOut), (4_000, .timedOut), (9_000, .timedOut)])
  func expiry(milliseconds: Int, response: AlertResponse) {
    var driver = Driver()
    _ = driver.open(actions: [], limit: .seconds(4))
    #expect(driver.send(.closed(7, reason: 1), after: .milliseconds(milliseconds)).last == .finish(.response(response)))
    var unlimited = Driver()
    _ = unlimited.open(actions: [])
    #expect(unlimited.send(.closed(7, reason: 1), after: .milliseconds(milliseconds)).last == .finish(.response(.dismissed)))
    var dismissed = Driver()
    _ = dismissed.open(actions: [], limit: .seconds(4))
    #expect(dismissed.send(.closed(7, reason: 2), after: .milliseconds(milliseconds)).last == .finish(.response(.dismissed)))
  }

  @Test("case 25: signals for other ids, and unknown actions, are nothing to us")
  func foreign() {
    var driver = Driver()
    _ = driver.open()
    #expect(driver.send(.closed(8, reason: 2)) == [])
    #expect(driver.send(.actionInvoked(8, wire: "a0")) == [])
    #expect(driver.send(.actionInvoked(7, wire: "nonsense")) == [.ignore("an unknown action was invoked")])
    #expect(!driver.popup.isEnded)
  }

  @Test("answers before the id are kept, and judged when it is known")
  func early() {
    var driver = Driver()
    _ = driver.send(.started(driver.request(actions: ["yes"])))
    #expect(driver.send(.actionInvoked(9, wire: "a0")) == [])
    #expect(driver.send(.actionInvoked(7, wire: "a0")) == [])
    #expect(driver.send(.closed(7, reason: 2)) == [])
    #expect(
      driver.send(.shown(7)) == [.wait(nil), .appear, .close(7), .wait(.milliseconds(500)), .wait(nil), .finish(.response(.chose("yes")))])
  }

  @Test("at most 64 signals are kept, the newest")
  func earlyLimit() {
    var driver = Driver()
    _ = driver.send(.started(driver.request(actions: ["yes"])))
    _ = driver.send(.closed(7, reason: 4))
    for _ in 0..<64 { _ = driver.send(.closed(9, reason: 2)) }
    #expect(driver.send(.shown(7)) == [.wait(nil), .appear])
  }

  @Test("id 0: the server discarded it, which is no answer")
  func discarded() {
    var driver = Driver()
    #expect(driver.open(0) == [.wait(nil), .finish(.failure(.unsupported("the notification server discarded the popup")))])
  }

  @Test("ids above 2^31 are ids like others")
  func greatID() {
    var driver = Driver()
    _ = driver.open(4_000_000_000)
    #expect(driver.send(.actionInvoked(4_000_000_000, wire: "a0")).first == .close(4_000_000_000))
  }

  @Test("case 10: a refused show is its failure")
  func refusedShow() {
    var driver = Driver()
    _ = driver.send(.started(driver.request()))
    #expect(driver.send(.showFailed(.unavailable("busy"))) == [.wait(nil), .finish(.failure(.unavailable("busy")))])
  }

  @Test("case 11: a show without an answer is given up after 5 s; what comes later is closed at once")
  func silentShow() {
    var driver = Driver()
    _ = driver.send(.started(driver.request()))
    let effects = driver.send(.waitEnded, after: .seconds(5))
    #expect(effects.first == .abandonShow)
    guard case .finish(.failure(let failure)) = effects.last else {
      Issue.record("not finished")
      return
    }
    #expect(failure.kind == .unavailable && failure.retryAfter == .seconds(1))
    #expect(driver.send(.shown(7)) == [.discard(7)])
  }

  @Test("R5: cancelled before it was started: nothing is drawn")
  func cancelledFirst() {
    var driver = Driver()
    #expect(driver.send(.cancelled) == [.wait(nil), .finish(.cancelled)])
    #expect(driver.send(.started(driver.request())) == [])
  }

  @Test("case 59: cancelled while it is being shown: waits 1 s for the id, closes it")
  func cancelledWhileShowing() {
    var driver = Driver()
    _ = driver.send(.started(driver.request()))
    #expect(driver.send(.cancelled) == [.skipShow, .wait(.seconds(1))])
    #expect(driver.send(.shown(7)) == [.close(7), .wait(.milliseconds(500))])
    #expect(driver.send(.closeReplied) == [.wait(nil), .finish(.cancelled)])
    var silent = Driver()
    _ = silent.send(.started(silent.request()))
    _ = silent.send(.cancelled)
    #expect(silent.send(.waitEnded) == [.abandonShow, .wait(nil), .finish(.cancelled)])
    #expect(silent.send(.shown(7)) == [.discard(7)])
    var skipped = Driver()
    _ = skipped.send(.started(skipped.request()))
    _ = skipped.send(.cancelled)
    #expect(skipped.send(.showSkipped) == [.wait(nil), .finish(.cancelled)])
  }

  @Test("R4: cancelled while up: closed; a server that never says so is given 500 ms")
  func cancelled() {
    var driver = Driver()
    _ = driver.open()
    #expect(driver.send(.cancelled) == [.close(7), .wait(.milliseconds(500))])
    #expect(driver.send(.waitEnded) == [.wait(nil), .finish(.cancelled)])
  }

  @Test("cancelled after a choice: the choice stands")
  func cancelledAfterAnswer() {
    var driver = Driver()
    _ = driver.open()
    _ = driver.send(.actionInvoked(7, wire: "a0"))
    #expect(driver.send(.cancelled) == [])
    #expect(driver.send(.closeReplied).last == .finish(.response(.chose("yes"))))
    var settling = Driver()
    _ = settling.open()
    _ = settling.send(.closed(7, reason: 2))
    #expect(settling.send(.cancelled).last == .finish(.response(.dismissed)))
  }

  @Test("case 5: the server has gone: lost, at once, and what it may still show is closed; an answer that was given stands")
  func lost() {
    var opening = Driver()
    _ = opening.send(.started(opening.request()))
    #expect(opening.send(.lost(Self.gone)) == [.wait(nil), .finish(.failure(Self.gone))])
    var up = Driver()
    _ = up.open()
    #expect(up.send(.lost(Self.gone)) == [.discard(7), .wait(nil), .finish(.failure(Self.gone))])
    var answered = Driver()
    _ = answered.open()
    _ = answered.send(.actionInvoked(7, wire: "a0"))
    #expect(answered.send(.lost(Self.gone)).last == .finish(.response(.chose("yes"))))
  }

  // MARK: Updates

  @Test("R9: an update goes out on the same popup; while one is under way only the newest waits")
  func updates() {
    var driver = Driver()
    _ = driver.open()
    let (b, c, d) = (driver.request("b"), driver.request("c"), driver.request("d"))
    #expect(driver.send(.updated(b)) == [.show(b)])
    #expect(driver.send(.updated(c)) == [])
    #expect(driver.send(.updated(d)) == [])
    #expect(driver.send(.shown(7)) == [.show(d)])
    #expect(driver.send(.shown(7)) == [])
  }

  @Test("R9: an update before the first id waits for it")
  func earlyUpdate() {
    var driver = Driver()
    _ = driver.send(.started(driver.request("a")))
    let b = driver.request("b")
    #expect(driver.send(.updated(b)) == [])
    #expect(driver.send(.shown(7)) == [.wait(nil), .appear, .show(b)])
  }

  @Test("an update that looks the same is not sent")
  func sameUpdate() {
    var driver = Driver()
    _ = driver.open(limit: .seconds(9))
    #expect(driver.send(.updated(driver.request(actions: ["yes", "no"], limit: .seconds(3)))) == [])
  }

  @Test("case 23: another id came back: the old one is closed, the new one followed")
  func newID() {
    var driver = Driver()
    _ = driver.open()
    _ = driver.send(.updated(driver.request("b", actions: ["yes", "no"])))
    #expect(driver.send(.actionInvoked(8, wire: "a1")) == [])  // before its id is known
    #expect(driver.send(.shown(8)) == [.discard(7), .close(8), .wait(.milliseconds(500))])
    #expect(driver.send(.closed(7, reason: 3)) == [])
    #expect(driver.send(.closed(8, reason: 3)).last == .finish(.response(.chose("no"))))
  }

  @Test("closed while an update is under way: it has ended, and the popup that came back is closed")
  func revived() {
    var driver = Driver()
    _ = driver.open(actions: [])
    _ = driver.send(.updated(driver.request("b")))
    #expect(driver.send(.closed(7, reason: 2)) == [.wait(nil), .finish(.response(.dismissed))])
    #expect(driver.send(.shown(8)) == [.discard(8)])
  }

  @Test("cancelled while an update is under way: the popup that comes back is closed too")
  func cancelledUpdate() {
    var driver = Driver()
    _ = driver.open()
    _ = driver.send(.updated(driver.request("b")))
    #expect(driver.send(.cancelled) == [.close(7), .wait(.milliseconds(500))])
    #expect(driver.send(.shown(7)) == [.discard(7)])
    #expect(driver.send(.closeReplied).last == .finish(.cancelled))
  }

  @Test("an update that was refused or discarded leaves the popup up, and the next one goes out")
  func failedUpdate() {
    var driver = Driver()
    _ = driver.open()
    let (b, c) = (driver.request("b"), driver.request("c"))
    _ = driver.send(.updated(b))
    _ = driver.send(.updated(c))
    #expect(driver.send(.showFailed(.unavailable("busy"))) == [.ignore("an update was refused: busy"), .show(c)])
    #expect(driver.send(.shown(0)) == [.ignore("the server discarded an update")])
    #expect(!driver.popup.isEnded)
  }

  @Test("R8: an update that cannot be shown takes the popup down")
  func refusedUpdate() {
    var driver = Driver()
    _ = driver.open()
    _ = driver.send(.refused(.unsupported("four")))
    #expect(driver.send(.closeReplied).last == .finish(.failure(.unsupported("four"))))
  }

  @Test("an update restarts what counts as expired")
  func updatedLimit() {
    var driver = Driver()
    _ = driver.open(actions: [], limit: .seconds(4))
    _ = driver.send(.updated(driver.request("b", limit: .seconds(10))), after: .seconds(3))
    _ = driver.send(.shown(7))
    #expect(driver.send(.closed(7, reason: 1), after: .seconds(7)).last == .finish(.response(.dismissed)))
  }

  @Test("a choice that crosses an update names the action that was clicked")
  func crossing() {
    var driver = Driver()
    _ = driver.open(actions: ["keep"])
    _ = driver.send(.updated(driver.request("b", actions: ["delete"])))
    _ = driver.send(.actionInvoked(7, wire: "a0"))
    #expect(driver.send(.closeReplied).last == .finish(.response(.chose("keep"))))
  }

  @Test("whatever comes in whatever order, it ends once, and every wait has a limit", arguments: 0..<400)
  func anyOrder(seed: UInt64) {
    var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: UInt64) -> UInt64 {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return random % bound
    }
    var driver = Driver()
    var (showing, closing, finishes, waits, appeared) = (false, false, 0, false, false)
    func note(_ effects: [PopupLifecycle.Effect]) {
      for effect in effects {
        switch effect {
        case .show:
          #expect(!showing, "two shows at once, seed \(seed)")
          showing = true
        case .appear: appeared = true
        case .close: closing = true
        case .wait(let limit): waits = limit != nil
        case .finish(let end):
          finishes += 1
          if case .response = end { #expect(appeared, "R3, seed \(seed)") }
        case .discard(let id): #expect(id != 0)
        case .skipShow, .abandonShow, .ignore: break
        }
      }
    }
    note(driver.send(.started(driver.request(actions: ["yes"]))))
    for step in 0..<40 {
      let id = UInt32(6 + next(3))
      switch next(11) {
      case 0 where showing:
        showing = false
        note(driver.send(.shown(next(8) == 0 ? 0 : id)))
      case 1 where showing && next(3) == 0:
        showing = false
        note(driver.send(.showFailed(Self.gone)))
      case 2: note(driver.send(.updated(driver.request("\(step)", actions: ["yes"]))))
      case 3: note(driver.send(.actionInvoked(id, wire: next(2) == 0 ? "a0" : "zz")))
      case 4: note(driver.send(.closed(id, reason: UInt32(next(6)))))
      case 5 where closing: note(driver.send(.closeReplied))
      case 6 where next(5) == 0: note(driver.send(.cancelled))
      case 7 where next(9) == 0: note(driver.send(.lost(Self.gone)))
      case 8 where waits: note(driver.send(.waitEnded))
      case 9 where next(9) == 0: note(driver.send(.refused(Self.gone)))
      default: break
      }
      #expect(finishes == (driver.popup.isEnded ? 1 : 0), "seed \(seed)")
    }
    note(driver.send(.cancelled))
    while waits { note(driver.send(.waitEnded)) }
    #expect(finishes == 1, "seed \(seed)")
  }
}
