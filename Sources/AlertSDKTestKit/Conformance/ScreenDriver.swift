package import AlertSDK

/// The person in front of a ``TestScreen``, or of several that a combinator has put together.
package struct ScreenDriver: ConformanceDriver {
  package let renderer: any AlertRenderer
  private let screens: [TestScreen]

  /// In front of one screen.
  package init() { self.init([TestScreen()]) { $0[0] } }

  /// In front of several, put together.
  package init(_ screens: [TestScreen], combine: ([TestScreen]) -> any AlertRenderer) {
    (self.screens, renderer) = (screens, combine(screens))
  }

  package func press(_ action: AlertAction.ID, in content: AlertContent, values: [AlertField.ID: String]) async throws {
    try shown { $0.choose(action, values: values) }
  }
  package func close() async throws { try shown { $0.dismiss() } }
  package func expire() async throws { for screen in screens { screen.current?.timeOut() } }
  /// Each in turn: a fallback goes from one to the next.
  package func loseSurface() async throws {
    for screen in screens { try? await screen.next(within: .seconds(1)).fail(.lost("the screen was switched off")) }
  }
  package func isUp() async throws -> Bool { screens.contains { $0.current != nil } }
  package func text() async throws -> String { Self.text(of: screens.compactMap { $0.current?.content }) }
  package func output() async throws -> String { Self.text(of: screens.flatMap(\.history)) }

  private func shown(_ act: (TestScreen.Shown) -> Void) throws {
    guard let shown = screens.lazy.compactMap(\.current).first else { throw CannotDrive("no alert is on a screen") }
    act(shown)
  }

  /// A screen of values shows no text at all; these are the letters in it, as no person sees the others.
  private static func text(of contents: [AlertContent]) -> String {
    contents.map { content in
      ([content.title, content.message] + content.actions.map(\.title) + content.fields.map(\.label)).joined(separator: "\n")
    }.joined(separator: "\n").filter { !$0.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) } }
  }
}
