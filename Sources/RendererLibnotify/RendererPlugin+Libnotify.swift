public import AlertSDK

extension RendererPlugin {
  /// Desktop popups by the name `libnotify`; options `app` (the sender's name) and `desktop-entry`.
  ///
  /// Available where the environment names a session bus; whether a notification server answers there shows at the first alert.
  /// In `auto` it comes before plain lines and after what needs a terminal. Built without the trait `Libnotify`, `make` throws
  /// `RendererFailure.unsupported` with the reason.
  public static var libnotify: RendererPlugin {
    RendererPlugin(
      name: "libnotify", summary: "desktop popups through the session's notification server", rank: 50, options: ["app", "desktop-entry"],
      availability: { environment in
        if let missing = LibnotifyRenderer.missing { return .unavailable(missing) }
        return SessionBus.obstacle(environment: { environment[$0] }, fileExists: Platform.fileExists).map { .unavailable($0) } ?? .available
      },
      make: { options in
        if let missing = LibnotifyRenderer.missing { throw RendererFailure.unsupported(missing) }
        return LibnotifyRenderer(appName: options["app"], desktopEntry: options["desktop-entry"])
      })
  }
}
