#if Libnotify && os(Linux)
  import Foundation
  import Testing

  /// In a sandbox libnotify goes through the portal, which reports actions and nothing else.
  @Suite(.serialized, .enabled(if: PrivateDesktop.missing == nil, "\(PrivateDesktop.missing ?? "")"), .timeLimit(.minutes(2)))
  struct PortalTests {
    @Test("an action through the portal is the answer; the portal has taken the notification down by itself")
    func action() throws {
      let desktop = try PrivateDesktop("portal", ["NOTIFY_FORCE_PORTAL": "1"])
      try desktop.open()
      let added = try desktop.call("AddNotification")
      #expect((added["content"] as? [String: Any])?["title"] as? String == "Delete?")
      try desktop.act("action a1")
      #expect(desktop.result() == "chose no")
      #expect(desktop.calls("RemoveNotification").isEmpty)
      #expect(desktop.probe.stderr == "")
    }

    @Test("R4: cancelled: removed; and the next one is shown", arguments: [PrivateDesktop.notice, PrivateDesktop.question])
    func cancel(json: String) throws {
      let desktop = try PrivateDesktop("portal", ["NOTIFY_FORCE_PORTAL": "1"])
      for name in ["a", "b"] {
        try desktop.open(name, json)
        desktop.probe.tell("cancel \(name)")
        #expect(desktop.result(name) == "cancelled")
        _ = try desktop.call("RemoveNotification")
      }
      #expect(desktop.probe.stderr == "")
    }

    @Test(
      "cases 49, 50: the notification lives until its action's callback has returned, and until it is closed: freed memory is overwritten here",
      arguments: ["action", "cancel"])
    func freed(way: String) throws {
      let desktop = try PrivateDesktop("portal", ["NOTIFY_FORCE_PORTAL": "1", "MALLOC_PERTURB_": "170", "G_SLICE": "always-malloc"])
      for round in 1...20 {
        try desktop.open("n\(round)")
        if way == "action" { try desktop.act("action a0") } else { desktop.probe.tell("cancel n\(round)") }
        #expect(desktop.result("n\(round)") == (way == "action" ? "chose yes" : "cancelled"))
      }
      #expect(desktop.probe.process.isRunning)
      #expect(desktop.probe.stderr == "")
    }

    @Test("the portal dies: lost")
    func lost() throws {
      let desktop = try PrivateDesktop("portal", ["NOTIFY_FORCE_PORTAL": "1"])
      try desktop.open()
      desktop.killServer()
      #expect(desktop.result() == "lost: the desktop portal has gone")
    }

    @Test(
      "without a portal, or told to ignore it, as outside",
      arguments: [["NOTIFY_FORCE_PORTAL": "1"], ["SNAP": "/snap/x"], ["SNAP": "/snap/x", "NOTIFY_IGNORE_PORTAL": "1"]])
    func fallBack(variables: [String: String]) throws {
      let desktop = try PrivateDesktop("", variables)
      try desktop.open()
      try desktop.act("action last a0")
      #expect(desktop.result() == "chose yes")
    }
  }
#endif
