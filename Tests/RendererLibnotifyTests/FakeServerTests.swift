#if Libnotify && os(Linux)
  import Foundation
  import Testing

  /// The renderer in a process of its own, against a notification server with every oddity that real ones were seen to have.
  @Suite(.serialized, .enabled(if: PrivateDesktop.missing == nil, "\(PrivateDesktop.missing ?? "")"), .timeLimit(.minutes(5)))
  struct FakeServerTests {
    // MARK: Answers

    @Test("R6: a button's action is the answer; then the popup is closed")
    func action() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      let sent = try desktop.call("Notify")
      #expect(sent["summary"] as? String == "Delete?" && sent["body"] as? String == "all" && sent["app"] as? String == "probe")
      #expect(sent["actions"] as? [String] == ["a0", "Yes", "a1", "No"])
      #expect(sent["expire"] as? Int == 0 && sent["replaces"] as? Int == 0 && sent["icon"] as? String == "")
      try desktop.act("action last a1")
      #expect(desktop.result() == "chose no")
      #expect(try desktop.call("CloseNotification")["id"] as? Int == sent["id"] as? Int)
      #expect(desktop.probe.stderr == "")
    }

    @Test("a click on the body chooses the action it stands for, which has a real label (case 32)")
    func bodyClick() throws {
      let desktop = try PrivateDesktop()
      try desktop.open("a", #"{"title":"t","actions":[{"id":"open","title":"Open"}],"attributes":{"libnotify.body-click":"open"}}"#)
      #expect(try desktop.call("Notify")["actions"] as? [String] == ["default", "Open"])
      try desktop.act("action last default")
      #expect(desktop.result() == "chose open")
    }

    @Test(
      "cases 26, 29, 35, 37: how the server's signals end a question",
      arguments: [
        (["action last a0", "closed last 2"], "chose yes"), (["closed last 2", "action last a0"], "chose yes"),
        (["closed last 2"], "dismissed"), (["closed last 2", "closed last 2"], "dismissed"), (["closed last 1"], "dismissed"),
        (["closed last 3"], "dismissed"), (["closed last 0"], "dismissed"), (["closed last 9"], "dismissed"),
        (["closed last 4294967295"], "dismissed"), (["action last a0", "action last a1"], "chose yes"),
        (["token last xyz", "action last a0"], "chose yes"), (["action last nonsense", "closed last 2"], "dismissed"),
      ])
    func ends(commands: [String], result: String) throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      try desktop.act(commands.joined(separator: "; "))  // in one: an action counts for 0.1 s after the close
      #expect(desktop.result() == result)
    }

    @Test("case 25: signals for other ids, of wrong types, or from somebody else count for nothing", arguments: ["", "broadcast"])
    func foreign(modes: String) throws {
      let desktop = try PrivateDesktop(modes)
      try desktop.open()
      try desktop.act("action last+1 a0")
      try desktop.act("closed last+1 2")
      try desktop.act("badtypes last")
      try desktop.act("spoof last a0")
      try desktop.act("action last a1")
      #expect(desktop.result() == "chose no")
    }

    @Test(
      "answers that come before the id are not lost",
      arguments: [("early", "chose yes"), ("earlyboth", "chose yes"), ("earlyclose", "dismissed"), ("early big", "chose yes")])
    func early(modes: String, result: String) throws {
      let desktop = try PrivateDesktop(modes)
      desktop.probe.tell("present a \(PrivateDesktop.question)")
      #expect(desktop.appeared())  // R3
      #expect(desktop.result() == result)
    }

    @Test("ids above 2^31, and ids that repeat", arguments: ["big", "sameid"])
    func ids(modes: String) throws {
      let desktop = try PrivateDesktop(modes)
      for name in ["a", "b"] {
        try desktop.open(name)
        try desktop.act("action last a0")
        #expect(desktop.result(name) == "chose yes")
      }
    }

    @Test("id 0: the server discarded it; unsupported, not an answer")
    func discarded() throws {
      let desktop = try PrivateDesktop("id0")
      desktop.probe.tell("present a \(PrivateDesktop.question)")
      #expect(desktop.result() == "unsupported: the notification server discarded the popup")
    }

    @Test("a time limit is the server's expiry too, and its expiry at that time is timedOut (R10)")
    func expiry() throws {
      let desktop = try PrivateDesktop()
      try desktop.open("a", #"{"title":"t","limit":50}"#)
      #expect(try desktop.call("Notify")["expire"] as? Int == 50)
      desktop.probe.tell("busy 60")  // the probe's next line is read after the limit
      desktop.probe.tell("stats")
      #expect(desktop.probe.next { $0["event"] as? String == "stats" } != nil)
      try desktop.act("closed last 1")
      #expect(desktop.result() == "timedOut")
    }

    // MARK: Refusals

    @Test(
      "cases 10, 57 and R8: what the server or a popup cannot do",
      arguments: [
        ("noactions", PrivateDesktop.question, "unsupported: the notification server has no buttons, and this alert needs an answer"),
        ("error", PrivateDesktop.notice, "lost: the notification server refused the popup: not today"),
        ("excess", PrivateDesktop.notice, "unavailable retry 1000: the notification server wants fewer popups at once"),
        ("hungcaps", PrivateDesktop.notice, "unavailable retry 10000: the notification server does not answer"),
        ("errorcaps", PrivateDesktop.notice, "unavailable: the notification server does not answer: no capabilities today"),
        ("badcaps", PrivateDesktop.question, "unsupported: the notification server has no buttons, and this alert needs an answer"),
        ("badreply", PrivateDesktop.notice, "lost: the notification server refused the popup: Unexpected reply type"),
        ("badinfo", PrivateDesktop.notice, "lost: the notification server refused the popup: Unexpected reply type"),
        ("hunginfo", PrivateDesktop.notice, "unavailable retry 1000: the notification server did not show the popup within 5 s"),
        ("never", PrivateDesktop.notice, "unavailable retry 1000: the notification server did not show the popup within 5 s"),
        (
          "", #"{"title":"t","actions":[{"id":"1","title":"1"},{"id":"2","title":"2"},{"id":"3","title":"3"},{"id":"4","title":"4"}]}"#,
          "unsupported: a desktop popup has at most 3 buttons, and this alert has 4"
        ),
        (
          "", #"{"title":"t","actions":[{"id":"1","title":"1"}],"fields":[{"id":"f","label":"F","secure":true,"value":"secret"}]}"#,
          "unsupported: a desktop popup has no fields to type into"
        ),
      ])
    func refusals(modes: String, json: String, result: String) throws {
      let desktop = try PrivateDesktop(modes)
      desktop.probe.tell("present a \(json)")
      #expect(desktop.result() == result)
      #expect(desktop.probe.stderr == "")
      #expect(desktop.probe.all { $0["event"] as? String == "appeared" }.isEmpty)
    }

    @Test("case 10: after a refusal the next one is shown")
    func afterRefusal() throws {
      let desktop = try PrivateDesktop("excess")
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      #expect(desktop.result().hasPrefix("unavailable retry 1000"))
      try desktop.act("mode")
      try desktop.open("b")
    }

    @Test("text goes out as the server takes it: escaped where it reads markup, in the title where it has no body")
    func text() throws {
      for (modes, summary, body) in [
        ("", "a & b", "&lt;i&gt; x"), ("nomarkup", "a & b", "<i> x"), ("nobody", "a & b: <i> x", ""),
      ] {
        let desktop = try PrivateDesktop(modes)
        try desktop.open("a", #"{"title":"a & b","message":"<i> x\u0000\u001b"}"#)
        let sent = try desktop.call("Notify")
        #expect(sent["summary"] as? String == summary && sent["body"] as? String == body, "\(modes)")
      }
    }

    @Test("hints arrive with their types; an image as pixels")
    func hints() throws {
      let desktop = try PrivateDesktop("persistence")
      try desktop.open(
        "a",
        #"{"title":"t","severity":"error","icon":"file:///a%20b.png","progress":0.42,"limit":60000,"attributes":{"libnotify.category":"device.error","libnotify.resident":"true","libnotify.sound-name":"bell"}}"#
      )
      let hints = try #require(try desktop.call("Notify")["hints"] as? [String: Any])
      #expect(hints["urgency"] as? Int == 2 && hints["value"] as? Int == 42 && hints["image-path"] as? String == "/a b.png")
      #expect(hints["category"] as? String == "device.error" && hints["sound-name"] as? String == "bell")
      #expect(hints["resident"] as? Bool == true && hints["transient"] as? Bool == true)
      #expect(desktop.probe.stderr == "")
    }

    @Test("R13: hostile text, 1 MB, empty titles, duplicate ids: shown or refused, nothing on stderr")
    func hostile() throws {
      let desktop = try PrivateDesktop()
      let megabyte = String(repeating: "x\\u0000\\n&<\\ud83d\\ude00", count: 100_000)
      for (index, json) in [
        #"{"title":""}"#, #"{"title":"\u0000\u001b]0;x\u0007"}"#, #"{"title":"\#(megabyte)","message":"\#(megabyte)"}"#,
        #"{"title":"t","actions":[{"id":"","title":""},{"id":"","title":"x"},{"id":"default","title":"\n"}]}"#,
        #"{"title":"t","icon":"\u0000","attributes":{"libnotify.category":"\u0000\u0001","libnotify.sound-file":"\n"}}"#,
      ].enumerated() {
        try desktop.open("n\(index)", json)
        desktop.probe.tell("cancel n\(index)")
        #expect(desktop.result("n\(index)") == "cancelled")
      }
      #expect(desktop.probe.stderr == "")
    }

    // MARK: Taking down

    @Test(
      "R4, cases 1, 8, 28: cancelled while up: closed, and back within the grace whatever the server does with the close",
      arguments: ["", "closeerror", "closesilent", "closenever", "closelate=50"])
    func cancel(modes: String) throws {
      let desktop = try PrivateDesktop(modes)
      try desktop.open()
      let id = try desktop.call("Notify")["id"] as? Int
      desktop.probe.tell("cancel a")
      #expect(try desktop.call("CloseNotification")["id"] as? Int == id)
      #expect(desktop.result() == "cancelled")
      #expect(desktop.calls("CloseNotification").count == 1)
    }

    @Test("R5: cancelled before anything was drawn: nothing is drawn")
    func cancelledFirst() throws {
      let desktop = try PrivateDesktop("hungcaps")
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      _ = try desktop.call("GetCapabilities")
      desktop.probe.tell("cancel a")
      #expect(desktop.result() == "cancelled")
      #expect(desktop.calls("Notify").isEmpty)
    }

    @Test("case 11: a late id is closed at once, and nobody is told that it appeared")
    func lateReply() throws {
      let desktop = try PrivateDesktop("held")
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      let id = try desktop.call("Notify")["id"] as? Int
      desktop.probe.tell("cancel a")
      #expect(desktop.settled())
      try desktop.act("reply")
      #expect(desktop.result() == "cancelled")
      #expect(try desktop.call("CloseNotification")["id"] as? Int == id)
      #expect(desktop.probe.all { $0["event"] as? String == "appeared" }.isEmpty)
    }

    @Test("case 11: a reply after the 5 s is closed, until then others are refused at once, and afterwards all is well")
    func silentShow() throws {
      let desktop = try PrivateDesktop("held")
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      let id = try desktop.call("Notify")["id"] as? Int
      #expect(desktop.result() == "unavailable retry 1000: the notification server did not show the popup within 5 s")
      desktop.probe.tell("present b \(PrivateDesktop.notice)")
      #expect(desktop.result("b") == "unavailable retry 1000: the notification server still owes an answer to an earlier popup")
      try desktop.act("mode")
      try desktop.act("reply")
      #expect(try desktop.call("CloseNotification")["id"] as? Int == id)
      try desktop.open("c")
    }

    // MARK: Updates

    @Test("R9: an update changes the popup in place, its wire ids stay")
    func update() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      let id = try desktop.call("Notify")["id"] as? Int
      desktop.probe.tell(
        #"update a {"title":"Really?","progress":0.5,"actions":[{"id":"no","title":"No"},{"id":"yes","title":"Yes"}],"repeat":2}"#)
      let sent = try desktop.call("Notify")
      #expect(sent["replaces"] as? Int == id && sent["summary"] as? String == "Really? (×2)")
      #expect(sent["actions"] as? [String] == ["a1", "No", "a0", "Yes"])
      #expect((sent["hints"] as? [String: Any])?["value"] as? Int == 50)
      try desktop.act("action last a0")
      #expect(desktop.result() == "chose yes")
    }

    @Test("case 23: an update that comes back with another id is followed, and the old popup closed")
    func newID() throws {
      let desktop = try PrivateDesktop("newid")
      try desktop.open()
      let old = try desktop.call("Notify")["id"] as? Int
      desktop.probe.tell(#"update a {"title":"b","actions":[{"id":"yes","title":"Yes"}]}"#)
      #expect(try desktop.call("CloseNotification")["id"] as? Int == old)
      try desktop.act("action last a0")
      #expect(desktop.result() == "chose yes")
    }

    @Test("R9: a change that was there before the popup was shown reaches it")
    func earlyUpdate() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("expect b")
      desktop.probe.tell(#"update b {"title":"newer"}"#)
      try desktop.open("a", PrivateDesktop.notice)  // what follows finds server and capabilities known
      desktop.probe.tell("present b \(PrivateDesktop.notice)")
      #expect(desktop.server.next { $0["summary"] as? String == "newer" } != nil)
    }

    @Test("a burst of updates: one under way, then the newest")
    func burst() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      _ = try desktop.call("Notify")
      try desktop.act("mode held")
      desktop.probe.tell(#"update a {"title":"1"}"#)
      _ = try desktop.call("Notify")
      for number in 2...30 { desktop.probe.tell(#"update a {"title":"\#(number)"}"#) }
      #expect(desktop.settled())
      try desktop.act("mode")
      try desktop.act("reply")
      try #require(desktop.server.next { $0["summary"] as? String == "30" } != nil)
      #expect(desktop.calls("Notify").count < 20)
    }

    @Test("R8: an update that needs more than a popup has takes it down")
    func unsupportedUpdate() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      desktop.probe.tell(
        #"update a {"title":"b","actions":[{"id":"1","title":"1"},{"id":"2","title":"2"},{"id":"3","title":"3"},{"id":"4","title":"4"}]}"#)
      #expect(desktop.result() == "unsupported: a desktop popup has at most 3 buttons, and this alert has 4")
      _ = try desktop.call("CloseNotification")
    }

    @Test("closed while an update is under way: dismissed, and what the update brought back is closed")
    func revived() throws {
      let desktop = try PrivateDesktop()
      try desktop.open("a", PrivateDesktop.notice)
      _ = try desktop.call("Notify")
      try desktop.act("mode held newid")
      desktop.probe.tell(#"update a {"title":"b"}"#)
      let second = try desktop.call("Notify")["id"] as? Int
      try desktop.act("closed \((second ?? 0) - 1) 2")
      try desktop.act("reply")
      #expect(desktop.result() == "dismissed")
      #expect(try desktop.call("CloseNotification")["id"] as? Int == second)
    }

    // MARK: Several, and neighbours

    @Test("R19: popups side by side do not disturb each other", arguments: ["", "broadcast"])
    func several(modes: String) throws {
      let desktop = try PrivateDesktop(modes)
      var ids: [Int] = []
      for name in ["a", "b", "c"] {
        try desktop.open(name)
        ids.append(try #require(desktop.call("Notify")["id"] as? Int))
      }
      try desktop.act("action \(ids[1]) a1")
      #expect(desktop.result("b") == "chose no")
      try desktop.act("closed \(ids[2]) 2")
      #expect(desktop.result("c") == "dismissed")
      try desktop.act("action \(ids[0]) a0")
      #expect(desktop.result("a") == "chose yes")
    }

    @Test("R14: SIGPIPE is left as it was; libnotify's lines do not reach stderr")
    func process() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      desktop.probe.tell("stats")
      #expect(desktop.probe.next { $0["event"] as? String == "stats" }?["pipeSignal"] as? String == "default")
      #expect(desktop.probe.stderr == "")
    }

    @Test("an app that uses libnotify itself: both work, and its own complaints are its own")
    func neighbour() throws {
      let desktop = try PrivateDesktop("", ["G_DEBUG": ""])
      try desktop.open()
      desktop.probe.tell("neighbour-libnotify")
      #expect(desktop.probe.next { $0["event"] as? String == "neighbour" }?["shown"] as? String == "1")
      #expect(desktop.probe.complains(of: "libnotify-CRITICAL"))
      try desktop.act("action 2 a0")
      #expect(desktop.result() == "chose yes")
    }

    @Test("an app that ends its own use of libnotify, and ours with it: what is up is closed, the next popup is shown")
    func neighbourEnds() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      desktop.probe.tell("neighbour-uninit")
      #expect(desktop.probe.next { $0["event"] as? String == "neighbour" } != nil)
      #expect(desktop.result() == "dismissed")
      try desktop.open("b")
      try desktop.act("action last a0")
      #expect(desktop.result("b") == "chose yes")
    }

    @Test("R12: few descriptors left or none: shown or unavailable, never the end", arguments: [0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 20])
    func descriptors(spare: Int) throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("spare-descriptors \(spare)")
      #expect(desktop.probe.next { $0["event"] as? String == "spared" } != nil)
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      let first = try #require(desktop.probe.next { ["appeared", "ended"].contains($0["event"] as? String) }, "\(desktop.story)")
      if first["event"] as? String == "appeared" {
        try desktop.act("closed last 2")
        #expect(desktop.result() == "dismissed")
      } else {
        #expect(first["result"] as? String == "unavailable retry 1000: this program has no file descriptors left for the message bus")
      }
      #expect(desktop.probe.stderr == "")
    }

    @Test("R14: the app's default main context: nothing of ours is ever on it, and a loop that the app runs there goes on")
    func defaultContext() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      desktop.probe.tell("default-context")
      #expect(desktop.probe.next { $0["event"] as? String == "context" }?["pending"] as? String == "false")
      desktop.probe.tell("neighbour-loop")
      #expect(desktop.probe.next { $0["event"] as? String == "neighbour" }?["from"] as? String == "loop")
      try desktop.act("action last a0")
      #expect(desktop.result() == "chose yes")
      try desktop.open("b")
      desktop.probe.tell("default-context")
      #expect(desktop.probe.next { $0["event"] as? String == "context" }?["from"] as? String == "loop")
      try desktop.act("closed last 2")
      #expect(desktop.result("b") == "dismissed")
    }

    @Test("case 22: no id is kept for later: each popup asks for a new one, also after the server has left and come back")
    func freshIDs() throws {
      let desktop = try PrivateDesktop()
      for name in ["a", "b", "c"] {
        if name == "c" { try desktop.leaveAndReturn(before: name) } else { try desktop.open(name) }
        #expect(try desktop.call("Notify")["replaces"] as? Int == 0)
        try desktop.act("closed last 2")
        #expect(desktop.result(name) == "dismissed")
      }
    }

    @Test("case 52: all popups come over one connection, which stays: some servers remove the popups of one that ends")
    func oneConnection() throws {
      let desktop = try PrivateDesktop()
      var senders: Set<String> = []
      for name in ["a", "b", "c"] {
        try desktop.open(name)
        senders.insert(try #require(desktop.call("Notify")["sender"] as? String))
        if name != "c" { desktop.probe.tell("cancel \(name)") }
      }
      #expect(senders.count == 1)
      try desktop.act("alive \(senders.first ?? "")")  // nothing but the popup c keeps it
      #expect(desktop.server.next { $0["alive"] != nil }?["alive"] as? Bool == true)
    }

    @Test("R17: many popups leave memory, descriptors and threads as they were")
    func soak() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("soak 200")
      _ = try #require(desktop.probe.next(within: 60) { $0["event"] as? String == "soaked" })
      let before = try desktop.stats()
      desktop.probe.tell("soak 1000")
      let soaked = try #require(desktop.probe.next(within: 120) { $0["event"] as? String == "soaked" })
      #expect(soaked["failures"] as? String == "0")
      let after = try desktop.stats()
      #expect(after["descriptors"] == before["descriptors"])
      #expect((after["threads"] ?? 99) <= (before["threads"] ?? 0) + 2)  // the pools of GLib and Swift come and go
      #expect((after["kib"] ?? .max) < (before["kib"] ?? 0) + 2_000)
    }

    @Test("R4: cancelled at every step from the call on, each presentation comes back, in tasks that prefer an executor too")
    func hurry() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("hurry 1000")
      let hurried = try #require(desktop.probe.next(within: 120) { $0["event"] as? String == "hurried" }, "\(desktop.story)")
      #expect(hurried["stuck"] as? String == "0")
      try desktop.open()
    }

    @Test("ten at a time are as right as one")
    func crowd() throws {
      let desktop = try PrivateDesktop("broadcast")
      desktop.probe.tell("pace 300")
      #expect(desktop.probe.next(within: 60) { $0["event"] as? String == "soaked" }?["failures"] as? String == "0")
    }
  }
#endif
