import Foundation
import Testing

/// A message bus of its own with a scripted notification server and a probe on it; ends with the test.
final class PrivateDesktop {
  let folder: URL
  private(set) var bus: Child
  private(set) var server: Child
  let probe: Child
  private var environment: [String: String]

  static let python = "/usr/bin/python3"  // Debian's own, which has gi
  static let supportFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Support/Desktop").path
  static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// Why these tests cannot run here, or nil.
  static let missing: String? = {
    guard let daemon = program("dbus-daemon") else { return "dbus-daemon is not installed" }
    _ = daemon
    let check = Process()
    check.executableURL = URL(fileURLWithPath: python)
    check.arguments = ["-c", "from gi.repository import Gio"]
    check.standardError = FileHandle.nullDevice
    do { try check.run() } catch { return "\(python) is not installed" }
    check.waitUntilExit()
    return check.terminationStatus == 0 ? nil : "python3-gi is not installed"
  }()

  static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  struct CannotStart: Error { var what: String }

  /// - Parameters:
  ///   - modes: of the scripted server, `portal` for the portal of a sandbox; nil for a bus without one.
  ///   - service: what the bus runs when somebody starts the notification service; nil: it knows of none.
  ///   - variables: more environment for the probe; an empty value removes the variable.
  init(_ modes: String? = "", service: String? = nil, _ variables: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("desktop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var serviceFolder = ""
    if let service {
      let services = folder.appendingPathComponent("services")
      try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
      try "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(service)\n"
        .write(to: services.appendingPathComponent("notifications.service"), atomically: true, encoding: .utf8)
      serviceFolder = "<servicedir>\(services.path)</servicedir>"
    }
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>unix:path=\(folder.path)/bus</listen><auth>EXTERNAL</auth>\(serviceFolder)
      <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """
    try configuration.write(to: folder.appendingPathComponent("bus.conf"), atomically: true, encoding: .utf8)
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus", "XDG_RUNTIME_DIR": folder.path, "G_DEBUG": "fatal-criticals",
    ]
    bus = try Self.startBus(folder, environment)
    server = try Self.startServer(modes, environment)
    for (name, value) in variables { environment[name] = value.isEmpty ? nil : value }
    probe = try Child(Self.products.appendingPathComponent("LibnotifyProbe").path, environment: environment)
    guard probe.next({ $0["event"] as? String == "ready" }) != nil else { throw CannotStart(what: "probe") }
  }

  deinit {
    probe.kill()
    server.kill()
    bus.kill()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func startBus(_ folder: URL, _ environment: [String: String]) throws -> Child {
    guard let daemon = program("dbus-daemon") else { throw CannotStart(what: "dbus-daemon") }
    let bus = try Child(
      daemon, ["--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--print-address=1"], environment: environment)
    guard bus.next({ ($0["text"] as? String)?.hasPrefix("unix:") == true }) != nil else { throw CannotStart(what: "bus: \(bus.stderr)") }
    return bus
  }

  private static func startServer(_ modes: String?, _ environment: [String: String]) throws -> Child {
    guard let modes else { return try Child("/bin/cat", environment: environment) }  // no server
    let words = modes.split(separator: " ").map(String.init)
    let script = words.first == "portal" ? "/fake_portal.py" : "/fake_server.py"
    let server = try Child(python, [supportFolder + script] + words, environment: environment)
    guard server.next({ $0["event"] as? String == "ready" }) != nil else { throw CannotStart(what: "server: \(server.stderr)") }
    return server
  }

  /// The command of this package on this desktop.
  func command(_ arguments: String...) throws -> Child {
    try Child(Self.products.appendingPathComponent("alert-sdk-demo").path, arguments, environment: environment)
  }

  // MARK: The scenario

  /// Ends the bus; its clients are cut off.
  func killBus() { bus.kill() }
  func restartBus() throws {
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("bus"))
    bus = try Self.startBus(folder, environment)
  }
  func killServer() { server.kill() }
  func restartServer(_ modes: String = "") throws {
    server.kill()
    server = try Self.startServer(modes, environment)
  }

  /// Another server takes the name from the one there is, which lives on.
  func startHeir() throws { server = try Self.startServer("heir", environment) }

  static let question =
    #"{"title":"Delete?","message":"all","actions":[{"id":"yes","title":"Yes"},{"id":"no","title":"No","role":"cancel"}]}"#
  static let notice = #"{"title":"Hello"}"#

  /// Presents and waits until it has appeared.
  func open(_ name: String = "a", _ json: String = question) throws {
    probe.tell("present \(name) \(json)")
    try #require(appeared(name), "it did not appear: \(probe.all { _ in true }) \(probe.stderr)")
  }

  /// Lets the server give the name up and take it back while nothing is shown, and opens what comes then.
  ///
  /// The news may cross an alert that has just been handed over, which is lost then and comes again.
  func leaveAndReturn(before name: String) throws {
    try act("dropname")
    try act("takename")
    probe.tell("present \(name) \(Self.question)")
    let line = probe.next { $0["name"] as? String == name }
    if line?["event"] as? String == "appeared" { return }
    try #require(line?["result"] as? String == "lost: the notification server has gone", "\(story)")
    try open(name)
  }

  func appeared(_ name: String = "a", within seconds: Double = Child.patience) -> Bool {
    probe.next(within: seconds) { $0["event"] as? String == "appeared" && $0["name"] as? String == name } != nil
  }

  /// Tells the server, and waits until it has done so.
  func act(_ command: String) throws {
    server.tell(command)
    try #require(server.next { $0["done"] as? String == command } != nil, "the server did not obey: \(server.stderr)")
  }

  /// How a presentation ended.
  func result(_ name: String = "a", within seconds: Double = Child.patience) -> String {
    let line = probe.next(within: seconds) { $0["event"] as? String == "ended" && $0["name"] as? String == name }
    return line?["result"] as? String ?? "nothing within \(seconds) s; \(probe.all { _ in true }) \(probe.stderr)"
  }

  /// The next failure after which the queue tries an alert again.
  func failure(_ name: String = "a", within seconds: Double = Child.patience) -> String {
    let line = probe.next(within: seconds) { $0["event"] as? String == "failed" && $0["name"] as? String == name }
    return line?["reason"] as? String ?? "nothing within \(seconds) s; \(story)"
  }

  /// Whether the probe has done all that it was told.
  func settled() -> Bool {
    probe.tell("stats")
    return probe.next { $0["event"] as? String == "stats" } != nil
  }

  /// What the probe has said so far.
  var story: String { "\(probe.all { _ in true }) \(probe.stderr)" }

  /// Adds what became of each alert, with the probe's milliseconds, to the file that `ALERTSDK_FAULT_TIMES` names.
  func keepTimes(_ fault: String) {
    guard let path = ProcessInfo.processInfo.environment["ALERTSDK_FAULT_TIMES"], let file = fopen(path, "a") else { return }
    defer { fclose(file) }
    var words = [fault]
    for line in probe.all({ ["appeared", "failed", "ended"].contains($0["event"] as? String) }) {
      words.append("\(line["ms"] ?? "") ms \(line["name"] ?? "") \(line["event"] ?? "") \(line["result"] ?? line["reason"] ?? "")")
    }
    fputs(words.joined(separator: "\n  ") + "\n", file)
  }

  /// Waits for a call at the server.
  func call(_ method: String, within seconds: Double = Child.patience) throws -> [String: Any] {
    try #require(server.next(within: seconds) { $0["call"] as? String == method }, "no \(method)")
  }

  func calls(_ method: String) -> [[String: Any]] { server.all { $0["call"] as? String == method } }

  func stats() throws -> [String: Int] {
    probe.tell("stats")
    let line = try #require(probe.next { $0["event"] as? String == "stats" })
    return line.compactMapValues { ($0 as? String).flatMap { Int($0) } }
  }
}
