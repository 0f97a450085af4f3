// Programs that show alerts: tools, apps, daemons, tests.

import AlertSDK
import AlertSDKTestKit
import Testing

/// A synchronous program: no task in sight.
private struct Tool {
  let center: AlertCenter
  func clean() throws -> Bool {
    guard try center.askBlocking(alert: .confirmation("Clean up?", isDestructive: true)) else { return false }
    center.show(alert: .notice("Done"))
    return true
  }
}

/// A view model: closures run on its actor and touch its state.
@MainActor
private final class Editor {
  let center: AlertCenter
  private(set) var isSaved = false
  private(set) var wasOnScreen = false
  init(center: AlertCenter) { self.center = center }

  func close() -> AlertHandle {
    center.show(
      alert: ChoiceAlert(
        "Save changes?",
        choices: [.init("Save") { self.isSaved = true }, .init("Discard", role: .destructive), .init("Cancel", role: .cancel)])
    ) { handle in
      self.wasOnScreen = handle.status == .onScreen
    }
  }

  func rename() async throws -> String? {
    try await center.ask(alert: .form("Rename", fields: [AlertField(id: "name", label: "Name")]))?["name"]
  }

  /// A conversation that nothing may come between; the body touches the actor's state.
  func quit() async throws -> Bool {
    try await center.withTurn {
      guard try await center.ask(alert: .confirmation("Quit?")) else { return false }
      isSaved = try await center.ask(alert: .confirmation("Save first?"))
      return true
    }
  }
}

/// A service that runs for months.
private actor Daemon {
  let center: AlertCenter
  private var open: [String: AlertHandle] = [:]
  init(center: AlertCenter) { self.center = center }

  func report(_ line: String, from unit: String) {
    open[unit] = center.show(
      alert: PlainAlert(
        AlertContent(title: unit, message: line, severity: .error),
        scheduling: AlertScheduling(priority: .high, waitLimit: .seconds(600), key: unit, source: unit)))
  }
  func recovered(_ unit: String) {
    open.removeValue(forKey: unit)?.withdraw()
    center.withdraw { $0.source == unit }
  }
  func maintenance() async {
    center.pause(below: .high)
    let hold = center.hold(lease: .seconds(60))
    hold.extend(by: .seconds(60))
    hold.release()
    center.resume()
    await center.drain(within: .seconds(1))
  }
  func watch() async -> Int {
    var count = 0
    for await event in center.events() {
      switch event {
      case .ended: count += 1
      default: break
      }
    }
    return count
  }
}

/// Module functions, for programs with one queue.
private func program() async throws {
  use(renderer: ScriptedRenderer())
  let handle = show(alert: .notice("Hello")) { handle in handle.update(AlertContent(title: "On screen")) }
  _ = handle.position()
  if try await ask(alert: .confirmation("Go on?")) { show(alert: .notice("Going on")) }
  await drain(within: .seconds(1))
}

/// Progress that is shown while work is done, from whatever isolation the caller has.
nonisolated(nonsending) private func withProgress<Result>(_ title: String, in center: AlertCenter, work: () async throws -> Result)
  async rethrows -> Result
{
  let handle = center.show(alert: PlainAlert(AlertContent(title: title), scheduling: AlertScheduling(showAfter: .milliseconds(300))))
  defer { handle.withdraw() }
  return try await work()
}

/// Something that says goodbye.
private final class Connection: Sendable {
  let center: AlertCenter
  init(center: AlertCenter) { self.center = center }
  deinit { center.show(alert: .notice("Disconnected")) }
}

@Suite("Clients: programs", .timeLimit(.minutes(1)))
struct CenterClients {
  private let screen = TestScreen()
  private let clock = ManualClock()
  private var center: AlertCenter { AlertCenter(renderer: screen, clock: clock) }

  @Test("a center takes calls of every kind from any isolation")
  func calls() async throws {
    let center = center
    let connection: Connection? = Connection(center: center)
    _ = consume connection
    let daemon = Daemon(center: center)
    await daemon.report("failed", from: "a.service")
    await daemon.recovered("a.service")
    #expect(await withProgress("Working", in: center) { 7 } == 7)
    await center.shutDown()
  }

  // Compiled only: what they do needs a terminal, the one shared center, or a thread to block.
  private func compiled() {
    _ = Tool.clean
    _ = Editor.close
    _ = Editor.rename
    _ = Editor.quit
    _ = Daemon.maintenance
    _ = Daemon.watch
    _ = program
  }
}
