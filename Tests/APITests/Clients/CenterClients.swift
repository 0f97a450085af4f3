// Programs that show alerts: tools, apps, daemons, tests.

import AlertSDK
import AlertSDKTestKit
import Foundation
import Testing

/// A synchronous program: no task in sight.
nonisolated private struct Tool {  // says so for programs that live on the main actor by default
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
  func watch(_ events: AlertCenter.Events) async -> Int {
    var count = 0
    for await event in events {
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
  private let screen: TestScreen
  private let center: AlertCenter

  init() {
    screen = TestScreen()
    center = AlertCenter(renderer: screen, clock: ManualClock())
  }

  @Test("a center takes calls of every kind from any isolation")
  func calls() async throws {
    let connection: Connection? = Connection(center: center)
    _ = consume connection
    let daemon = Daemon(center: center)
    await daemon.report("failed", from: "a.service")
    await daemon.recovered("a.service")
    #expect(await withProgress("Working", in: center) { 7 } == 7)
    await center.shutDown()
  }

  @Test("a view model: onPresent and perform run on its actor and touch its state")
  @MainActor
  func viewModel() async throws {
    let editor = Editor(center: center)
    let handle = editor.close()
    try await screen.next().choose("Save")
    #expect(await handle.outcome.choice?.action == "Save")
    #expect(await center.drain())
    #expect(editor.isSaved && editor.wasOnScreen)
  }

  @Test("a form gives back what was typed")
  @MainActor
  func form() async throws {
    let editor = Editor(center: center)
    let renaming = Task { try await editor.rename() }
    try await screen.next().choose("submit", values: ["name": "notes.txt"])
    #expect(try await renaming.value == "notes.txt")
  }

  @Test("a conversation is one turn; its body touches the actor's state, and nobody comes between")
  @MainActor
  func conversation() async throws {
    let editor = Editor(center: center)
    let quitting = Task { try await editor.quit() }
    let first = try await screen.next()
    let outside = center.show(alert: PlainAlert(AlertContent(title: "outside"), scheduling: AlertScheduling(priority: .high)))
    first.choose("confirm")
    let second = try await screen.next()
    #expect(first.content.title == "Quit?" && second.content.title == "Save first?")
    second.choose("confirm")
    #expect(try await quitting.value)
    #expect(editor.isSaved)
    try await screen.next().dismiss()
    #expect(await outside.outcome == .dismissed)
  }

  @Test("a daemon: reports, recoveries, maintenance, and every end among the events")
  func daemon() async throws {
    let daemon = Daemon(center: center)
    let events = center.events()
    let watching = Task { await daemon.watch(events) }
    await daemon.report("failed", from: "a.service")
    try await screen.next().dismiss()
    await daemon.report("failed", from: "b.service")
    let shown = try await screen.next()
    await daemon.recovered("b.service")
    try await shown.gone()
    await daemon.maintenance()
    await center.shutDown()
    #expect(await watching.value == 2)
    #expect(screen.history.map(\.title) == ["a.service", "b.service"])
  }

  @Test("a synchronous tool asks and waits, on a thread of its own")
  func tool() async throws {
    let tool = Tool(center: center)
    async let isClean = withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try tool.clean() }) }
    }
    try await screen.next().choose("confirm")
    #expect(try await isClean)
    try await screen.next().dismiss()
    #expect(await center.drain())
  }

  @Test("module functions go to the center of the scope")
  func scope() async throws {
    let shown = try await AlertCenter.withCenter(renderer: screen) { center in
      let handle = show(alert: .notice("not on the shared center")) { handle in handle.withdraw() }
      #expect(await handle.outcome == .withdrawn)
      try await program()
      return center.snapshot
    }
    #expect(screen.history.map(\.title) == ["not on the shared center"])
    #expect(shown.statistics.live == 0)
  }

  @Test("the clock of a test is the time of the center")
  func time() async throws {
    let clock = ManualClock()
    let center = AlertCenter(renderer: screen, clock: clock)
    let handle = center.show(alert: .notice("4 s"))
    _ = try await screen.next()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(4))
    #expect(await handle.outcome == .timedOut)
  }
}
