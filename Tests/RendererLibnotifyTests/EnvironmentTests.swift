import AlertSDK
import Testing

@testable import RendererLibnotify

/// What is decided before any bus is spoken to.
@Suite struct EnvironmentTests {
  @Test(
    "cases 16, 58: a bus is looked for only where the environment names one; never launched",
    arguments: [
      (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"], true), (["DBUS_SESSION_BUS_ADDRESS": ""], false), ([:], false),
      (["DISPLAY": ":0"], false), (["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"], false),
      (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x;autolaunch:scope=*"], false), (["XDG_RUNTIME_DIR": "/run/1"], true),
      (["XDG_RUNTIME_DIR": "/run/2"], false), (["XDG_RUNTIME_DIR": ""], false),
      (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/1"], true),
    ])
  func bus(environment: [String: String], isThere: Bool) {
    let obstacle = SessionBus.obstacle(environment: { environment[$0] }, fileExists: { $0 == "/run/1/bus" })
    #expect((obstacle == nil) == isThere, "\(obstacle ?? "")")
  }

  @Test(
    "the portal is used in sandboxes, as libnotify does",
    arguments: [
      ([:], false, false), ([:], true, true), (["SNAP": "/snap/x"], false, true), (["NOTIFY_FORCE_PORTAL": "1"], false, true),
      (["NOTIFY_IGNORE_PORTAL": "1", "SNAP": "/snap/x"], true, false),
    ])
  func portal(environment: [String: String], isFlatpak: Bool, isUsed: Bool) {
    #expect(SessionBus.usesPortal(environment: { environment[$0] }, fileExists: { _ in isFlatpak }) == isUsed)
  }

  @Test(
    "case 10: what an error of Notify means",
    arguments: [
      (
        "org.freedesktop.Notifications.Error.ExcessNotificationGeneration", "x",
        RendererFailure.unavailable("the notification server wants fewer popups at once", retryAfter: .seconds(1))
      ), ("org.example.Other", "no", .lost("the notification server refused the popup: no")),
      (nil, "", .lost("the notification server refused the popup")),
    ] as [(String?, String, RendererFailure)])
  func notifyErrors(name: String?, message: String, failure: RendererFailure) {
    #expect(NotifyError.failure(name: name, message: message) == failure)
  }

  @Test("R20: the plugin says what it is and why it is not available")
  func plugin() throws {
    let plugin = RendererPlugin.libnotify
    #expect(plugin.name == "libnotify" && LibnotifyRenderer().name == "libnotify")
    #if Libnotify && os(Linux)
      #expect(plugin.availability(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) == .available)
      guard case .unavailable(let reason) = plugin.availability([:]) else {
        Issue.record("available without a bus")
        return
      }
      #expect(reason.contains("DBUS_SESSION_BUS_ADDRESS"))
      #expect(try plugin.make(["app": "mine"]).name == "libnotify")
    #else
      #expect(plugin.availability(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) != .available)
      #expect(throws: RendererFailure.self) { try plugin.make([:]) }
    #endif
  }

  #if !(Libnotify && os(Linux))
    @Test("built without popups, present says so")
    func withoutTrait() async {
      await #expect(throws: RendererFailure.self) {
        try await LibnotifyRenderer().present(AlertRequest(PlainAlert(AlertContent(title: "t")), content: AlertContent(title: "t")))
      }
    }
  #endif
}
