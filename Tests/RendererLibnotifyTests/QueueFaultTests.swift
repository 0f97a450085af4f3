#if Libnotify && os(Linux)
  import Foundation
  import Testing

  /// What becomes of several alerts in a row, handed to a center, when the server or the bus fails under them: each gets its one
  /// outcome (S8), and the queue goes on (S25).
  @Suite(.serialized, .enabled(if: PrivateDesktop.missing == nil, "\(PrivateDesktop.missing ?? "")"), .timeLimit(.minutes(8)))
  struct QueueFaultTests {
    static let names = ["a", "b", "c"]

    /// Hands all three over; the first is up when it returns.
    private func queue(_ desktop: PrivateDesktop, _ json: String = PrivateDesktop.question) throws {
      for name in Self.names { desktop.probe.tell("queue \(name) \(json)") }
      try #require(desktop.appeared())
    }

    /// Each of them appears and is answered; in its turn, but for those that had been lost or refused and wait a moment (S25).
    private func answer(_ desktop: PrivateDesktop, _ names: ArraySlice<String>, isUp: Bool = false) throws {
      var left = Set(names)
      while !left.isEmpty {
        var name = names.first ?? ""
        if !isUp || left.count < names.count {
          let line = desktop.probe.next {
            $0["event"] as? String == "appeared" && left.contains($0["name"] as? String ?? "")
          }
          name = try #require(line?["name"] as? String, "\(left): \(desktop.story)")
        }
        left.remove(name)
        try desktop.act("action last a0")
        #expect(desktop.result(name) == "chose yes")
      }
    }

    // MARK: The server

    @Test("a server is killed and started again: the alert that was up comes again, and the others in their turn")
    func killedAndRestarted() throws {
      let desktop = try PrivateDesktop()
      try queue(desktop)
      desktop.killServer()
      #expect(desktop.failure() == "lost: the notification server has gone")
      try desktop.restartServer()
      try answer(desktop, Self.names[...])
      desktop.keepTimes("server killed, and started again")
    }

    @Test("asked across a restart: the server has a moment to come back before the question fails")
    func askedAcrossRestart() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("ask a \(PrivateDesktop.question)")
      try #require(desktop.appeared())
      try desktop.act("dropname")
      #expect(desktop.failure() == "lost: the notification server has gone")
      desktop.probe.tell("busy 400")  // the core's own pause is 100 ms
      #expect(desktop.settled())
      try desktop.act("takename")
      try #require(desktop.appeared(), "\(desktop.story)")
      try desktop.act("action last a0")
      #expect(desktop.result() == "chose yes")
      desktop.keepTimes("ask, the server away for 0.4 s")
    }

    @Test("asked when the server does not come back: failed, once the moment is over; withdrawn meanwhile: at once")
    func askedAndGoneForGood() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("ask a \(PrivateDesktop.question)")
      desktop.probe.tell("ask b \(PrivateDesktop.question)")
      try #require(desktop.appeared())
      try desktop.act("dropname")
      #expect(desktop.failure() == "lost: the notification server has gone")
      desktop.probe.tell("withdraw a")
      #expect(desktop.result() == "withdrawn")
      #expect(desktop.result("b").hasPrefix("failed (libnotify: no notification server is running, and none could be started: "))
      desktop.keepTimes("ask, the server gone for good (a withdrawn meanwhile)")
    }

    @Test("a server that is gone for long: what was shown waits, and appears when there is one again")
    func goneForLong() throws {
      let desktop = try PrivateDesktop()
      try queue(desktop)
      try desktop.act("dropname")
      #expect(desktop.failure() == "lost: the notification server has gone")
      for name in Self.names { #expect(desktop.failure(name).hasPrefix("unavailable: no notification server is running")) }
      try desktop.act("takename")
      try answer(desktop, Self.names[...])
      desktop.keepTimes("server gone for longer than a restart")
    }

    @Test("a server that dies with each popup: the alert has failed after three times, the next one goes on")
    func diesEachTime() throws {
      let desktop = try PrivateDesktop("die")
      desktop.probe.tell("queue a \(PrivateDesktop.question)")
      for _ in 1...2 {
        #expect(desktop.failure().hasPrefix("lost: "))
        try desktop.restartServer("die")
      }
      #expect(desktop.result().hasPrefix("failed (libnotify: "), "\(desktop.story)")
      for name in ["b", "c"] { desktop.probe.tell("queue \(name) \(PrivateDesktop.question)") }
      try desktop.restartServer()
      try answer(desktop, Self.names[1...])
      desktop.keepTimes("server dies as it is asked for a popup, three times")
    }

    @Test("a stopped server, a popup up with a time limit: it ends in time, the next one waits until the server goes on")
    func stopped() throws {
      let desktop = try PrivateDesktop("stop")  // by itself: a signal from here may come after the limit
      desktop.probe.tell(#"queue a {"title":"a","limit":300}"#)
      for name in ["b", "c"] { desktop.probe.tell("queue \(name) \(PrivateDesktop.question)") }
      try #require(desktop.appeared())
      #expect(desktop.result() == "timed out")
      #expect(desktop.failure("b").hasPrefix("unavailable: "))
      desktop.server.signal(SIGCONT)
      try answer(desktop, ["b", "c"])
      desktop.keepTimes("server stopped under a popup of 0.3 s, then continued")
    }

    @Test("a stopped server that is killed and replaced: the next one takes over")
    func stoppedThenReplaced() throws {
      let desktop = try PrivateDesktop()
      try queue(desktop)
      desktop.server.signal(SIGSTOP)
      desktop.killServer()
      #expect(desktop.failure() == "lost: the notification server has gone")
      try desktop.restartServer()
      try answer(desktop, Self.names[...])
    }

    @Test("another program takes the name over: what is up moves to it, and is taken down at the old one")
    func takenOver() throws {
      let desktop = try PrivateDesktop()
      try queue(desktop)
      let id = try desktop.call("Notify")["id"] as? Int
      let old = desktop.server
      try desktop.startHeir()
      #expect(desktop.failure() == "lost: the notification server has gone")
      #expect(old.next { $0["call"] as? String == "CloseNotification" }?["id"] as? Int == id)
      try answer(desktop, Self.names[...])
      old.kill()
    }

    @Test("a server that is never started: a question fails after the limit with the reason, what was shown waits, and can be withdrawn")
    func neverStarts() throws {
      let desktop = try PrivateDesktop(nil, service: "/bin/sleep 30")
      desktop.probe.tell("ask a \(PrivateDesktop.question)")
      desktop.probe.tell("queue b \(PrivateDesktop.question)")
      #expect(desktop.result() == "failed (libnotify: the notification server did not start within 5 s)")
      #expect(desktop.failure("b") == "unavailable: the notification server did not start within 5 s")
      desktop.probe.tell("withdraw b")
      #expect(desktop.result("b") == "withdrawn")
      desktop.keepTimes("activatable server that never starts")
    }

    // MARK: Odd answers

    @Test(
      "cases 1, 2, 8: a server that never says closed, or lies about it: time limits and withdrawals end all the same, one after another",
      arguments: ["closenever", "closesilent", "closeerror"])
    func neverClosed(modes: String) throws {
      let desktop = try PrivateDesktop(modes)
      for name in ["a", "b"] { desktop.probe.tell(#"queue \#(name) {"title":"\#(name)","limit":100}"#) }
      desktop.probe.tell("queue c \(PrivateDesktop.question)")
      for name in ["a", "b"] { #expect(desktop.result(name) == "timed out") }
      try #require(desktop.appeared("c"))
      desktop.probe.tell("withdraw c")
      #expect(desktop.result("c") == "withdrawn")
      if modes == "closenever" { desktop.keepTimes("server never says that a popup has closed, limits of 0.1 s") }
    }

    @Test(
      "an answer that the server does not follow with a close, as dunst: the queue goes on", arguments: ["", "closenever", "closeerror"])
    func answered(modes: String) throws {
      let desktop = try PrivateDesktop(modes)
      try queue(desktop)
      try answer(desktop, Self.names[...], isUp: true)
      if modes == "closenever" { desktop.keepTimes("server answers and never says that the popup has closed") }
    }

    @Test(
      "answers before the id, close before action: each alert has its own",
      arguments: [("early", "chose yes"), ("earlyboth", "chose yes"), ("earlyclose", "dismissed"), ("auto", "chose yes")])
    func early(modes: String, outcome: String) throws {
      let desktop = try PrivateDesktop(modes)
      for name in Self.names { desktop.probe.tell("queue \(name) \(PrivateDesktop.question)") }
      for name in Self.names { #expect(desktop.result(name) == outcome) }
      desktop.keepTimes("answers before the id (\(modes))")
    }

    @Test("case 29: close before action, for each in a row")
    func closeBeforeAction() throws {
      let desktop = try PrivateDesktop()
      try queue(desktop)
      for (index, name) in Self.names.enumerated() {
        if index > 0 { try #require(desktop.appeared(name)) }
        try desktop.act("closed last 2; action last a1")  // in one: an action counts for 0.1 s after the close
        #expect(desktop.result(name) == "chose no")
      }
      desktop.keepTimes("close before action")
    }

    @Test("case 26: ids that repeat, and a second close for the one before: the next one is still up")
    func repeatedIDs() throws {
      let desktop = try PrivateDesktop("sameid")
      try queue(desktop)
      for (index, name) in Self.names.enumerated() {
        if index > 0 { try #require(desktop.appeared(name)) }
        try desktop.act("action last+1 a1")
        try desktop.act("action last a0")
        #expect(desktop.result(name) == "chose yes")
      }
      desktop.keepTimes("ids that repeat")
    }

    @Test("ids that start again with a new server: a signal of the old one's popup means nothing")
    func idsAfterRestart() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("queue a \(PrivateDesktop.question)")
      try #require(desktop.appeared())
      let first = try desktop.call("Notify")["id"] as? Int
      try desktop.restartServer()
      try #require(desktop.appeared())
      #expect(try desktop.call("Notify")["id"] as? Int == first)
      try desktop.act("spoof last a1")
      try answer(desktop, ["a"], isUp: true)
    }

    @Test("case 10: refused as too many: asked again after a second, in its turn")
    func excess() throws {
      let desktop = try PrivateDesktop("excess")
      for name in Self.names { desktop.probe.tell("queue \(name) \(PrivateDesktop.question)") }
      #expect(desktop.failure() == "unavailable: the notification server wants fewer popups at once")
      try desktop.act("mode auto")
      for name in Self.names { #expect(desktop.result(name) == "chose yes") }
      desktop.keepTimes("refused as too many, then not")
    }

    @Test("cases 53, 55: a critical popup with a time limit, which some servers leave up: closed by us")
    func criticalWithLimit() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell(#"queue a {"title":"a","severity":"error","limit":100}"#)
      desktop.probe.tell("queue b \(PrivateDesktop.notice)")
      let sent = try desktop.call("Notify")
      #expect((sent["hints"] as? [String: Any])?["urgency"] as? Int == 2 && sent["expire"] as? Int == 100)
      #expect(desktop.result() == "timed out")
      #expect(try desktop.call("CloseNotification")["id"] as? Int == sent["id"] as? Int)
      #expect(desktop.appeared("b"))
    }

    @Test("R8: a server that loses its buttons on the way: the question fails, the notice after it is shown")
    func capabilitiesChange() throws {
      let desktop = try PrivateDesktop()
      try queue(desktop)
      try desktop.act("mode noactions")
      desktop.probe.tell("queue d \(PrivateDesktop.notice)")
      desktop.probe.tell("busy 2100")  // an answer about capabilities counts for 2 s
      #expect(desktop.settled())
      try desktop.act("action last a0")
      #expect(desktop.result() == "chose yes")
      for name in ["b", "c"] {
        #expect(desktop.result(name) == "failed (libnotify: the notification server has no buttons, and this alert needs an answer)")
      }
      #expect(desktop.appeared("d"))
    }

    // MARK: The bus

    @Test("the bus dies and comes back with a server: the alert that was up comes again, and the others in their turn")
    func busDies() throws {
      let desktop = try PrivateDesktop()
      try queue(desktop)
      desktop.killBus()
      #expect(desktop.failure() == "lost: the message bus has gone")
      #expect(desktop.failure().hasPrefix("unavailable: no session message bus"))
      try desktop.restartBus()
      try desktop.restartServer()
      try answer(desktop, Self.names[...])
      desktop.keepTimes("bus dies, another one and a server come")
    }

    @Test("the bus dies for good: a question fails with the reason, what was shown is withdrawn at once")
    func busDiesForGood() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("ask a \(PrivateDesktop.question)")
      desktop.probe.tell("queue b \(PrivateDesktop.question)")
      try #require(desktop.appeared())
      desktop.killBus()
      #expect(desktop.result().hasPrefix("failed (libnotify: no session message bus: "))
      #expect(desktop.failure("b").hasPrefix("unavailable: "))
      desktop.probe.tell("withdraw b")
      #expect(desktop.result("b") == "withdrawn")
      desktop.keepTimes("bus dies for good")
    }

    // MARK: Everything at once

    @Test(
      "a server that dies at any step, again and again: a hundred alerts, a hundred answers or honest failures, in order",
      arguments: [1, 2, 3])
    func mortal(seed: Int) throws {
      let desktop = try PrivateDesktop("auto mortal=\(seed)")
      let count = 100
      for number in 1...count { desktop.probe.tell("queue \(number) \(PrivateDesktop.question)") }
      var ended: [String] = []
      var lives = 1
      let deadline = Date(timeIntervalSinceNow: 120)
      while ended.count < count, Date() < deadline {
        if let line = desktop.probe.next(within: 0.2, { $0["event"] as? String == "ended" }) {
          ended.append("\(line["name"] ?? "") \(line["result"] ?? "")")
        }
        if !desktop.server.process.isRunning {
          lives += 1
          try desktop.restartServer("auto mortal=\(seed * 1_000 + lives)")
        }
      }
      #expect(ended.count == count, "\(desktop.story)")
      #expect(ended.allSatisfy { $0.hasSuffix(" chose yes") || $0.contains(" failed (libnotify: ") }, "\(ended)")
      #expect(Set(ended.map { $0.split(separator: " ")[0] }).count == count)
      #expect(lives > 1)
      #expect(desktop.probe.stderr == "")
    }

    // MARK: Two renderers

    @Test("R19: two centers with a renderer each: one popup of each is up, and each has its own answers, also when the server dies")
    func twoRenderers() throws {
      let desktop = try PrivateDesktop()
      for name in ["a", "b"] { desktop.probe.tell("queue \(name) \(PrivateDesktop.question)") }
      try #require(desktop.appeared("a"))
      let first = try desktop.call("Notify")
      for name in ["x", "y"] { desktop.probe.tell("second \(name) \(PrivateDesktop.question)") }
      try #require(desktop.appeared("x"))
      let second = try desktop.call("Notify")
      #expect(first["app"] as? String == "probe" && second["app"] as? String == "second")
      #expect(desktop.calls("Notify").count == 2)
      let (a, x) = (try #require(first["id"] as? Int), try #require(second["id"] as? Int))
      try desktop.act("action \(x) a1")
      #expect(desktop.result("x") == "chose no")
      #expect(desktop.appeared("y"))
      try desktop.act("action \(a) a0")
      #expect(desktop.result("a") == "chose yes")
      #expect(desktop.appeared("b"))
      desktop.killServer()
      for name in ["b", "y"] { #expect(desktop.failure(name) == "lost: the notification server has gone") }
      try desktop.restartServer()
      for name in ["b", "y"] { #expect(desktop.appeared(name)) }
      desktop.probe.tell("withdraw b")
      #expect(desktop.result("b") == "withdrawn")
      try desktop.act("mode")
      #expect(desktop.probe.all { $0["event"] as? String == "ended" && $0["name"] as? String == "y" }.isEmpty)
    }
  }
#endif
