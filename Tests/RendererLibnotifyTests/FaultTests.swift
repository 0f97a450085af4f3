#if Libnotify && os(Linux)
  import Foundation
  import Testing

  /// Servers and buses that stop, die, hang and come back.
  @Suite(.serialized, .enabled(if: PrivateDesktop.missing == nil, "\(PrivateDesktop.missing ?? "")"), .timeLimit(.minutes(5)))
  struct FaultTests {
    @Test("case 5: the server is killed with three popups up: three times lost; a new one shows the next, though its ids repeat")
    func killedServer() throws {
      let desktop = try PrivateDesktop()
      for name in ["a", "b", "c"] { try desktop.open(name) }
      desktop.killServer()
      for name in ["a", "b", "c"] { #expect(desktop.result(name) == "lost: the notification server has gone") }
      try desktop.restartServer()
      try desktop.open("d")
      try desktop.act("action last a0")
      #expect(desktop.result("d") == "chose yes")
    }

    @Test("the server dies while it is asked", arguments: ["die", "dieoncaps"])
    func dyingServer(modes: String) throws {
      let desktop = try PrivateDesktop(modes)
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      let result = desktop.result()
      #expect(result.hasPrefix("lost: ") || result.hasPrefix("unavailable: "), "\(result)")
      try desktop.restartServer()
      try desktop.open("b")
    }

    @Test("case 20: a server that leaves when nothing is up is nothing to report; the next one is found")
    func idleExit() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      try desktop.act("closed last 2")
      #expect(desktop.result() == "dismissed")
      try desktop.leaveAndReturn(before: "b")
    }

    @Test("another server takes over: what was up is lost")
    func takenOver() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      try desktop.act("dropname")
      #expect(desktop.result() == "lost: the notification server has gone")
    }

    @Test("a stopped server: found out before libnotify is called; others go on; well again when it is")
    func stoppedServer() throws {
      let desktop = try PrivateDesktop()
      desktop.server.signal(SIGSTOP)
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      #expect(desktop.result() == "unavailable retry 10000: the notification server does not answer")
      desktop.server.signal(SIGCONT)
      try desktop.open("b")
    }

    @Test("case 59: stopped while a popup is shown, then cancelled: back before the core's patience ends; the late popup is closed")
    func stoppedWhileShowing() throws {
      let desktop = try PrivateDesktop()
      try desktop.open("a", PrivateDesktop.notice)
      let first = try desktop.call("Notify")["id"] as? Int
      try desktop.act("mode stopfirst")
      desktop.probe.tell("present b \(PrivateDesktop.notice)")
      let second = try desktop.call("Notify")["id"] as? Int
      desktop.probe.tell("cancel b")
      #expect(desktop.result("b", within: 4) == "cancelled")
      desktop.server.signal(SIGCONT)
      #expect(first != second)
      #expect(try desktop.call("CloseNotification")["id"] as? Int == second)
      try desktop.open("c")
    }

    @Test("R4: stopped with a popup up, then cancelled: given up")
    func stoppedWhileUp() throws {
      let desktop = try PrivateDesktop()
      try desktop.open()
      desktop.server.signal(SIGSTOP)
      desktop.probe.tell("cancel a")
      #expect(desktop.result(within: 4) == "cancelled")
      desktop.server.signal(SIGCONT)
      _ = try desktop.call("CloseNotification")
    }

    // MARK: The bus

    @Test("the bus dies: what is up is lost, the process lives; a new bus and server serve the next ones")
    func busDeath() throws {
      let desktop = try PrivateDesktop()
      for name in ["a", "b"] { try desktop.open(name) }
      let before = try desktop.stats()
      desktop.killBus()
      for name in ["a", "b"] { #expect(desktop.result(name) == "lost: the message bus has gone") }
      desktop.probe.tell("present c \(PrivateDesktop.notice)")
      #expect(desktop.result("c").hasPrefix("unavailable: no session message bus"))
      for round in 1...3 {
        try desktop.restartBus()
        try desktop.restartServer()
        try desktop.open("d\(round)")
        try desktop.act("action last a0")
        #expect(desktop.result("d\(round)") == "chose yes")
        desktop.killBus()
      }
      desktop.probe.tell("present e \(PrivateDesktop.notice)")
      #expect(desktop.result("e").hasPrefix("unavailable: "))
      #expect((try desktop.stats()["descriptors"] ?? 99) <= (before["descriptors"] ?? 0))
    }

    @Test("case 56: the app made GLib's connection first, on a thread without a loop, and the bus dies: lost at once")
    func busDeathWithNeighbour() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("neighbour-bus")
      #expect(desktop.probe.next { $0["event"] as? String == "neighbour" }?["made"] as? String == "true")
      try desktop.open()
      desktop.killBus()
      #expect(desktop.result() == "lost: the message bus has gone")
      try desktop.restartBus()
      try desktop.restartServer()
      desktop.probe.tell("present b \(PrivateDesktop.notice)")
      #expect(
        desktop.result("b") == "unavailable: the message bus has gone, and another part of this program still holds its connection")
    }

    @Test("the bus dies, and the app then uses libnotify itself: an error for it, and not the end")
    func busDeathBesideLibnotify() throws {
      let desktop = try PrivateDesktop("", ["G_DEBUG": ""])
      try desktop.open()
      desktop.killBus()
      #expect(desktop.result() == "lost: the message bus has gone")
      desktop.probe.tell("neighbour-libnotify")
      #expect(desktop.probe.next { $0["event"] as? String == "neighbour" }?["shown"] as? String == "0")
    }

    @Test("a stopped bus: unavailable within the limit; well again when it is")
    func stoppedBus() throws {
      let desktop = try PrivateDesktop()
      desktop.bus.signal(SIGSTOP)
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      #expect(desktop.result() == "unavailable retry 10000: the session message bus does not answer")
      desktop.bus.signal(SIGCONT)
      try desktop.open("b")
    }

    @Test("a stopped bus, cancelled: back at once")
    func cancelledConnect() throws {
      let desktop = try PrivateDesktop()
      desktop.bus.signal(SIGSTOP)
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      desktop.probe.tell("busy 100")
      desktop.probe.tell("cancel a")
      #expect(desktop.result(within: 1.5) == "cancelled")
      desktop.bus.signal(SIGCONT)
    }

    // MARK: Starting

    @Test("cases 14, 17: nobody there, and nothing to start: a reason, at once, nothing on stderr")
    func noServer() throws {
      let desktop = try PrivateDesktop(nil)
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      #expect(desktop.result().hasPrefix("unavailable: no notification server is running, and none could be started: "))
      #expect(desktop.probe.stderr == "")
    }

    @Test("case 13: a service that never takes its name: unavailable after 5 s, a second one the same, no storm")
    func neverStarts() throws {
      let desktop = try PrivateDesktop(nil, service: "/bin/sleep 15")
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      #expect(desktop.result() == "unavailable retry 10000: the notification server did not start within 5 s")
    }

    @Test("case 19: a service that dies at its start: the bus's words")
    func diesAtStart() throws {
      let desktop = try PrivateDesktop(nil, service: "/bin/false")
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      #expect(desktop.result().hasPrefix("unavailable: no notification server is running, and none could be started: "))
    }

    @Test("a service that starts is started")
    func starts() throws {
      let script = PrivateDesktop.supportFolder + "/fake_server.py"
      let desktop = try PrivateDesktop(nil, service: "\(PrivateDesktop.python) \(script) service")
      try desktop.open()
    }

    @Test(
      "cases 16, 58: no bus, or an address that leads nowhere: a reason, no dbus-launch, nothing on stderr",
      arguments: [
        ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "", "DISPLAY": ":77"],
        ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:", "DISPLAY": ":77"],
        ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/nonexistent"],
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"], ["DBUS_SESSION_BUS_ADDRESS": "nonsense"],
      ])
    func noBus(variables: [String: String]) throws {
      let desktop = try PrivateDesktop("", variables)
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      #expect(desktop.result().hasPrefix("unavailable: no session message bus"))
      #expect(desktop.probe.stderr == "")
      let children = try String(contentsOfFile: "/proc/\(desktop.probe.pid)/task/\(desktop.probe.pid)/children", encoding: .utf8)
      #expect(children.isEmpty)
    }

    @Test("a socket where nobody listens, or where nobody answers: unavailable within the limit", arguments: [false, true])
    func deadSocket(listens: Bool) throws {
      let desktop = try PrivateDesktop("", ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/alertsdk-dead-\(getpid())-\(listens)"])
      let path = "/tmp/alertsdk-dead-\(getpid())-\(listens)"
      let socket = try #require(UnixSocket(path: path, listens: listens))
      desktop.probe.tell("present a \(PrivateDesktop.notice)")
      let result = desktop.result()
      if listens {
        #expect(result == "unavailable retry 10000: the session message bus does not answer")
      } else {
        #expect(result.hasPrefix("unavailable: no session message bus: "), "\(result)")
      }
      #expect(desktop.probe.stderr == "")
      withExtendedLifetime(socket) {}
    }

    @Test("the bus of XDG_RUNTIME_DIR is found without an address")
    func runtimeFolder() throws {
      let desktop = try PrivateDesktop("", ["DBUS_SESSION_BUS_ADDRESS": ""])
      try desktop.open()
    }
  }

  /// A socket in the file system that takes connections, or refuses them, and never says a word.
  private final class UnixSocket {
    private let descriptor: Int32
    private let path: String

    init?(path: String, listens: Bool) {
      self.path = path
      unlink(path)
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
      }
      guard isBound, !listens || listen(descriptor, 5) == 0 else { return nil }
    }

    deinit {
      close(descriptor)
      unlink(path)
    }
  }
#endif
