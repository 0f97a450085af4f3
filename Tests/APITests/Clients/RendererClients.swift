// Renderers and plugins as others write them.

import AlertSDK
import AlertSDKTestKit
import Testing

/// The smallest renderer.
private struct BellRenderer: AlertRenderer {
  let name = "bell"
  func present(_ request: AlertRequest) async throws -> AlertResponse {
    request.didAppear()
    return .delivered
  }
}

/// A toolkit that speaks through callbacks and lives on the main actor.
@MainActor
private final class Window {
  var title = ""
  var isOpen = true
  var onButton: ((String) -> Void)?
  static var last: Window?
  func close() { isOpen = false }
}
private final class WindowRenderer: AlertRenderer {
  let name = "window"
  let capabilities: RendererCapabilities = [.actions, .updates]
  @MainActor
  func present(_ request: AlertRequest) async throws -> AlertResponse {
    try await request.present(
      open: { reply in
        let window = Window()
        window.title = request.content.title
        window.onButton = { reply(.chose($0)) }
        Window.last = window
        request.didAppear()
        return window
      },
      update: { window, change in window.title = change.content.title },
      close: { window in window.close() })
  }
}

/// A renderer with state of its own: an actor.
private actor LogRenderer: AlertRenderer {
  nonisolated let name = "log"
  nonisolated let capabilities: RendererCapabilities = [.updates]
  private(set) var lines: [String] = []
  func present(_ request: AlertRequest) async throws -> AlertResponse {
    lines.append(request.content.title)
    request.didAppear()
    for await update in request.updates { lines.append(update.content.title) }
    throw CancellationError()
  }
}

/// A renderer that shows more of alerts that it knows.
private protocol ColouredAlert: AlertPresentable { var colour: String { get async } }
private struct ColourRenderer: AlertRenderer {
  let name = "colour"
  func present(_ request: AlertRequest) async throws -> AlertResponse {
    guard let coloured = request.alert as? any ColouredAlert else { throw RendererFailure.unsupported("no colour") }
    _ = await coloured.colour
    request.didAppear()
    return .dismissed
  }
}

/// What a module with a renderer exports.
extension RendererPlugin {
  fileprivate enum Theme: String, CaseIterable { case plain, loud }
  fileprivate static let window = RendererPlugin(
    name: "window", summary: "Windows of the toolkit", rank: 10, options: ["theme", "width"],
    availability: { environment in environment["DISPLAY"] == nil ? .unavailable("no display") : .available },
    make: { options in
      _ = try options.choice("theme", default: Theme.plain)
      guard try options.value("width", default: 40) > 0 else { throw RendererRegistry.Failure("no width") }
      return WindowRenderer()
    })
  fileprivate static let bell = RendererPlugin(name: "bell", summary: "Rings") { _ in BellRenderer() }
}

@Suite("Clients: renderers", .timeLimit(.minutes(1)))
struct RendererClients {
  private func request(_ title: String = "a") -> AlertRequest {
    let alert = PlainAlert(AlertContent(title: title))
    return AlertRequest(alert, content: alert.content)
  }

  @Test("the smallest renderer")
  func smallest() async throws {
    #expect(try await BellRenderer().present(request()) == .delivered)
    #expect(BellRenderer().capabilities == [])
  }

  @Test("a toolkit with callbacks, on the main actor")
  @MainActor
  func callbacks() async throws {
    let request = request("hello")
    let presenting = Task { try await WindowRenderer().present(request) }
    while Window.last == nil { await Task.yield() }
    let window = try #require(Window.last)
    #expect(window.title == "hello")
    window.onButton?("go")
    #expect(try await presenting.value == .chose("go"))
    Window.last = nil
  }

  @Test("an actor; a renderer that looks at the alert itself")
  func others() async throws {
    let log = LogRenderer()
    await #expect(throws: CancellationError.self) { try await log.present(request("a")) }
    #expect(await log.lines == ["a"])
    await #expect(throws: RendererFailure.self) { try await ColourRenderer().present(request()) }
  }

  @Test("plugins, a registry, a spec")
  func plugins() throws {
    let registry = try RendererRegistry([.window, .bell])
    let renderer = try registry.make("window:theme=loud,bell", environment: [:])
    #expect(renderer.name == "window,bell" && renderer.capabilities.contains(.actions))
    #expect(try registry.make(default: "auto", environment: ["DISPLAY": ":0"]).name == "window,bell")
    #expect(registry.listing(environment: [:]).map(\.availability) == [.unavailable("no display"), .available])
    #expect(throws: RendererRegistry.Failure.self) { try registry.make("window:width=-1") }
  }

  @Test("combinators")
  func combinators() async throws {
    let renderer = FallbackRenderer([MultiplexRenderer([ColourRenderer(), ColourRenderer()]), BellRenderer()])
    #expect(try await renderer.present(request()) == .delivered)
  }
}
