import AlertSDK
import Synchronization

/// The scenes of the tour. Each leaves the queue empty.
final class Tour: Sendable {
  struct Scene: Sendable {
    let title: String
    let words: String
    let play: @Sendable (Tour) async throws -> Void
  }

  let center: AlertCenter
  /// How long there is to look at something.
  let pace: Duration
  /// What the current scene has shown.
  private let shown = Mutex<[AlertHandle]>([])

  init(center: AlertCenter, pace: Duration) { (self.center, self.pace) = (center, pace) }

  static let scenes = [queue, priorities, duplicates, update, choice, turn, pause]

  private static let queue = Scene(
    title: "One at a time",
    words: """
      Three alerts are shown in the same moment. Each waits until the one before it
      has gone.
      """
  ) { tour in
    for name in ["first", "second", "third"] { tour.notice("The \(name) of three") }
    try await tour.untilQuiet()
  }

  private static let priorities = Scene(
    title: "Priorities",
    words: """
      A question is up when something urgent comes: it steps aside, and comes back.
      What is unimportant goes last.
      """
  ) { tour in
    let question = tour.question("Water the plants?", answers: ["Now", "Later"])
    tour.notice("The lamp in the hall is on", priority: .low)
    _ = await question.appeared
    try await tour.look()
    tour.notice("Smoke in the kitchen!", severity: .error, priority: .high)
    try await tour.untilQuiet()
  }

  private static let duplicates = Scene(
    title: "Duplicates", words: "The same error five times over is one alert with a count."
  ) { tour in
    tour.center.pause()
    for sector in 1...5 {
      tour.notice("Disk error", message: "Sector \(sector * 4096) cannot be read.", severity: .error, key: "disk")
    }
    tour.center.resume()
    try await tour.untilQuiet()
  }

  private static let update = Scene(
    title: "An update in place",
    words: """
      An alert that is up can change, and the app can take it back when it is no
      longer true.
      """
  ) { tour in
    var content = AlertContent(
      title: "Copying 300 photos", actions: [AlertAction(id: "background", title: "Go on in the background")], progress: 0)
    let copying = tour.show(PlainAlert(content, scheduling: tour.scheduling()))
    _ = await copying.appeared
    for step in 1...3 {
      try await tour.look()
      content.progress = Double(step) / 3
      content.message = "\(step * 100) are copied."
      if !copying.update(content) { break }  // it was answered meanwhile
    }
    try await tour.look()
    copying.withdraw()
    try await tour.untilQuiet()
  }

  private static let choice = Scene(
    title: "A choice that holds the queue",
    words: """
      What an answer sets off runs before the next alert is shown, so nothing pops up
      in the middle of it.
      """
  ) { tour in
    let delete = ChoiceAlert<Void>.Choice("Delete", id: "delete", role: .destructive) {
      await Console.say("   Deleting …")
      try? await tour.look()
      await Console.say("   … done, and only now the next one.")
    }
    var alert = ChoiceAlert(
      "Delete 3 old backups?", severity: .warning,
      choices: [.init("Keep", id: "keep", role: .cancel) { await Console.say("   They are kept.") }, delete], scheduling: tour.scheduling())
    alert.content.attributes[SelfAnsweringRenderer.answer] = "delete"
    tour.show(alert)
    tour.notice("The backups were checked", severity: .success)
    try await tour.untilQuiet()
  }

  private static let turn = Scene(
    title: "A turn",
    words: """
      Several questions that belong together take one turn. What others show
      meanwhile waits for the whole of it.
      """
  ) { tour in
    let (isUp, up) = AsyncStream<Void>.makeStream()
    async let conversation: Void = tour.center.withTurn {
      defer { up.finish() }
      let size = try await tour.question("A table for how many?", answers: ["Two", "Four"], whenUp: { up.yield() }).outcomeOrCancel()
      guard let seats = size.choice?.action else { return }
      _ = try await tour.question("\(seats) it is. By the window?", answers: ["Yes", "No"]).outcomeOrCancel()
    }
    for await _ in isUp { break }
    tour.notice("Somebody else's news, which waited")
    try await conversation
    try await tour.untilQuiet()
  }

  private static let pause = Scene(
    title: "A pause", words: "While the queue is paused nothing new appears; nothing is lost either."
  ) { tour in
    tour.center.pause()
    tour.notice("Shown during the pause")
    tour.notice("This one too")
    await Console.say("   Two alerts were shown during a pause; they wait …")
    try await tour.look()
    await Console.say("   … until it is over:")
    tour.center.resume()
    try await tour.untilQuiet()
  }
}

extension Tour {
  /// Time to look at what is up.
  func look() async throws { try await Task.sleep(for: pace) }

  /// A renderer that is not there now ends the tour with its reason instead of being waited for.
  func scheduling(_ priority: AlertPriority = .medium, timeLimit: Duration? = nil, key: String? = nil) -> AlertScheduling {
    AlertScheduling(
      priority: priority, timeLimit: timeLimit, key: key, whenInterrupted: .requeue, whenUnavailable: .fail, source: "tour")
  }

  @discardableResult
  func show(_ alert: some AlertPresentable, whenUp: @escaping @Sendable () -> Void = {}) -> AlertHandle {
    let handle = center.show(alert: alert) { _ in whenUp() }
    shown.withLock { $0.append(handle) }
    return handle
  }

  func notice(
    _ title: String, message: String = "", severity: AlertSeverity = .info, priority: AlertPriority = .medium, key: String? = nil
  ) {
    show(.notice(title, message: message, severity: severity, scheduling: scheduling(priority, timeLimit: pace, key: key)))
  }

  /// A question about nothing, whose answers do nothing.
  func question(_ title: String, answers: [String], whenUp: @escaping @Sendable () -> Void = {}) -> AlertHandle {
    let actions = answers.enumerated().map { AlertAction(id: $1, title: $1, isPreferred: $0 == 0) }
    let content = AlertContent(title: title, actions: actions, attributes: [SelfAnsweringRenderer.answer: answers[0]])
    return show(PlainAlert(content, scheduling: scheduling()), whenUp: whenUp)
  }

  /// Waits until every alert of the scene has gone.
  ///
  /// - Throws: The failure of the first that could not be shown.
  func untilQuiet() async throws {
    await center.drain()
    try Task.checkCancellation()
    for handle in shown.withLock({ handles in
      defer { handles = [] }; return handles
    }) {
      if case .failed(let failure) = await handle.outcome { throw failure }
    }
  }
}
