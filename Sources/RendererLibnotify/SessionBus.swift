/// Whether there is a message bus of the session to connect to, judged by the environment alone.
enum SessionBus {
  /// Why not to try, or nil.
  ///
  /// Without an address GLib runs `dbus-launch`, which starts a bus and servers of its own, so it is never asked without one.
  static func obstacle(environment: (String) -> String?, fileExists: (String) -> Bool) -> String? {
    if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      let launches = address.split(separator: ";").contains { $0.hasPrefix("autolaunch:") }
      return launches ? "no session message bus: DBUS_SESSION_BUS_ADDRESS asks to start one" : nil
    }
    if let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty, fileExists(folder + "/bus") { return nil }
    return "no session message bus: DBUS_SESSION_BUS_ADDRESS is not set and there is no XDG_RUNTIME_DIR/bus"
  }

  /// Whether libnotify goes through the desktop portal: in Flatpak and snaps, and where the environment says so.
  static func usesPortal(environment: (String) -> String?, fileExists: (String) -> Bool) -> Bool {
    guard environment("NOTIFY_IGNORE_PORTAL") == nil else { return false }
    return environment("NOTIFY_FORCE_PORTAL") != nil || environment("SNAP") != nil || fileExists("/.flatpak-info")
  }
}
