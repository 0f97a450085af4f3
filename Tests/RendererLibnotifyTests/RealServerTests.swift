#if Libnotify && os(Linux)
  import Foundation
  import Testing

  /// Real notification servers, with real clicks.
  @Suite(.serialized, .enabled(if: RealDesktop.missing == nil, "\(RealDesktop.missing ?? "")"), .timeLimit(.minutes(5)))
  struct RealServerTests {
    static let one = #"{"title":"Backup finished","message":"12 files & 3 folders","actions":[{"id":"open","title":"Open"}]}"#
    static let two =
      #"{"title":"Delete 3 files?","message":"They cannot be brought back.","severity":"error","actions":[{"id":"delete","title":"Delete","role":"destructive"},{"id":"keep","title":"Keep","role":"cancel"}]}"#

    @Test("a click on the popup or its only button is its action", arguments: ["dunst", "xfce4-notifyd"])
    func click(server: String) throws {
      let desktop = try RealDesktop(server)
      try desktop.open("a", Self.one)
      try desktop.picture("action")
      if server == "dunst" { try desktop.act("click") } else { try desktop.act("button", "1", "1") }
      #expect(desktop.result("a") == "chose open")
      try desktop.act("wait-none")
      #expect(desktop.probe.stderr == "")
    }

    @Test("one of two actions", arguments: ["dunst", "xfce4-notifyd"])
    func chooser(server: String) throws {
      let desktop = try RealDesktop(server)
      try desktop.open("a", Self.two)
      try desktop.picture("question")
      if server == "dunst" {
        try desktop.act("choose", "Keep")
        try desktop.act("click")
      } else {
        try desktop.act("button", "2", "2")
      }
      #expect(desktop.result("a") == "chose keep")
      try desktop.act("wait-none")
    }

    @Test("closed by the person: dismissed", arguments: ["dunst", "xfce4-notifyd"])
    func dismissal(server: String) throws {
      let desktop = try RealDesktop(server)
      try desktop.open("a", #"{"title":"Hello","message":"A notice."}"#)
      try desktop.act("click", server == "dunst" ? "3" : "1")
      #expect(desktop.result("a") == "dismissed")
      try desktop.act("wait-none")
    }

    @Test("the time limit is the server's expiry: timedOut (R10)", arguments: ["dunst", "xfce4-notifyd"])
    func expiry(server: String) throws {
      let desktop = try RealDesktop(server)
      desktop.probe.tell(#"present a {"title":"Soon gone","limit":1500}"#)  // not `open`, which may look when it has gone
      #expect(desktop.result("a") == "timedOut")
      try desktop.act("wait-none")
    }

    @Test("R9: an update and its progress in place; then taken down (R4)", arguments: ["dunst", "xfce4-notifyd"])
    func update(server: String) throws {
      let desktop = try RealDesktop(server)
      try desktop.open("a", #"{"title":"Copying","message":"0 of 40 files","progress":0}"#)
      desktop.probe.tell(#"update a {"title":"Copying","message":"26 of 40 files","progress":0.65}"#)
      try desktop.picture("progress")
      try #require(try desktop.output("count") == "1")
      desktop.probe.tell("cancel a")
      #expect(desktop.result("a") == "cancelled")
      try desktop.act("wait-none")
    }

    @Test("three in a row, and then three at once", arguments: ["dunst", "xfce4-notifyd"])
    func three(server: String) throws {
      let desktop = try RealDesktop(server)
      for name in ["a", "b", "c"] {
        try desktop.open(name, Self.one)
        if server == "dunst" { try desktop.act("click") } else { try desktop.act("button", "1", "1") }
        #expect(desktop.result(name) == "chose open")
        try desktop.act("wait-none")
      }
      for name in ["d", "e", "f"] { try desktop.open(name, Self.one.replacingOccurrences(of: "Backup", with: name)) }
      try desktop.picture("three")
      for name in ["d", "e", "f"] {
        desktop.probe.tell("cancel \(name)")
        #expect(desktop.result(name) == "cancelled")
      }
      try desktop.act("wait-none")
    }

    @Test("the server is killed and started again: lost, and the next one is shown", arguments: ["dunst", "xfce4-notifyd"])
    func restart(server: String) throws {
      let desktop = try RealDesktop(server)
      try desktop.open("a", Self.one)
      try desktop.act("restart-server")
      #expect(desktop.result("a") == "lost: the notification server has gone")
      try desktop.open("b", Self.one)
      if server == "dunst" { try desktop.act("click") } else { try desktop.act("button", "1", "1") }
      #expect(desktop.result("b") == "chose open")
    }

    @Test("an alert in the queue whose server is killed and started again appears anew", arguments: ["dunst", "xfce4-notifyd"])
    func queuedAcrossRestart(server: String) throws {
      let desktop = try RealDesktop(server)
      desktop.probe.tell("queue a \(Self.one)")
      try desktop.act("wait-shown")
      try desktop.act("restart-server")
      try desktop.act("wait-shown")
      if server == "dunst" { try desktop.act("click") } else { try desktop.act("button", "1", "1") }
      #expect(desktop.result("a") == "chose open")
      try desktop.act("wait-none")
    }
  }
#endif
