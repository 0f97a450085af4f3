public import AlertSDK

/// Shows one alert at a time on a program's status line: the app draws the line, and says what was clicked.
public struct StatusLineRenderer: AlertRenderer {
  /// The app's status line; called from any thread.
  public struct Line: Sendable {
    let show: @Sendable (_ text: String?, _ buttons: [AlertAction]) -> Void
    let onClick: @Sendable (_ handler: (@Sendable (AlertAction.ID?) -> Void)?) -> Void

    /// - Parameters:
    ///   - show: draws this text with these buttons; nil clears the line.
    ///   - onClick: keeps who wants to hear of clicks: a button's id, or nil for a click that closes the line.
    public init(
      show: @escaping @Sendable (String?, [AlertAction]) -> Void,
      onClick: @escaping @Sendable ((@Sendable (AlertAction.ID?) -> Void)?) -> Void
    ) { (self.show, self.onClick) = (show, onClick) }
  }

  /// `statusline`.
  public let name = "statusline"
  /// Actions and updates.
  public let capabilities: RendererCapabilities = [.actions, .updates]
  private let line: Line

  /// A renderer on this line.
  public init(_ line: Line) { self.line = line }

  /// Keeps the line until a click or a cancellation.
  public func present(_ request: AlertRequest) async throws -> AlertResponse {
    defer { clear() }
    return try await request.present(
      open: { reply in
        line.onClick { action in action.map { reply(.chose($0)) } ?? reply(.dismissed) }
        draw(request.content)
        request.didAppear()
      },
      update: { _, update in draw(update.content) },
      close: { _ in clear() })
  }

  private func draw(_ content: AlertContent) {
    let text = content.message.isEmpty ? content.title : "\(content.title): \(content.message)"
    // One line of plain text, whatever an app or somebody from outside has put into it (R13).
    line.show(String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }), content.actions)
  }

  private func clear() {
    line.onClick(nil)
    line.show(nil, [])
  }
}
