public import AlertSDK

/// Shows alerts as desktop popups through libnotify, and knows when each has closed and what was chosen.
///
/// A cheap value: all renderers of a process share one connection to the session bus and one thread for libnotify, made at the first
/// `present`. GLib's shared connection is told not to end the process when the bus goes away; that holds for the whole process.
/// A popup has at most three actions and no fields; anything else is `.unsupported`, so that a `FallbackRenderer` can go on.
///
/// Nothing that a server or bus does holds the queue up for long. One that dies: `.lost` within milliseconds; a server that comes back
/// within 2 s shows the alert again. One that does not answer: `.unavailable` after 2 s, after 5 s where it was asked for the popup itself,
/// or did not start. One that never says that a popup has closed: 0.5 s more.
public struct LibnotifyRenderer: AlertRenderer {
  /// `libnotify`.
  public let name = "libnotify"
  /// Actions and updates; a server that lacks actions makes an alert with actions `.unsupported` (R8).
  public let capabilities: RendererCapabilities = [.actions, .updates]

  /// What GLib and this module open at most for a popup, the connection included, and a few more.
  private static let descriptorsNeeded = 16
  private let style: PopupStyle

  /// A renderer for the session's notification server; nothing is connected before the first `present`.
  ///
  /// - Parameters:
  ///   - appName: the sender's name on the popup. Default: the program's name.
  ///   - desktopEntry: the name of the app's desktop file without `.desktop`, which gives some servers an icon. Default: none.
  ///   - diagnostics: gets what libnotify would write to stderr, and oddities of the server; on a thread of this module. Default: nobody.
  public init(appName: String? = nil, desktopEntry: String? = nil, diagnostics: (@Sendable (String) -> Void)? = nil) {
    style = PopupStyle(appName: appName ?? Self.programName, desktopEntry: desktopEntry, diagnostics: diagnostics)
  }

  /// Puts a popup up and returns when it is gone; never blocks its thread (R21).
  ///
  /// - Throws: `CancellationError`, or `RendererFailure`: `.unavailable` without a bus or a server that answers, `.unsupported` for
  ///   what a popup cannot ask, `.lost` when the server or the bus goes away or refuses it.
  public func present(_ request: AlertRequest) async throws -> AlertResponse {
    #if Libnotify && os(Linux)
      try Task.checkCancellation()
      // GLib ends the process where it finds none for a main context of its own (R12).
      guard Platform.hasSpareDescriptors(Self.descriptorsNeeded) else {
        throw RendererFailure.unavailable("this program has no file descriptors left for the message bus", retryAfter: .seconds(1))
      }
      let hints = await style.hints(of: request.alert, request.content)
      guard let desk = Desk.shared else { throw RendererFailure.unsupported("the system has no thread left for desktop popups") }
      return try await desk.present(request, style, hints)
    #else
      throw RendererFailure.unsupported(Self.noPopups)
    #endif
  }

  /// Why this build has no desktop popups, or nil.
  static var missing: String? {
    #if Libnotify && os(Linux)
      nil
    #else
      noPopups
    #endif
  }
  private static let noPopups = "built without desktop popups (they need Linux and the package trait Libnotify)"

  private static var programName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? ""
  }
}
