#if Libnotify && os(Linux)
  import Foundation
  import Testing

  /// The built command on desktop popups.
  @Suite(.serialized, .enabled(if: PrivateDesktop.missing == nil, "\(PrivateDesktop.missing ?? "")"), .timeLimit(.minutes(2)))
  struct CommandTests {
    /// The outcome lines of these alerts, in the order in which they came.
    private func outcome(_ id: String, of command: Child) -> String {
      let line = command.next { $0["id"] as? String == id }
      return line.map { "\($0["outcome"] ?? "") \($0["action"] ?? "")" } ?? "nothing; \(command.stderr)"
    }

    @Test("run: a journal becomes popups, one after another; one line each")
    func journal() throws {
      let desktop = try PrivateDesktop("auto")
      let command = try desktop.command("run", "--format", "journal", "--renderer", "libnotify")
      for (number, text) in ["disk is failing", "<b>hostile</b> & \\u001b]0;title\\u0007", "fan is loud"].enumerated() {
        command.tell(#"{"MESSAGE":"\#(text)","PRIORITY":"\#(number + 2)","SYSLOG_IDENTIFIER":"kernel"}"#)
      }
      command.closeInput()
      for _ in 1...3 { #expect(command.next { $0["outcome"] as? String == "dismissed" } != nil, "\(command.stderr)") }
      command.process.waitUntilExit()
      #expect(command.process.terminationStatus == 0)
      #expect(desktop.calls("Notify").count == 3)
    }

    @Test("run: the server is killed and started again under the first of three: each is answered, exit status 0")
    func acrossRestart() throws {
      let desktop = try PrivateDesktop()
      let command = try desktop.command("run", "--renderer", "libnotify")
      for id in ["a", "b", "c"] { command.tell(#"{"id":"\#(id)","title":"\#(id)?","actions":[{"id":"yes","title":"Yes"}]}"#) }
      command.closeInput()
      _ = try desktop.call("Notify")
      try desktop.restartServer("auto")
      for id in ["a", "b", "c"] { #expect(outcome(id, of: command) == "chose yes") }
      command.process.waitUntilExit()
      #expect(command.process.terminationStatus == 0)
    }

    @Test("run: the bus dies and comes back: each is answered")
    func acrossBusDeath() throws {
      let desktop = try PrivateDesktop()
      let command = try desktop.command("run", "--renderer", "libnotify")
      for id in ["a", "b", "c"] { command.tell(#"{"id":"\#(id)","title":"\#(id)?","actions":[{"id":"yes","title":"Yes"}]}"#) }
      _ = try desktop.call("Notify")
      desktop.killBus()
      try desktop.restartBus()
      try desktop.restartServer("auto")
      for id in ["a", "b", "c"] { #expect(outcome(id, of: command) == "chose yes") }
      command.closeInput()
      command.process.waitUntilExit()
      #expect(command.process.terminationStatus == 0)
    }

    @Test("show: across a restart of the server the question is asked again; nothing but the answer on stdout")
    func showAcrossRestart() throws {
      let desktop = try PrivateDesktop()
      let command = try desktop.command("show", "Sure?", "--action", "yes=Yes", "--renderer", "libnotify")
      _ = try desktop.call("Notify")
      // As a restart is seen on the bus; until a new process is there, a busy machine may take longer than a question waits.
      for command in ["mode auto", "dropname", "takename"] { try desktop.act(command) }
      #expect(command.next { _ in true }?["text"] as? String == "yes")
      command.process.waitUntilExit()
      #expect(command.process.terminationStatus == 0)
    }

    @Test("case 14: show, and nobody is there: exit status 3 at once, with the reason")
    func nobody() throws {
      let desktop = try PrivateDesktop(nil)
      let command = try desktop.command("show", "Sure?", "--action", "yes=Yes", "--renderer", "libnotify")
      #expect(command.complains(of: "no notification server is running"))
      command.process.waitUntilExit()
      #expect(command.process.terminationStatus == 3)
    }

    @Test("case 13: a server that never starts holds nobody up: the next renderer has the alert")
    func fallback() throws {
      let desktop = try PrivateDesktop(nil, service: "/bin/sleep 15")
      let command = try desktop.command("show", "Hello", "--renderer", "libnotify,stdout")
      #expect(command.complains(of: "Hello", within: 5))  // the answer alone goes to stdout
    }
  }
#endif
