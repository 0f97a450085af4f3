import Foundation
import Testing

/// A real notification server on an X server without a screen, and a probe beside it; clicks are real.
final class RealDesktop {
  private let desktop: Child
  private var environment: [String: String] = [:]
  let probe: Child

  static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/headless-desktop").path

  /// Why these tests cannot run here, or nil.
  static let missing: String? = {
    for program in ["Xvfb", "dbus-daemon", "xdotool", "import", "gdbus", "dunst"] where PrivateDesktop.program(program) == nil {
      return "\(program) is not installed"
    }
    let xfce = FileManager.default.enumerator(atPath: "/usr/lib")?.contains { ($0 as? String)?.hasSuffix("/xfce4-notifyd") == true }
    return xfce == true ? nil : "xfce4-notifyd is not installed"
  }()

  init(_ server: String) throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    desktop = try Child(Self.script, [server, "/bin/sh", "-c", "env; echo ready; cat"], environment: ["PATH": path])
    guard desktop.next({ $0["text"] as? String == "ready" }) != nil else {
      throw PrivateDesktop.CannotStart(what: "\(server): \(desktop.stderr)")
    }
    for line in desktop.all({ $0["text"] != nil }).compactMap({ $0["text"] as? String }) {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
    }
    probe = try Child(PrivateDesktop.products.appendingPathComponent("LibnotifyProbe").path, environment: environment)
  }

  deinit {
    probe.kill()
    desktop.closeInput()
    desktop.process.waitUntilExit()
  }

  /// Acts on the desktop; see `scripts/headless-desktop`.
  func act(_ words: String...) throws {
    let child = try Child(Self.script, words, environment: environment)
    child.process.waitUntilExit()
    try #require(child.process.terminationStatus == 0, "\(words): \(child.stderr)")
  }

  func output(_ words: String...) throws -> String {
    let child = try Child(Self.script, words, environment: environment)
    child.process.waitUntilExit()
    return child.next { $0["text"] != nil }?["text"] as? String ?? ""
  }

  /// Keeps the screen as a picture where `ALERTSDK_PICTURES` names a folder.
  func picture(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["ALERTSDK_PICTURES"] else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try act("picture", "\(folder)/\(environment["DESKTOP_SERVER"] ?? "")-\(name).png")
  }

  func open(_ name: String, _ json: String) throws {
    probe.tell("present \(name) \(json)")
    try #require(
      probe.next { $0["event"] as? String == "appeared" && $0["name"] as? String == name } != nil,
      "it did not appear: \(probe.all { _ in true }) \(probe.stderr)")
    try act("wait-shown")
  }

  func result(_ name: String, within seconds: Double = Child.patience) -> String {
    let line = probe.next(within: seconds) { $0["event"] as? String == "ended" && $0["name"] as? String == name }
    return line?["result"] as? String ?? "nothing; \(probe.all { _ in true }) \(probe.stderr)"
  }
}
