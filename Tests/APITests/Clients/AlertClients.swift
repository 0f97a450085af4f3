// Alerts as apps write them: every kind of type, with plain and with async members.

import AlertSDK
import AlertSDKTestKit
import Testing

/// The least an alert can be.
private struct LowDisk: AlertPresentable {
  let freeMegabytes: Int
  var content: AlertContent { AlertContent(title: "Disk almost full", message: "\(freeMegabytes) MB left", severity: .warning) }
}

/// An answer of its own, scheduling of its own, and a say in whether it still matters.
private struct Upgrade: AlertPresentable {
  enum Answer: Sendable { case now, later }
  var isOffered = true
  let content = AlertContent(
    title: "Upgrade?",
    actions: [AlertAction(id: "now", title: "Now", isPreferred: true), AlertAction(id: "later", title: "Later", role: .cancel)])
  let scheduling = AlertScheduling(priority: .low, timeLimit: .seconds(30), key: "upgrade", whenDuplicate: .replace, source: "updater")
  func isStillRelevant() async -> Bool { isOffered }
  func answer(for outcome: AlertOutcome) throws -> Answer {
    switch outcome {
    case .chose(let choice): choice.action == "now" ? .now : .later
    case .dropped, .failed: throw AlertError(outcome)
    default: .later
    }
  }
}

/// A model that lives on the main actor is its own alert.
@MainActor
private final class Download: AlertPresentable {
  private(set) var percent = 0
  private(set) var ending: AlertOutcome?
  var content: AlertContent { AlertContent(title: "Downloading", progress: Double(percent) / 100) }
  func advance() { percent += 10 }
  func isStillRelevant() -> Bool { percent < 100 }
  func didEnd(with outcome: AlertOutcome) { ending = outcome }
}

/// So is an actor.
private actor Sensor: AlertPresentable {
  private var reading = 20.0
  private(set) var isAcknowledged = false
  var content: AlertContent { AlertContent(title: "\(reading) degrees", severity: reading > 80 ? .error : .info) }
  func heat(to degrees: Double) { reading = degrees }
  func didEnd(with outcome: AlertOutcome) { isAcknowledged = true }
}

/// Content that has to be fetched.
private struct Mail: AlertPresentable {
  let fetch: @Sendable () async -> String
  var content: AlertContent { get async { AlertContent(title: "New mail", message: await fetch()) } }
}

/// An error that an app has anyway, made an alert in an extension.
private enum LoginError: Error { case wrongPassword, locked(minutes: Int) }
extension LoginError: AlertPresentable {
  var content: AlertContent {
    switch self {
    case .wrongPassword: AlertContent(title: "Wrong password", severity: .error)
    case .locked(let minutes): AlertContent(title: "Locked for \(minutes) minutes", severity: .error)
    }
  }
}

/// An alert around any other.
private struct Urgent<Base: AlertPresentable>: AlertPresentable {
  let base: Base
  var content: AlertContent { get async { await base.content } }
  var scheduling: AlertScheduling {
    var scheduling = base.scheduling
    scheduling.priority = .high
    return scheduling
  }
  func answer(for outcome: AlertOutcome) async throws -> Base.Answer { try await base.answer(for: outcome) }
  func didEnd(with outcome: AlertOutcome) async { await base.didEnd(with: outcome) }
}

@MainActor
private func didEnd(_ download: Download) async {
  func elsewhere() { download.didEnd(with: .withdrawn) }  // in a synchronous function
  download.didEnd(with: .timedOut)  // and in an async one
  #expect(download.ending == .timedOut)
  elsewhere()
}

/// A function over every yes-or-no question.
private func title(of alert: some AlertPresentable<Bool>) async -> String { await alert.content.title }

@Suite("Clients: alerts")
struct AlertClients {
  @Test("structs, main-actor classes, actors, errors and wrappers are alerts as they are")
  func kinds() async throws {
    let sensor = Sensor()
    await sensor.heat(to: 90)
    let alerts: [any AlertPresentable] = [
      LowDisk(freeMegabytes: 3), Upgrade(), await MainActor.run { Download() }, sensor, Mail { "hello" }, LoginError.locked(minutes: 5),
      Urgent(base: Upgrade()),
    ]
    var titles: [String] = []
    for alert in alerts { titles.append(await alert.content.title) }
    #expect(
      titles == ["Disk almost full", "Upgrade?", "Downloading", "90.0 degrees", "New mail", "Locked for 5 minutes", "Upgrade?"])
    #expect(Urgent(base: Upgrade()).scheduling.priority == .high)
  }

  @Test("an answer of its own type")
  func answers() async throws {
    #expect(try Upgrade().answer(for: .chose(AlertChoice("now"))) == .now)
    #expect(try await Urgent(base: Upgrade()).answer(for: .timedOut) == .later)
    #expect(throws: AlertError(.dropped(.stale))) { try Upgrade().answer(for: .dropped(.stale)) }
    #expect(LowDisk(freeMegabytes: 1).answer(for: .timedOut) == .timedOut)
  }

  @Test("a conformer's own methods are called, by its type and by the protocol, and keep their isolation")
  @MainActor
  func mainActor() async {
    let download = Download()
    download.advance()
    #expect(download.content.progress == 0.1)
    await didEnd(download)
    #expect(download.ending == .withdrawn)
    let alert: any AlertPresentable = download
    await alert.didEnd(with: .delivered)
    #expect(download.ending == .delivered)
    let other = Sensor()
    await other.didEnd(with: .dismissed)
    #expect(await other.isAcknowledged)
  }

  @Test("ready-made alerts")
  func readyMade() async throws {
    enum Save: Sendable { case keep, discard }
    let save = ChoiceAlert(
      "Save?", choices: [.init("Keep", Save.keep, isPreferred: true), .init("Discard", .discard, role: .destructive)], otherwise: .keep)
    #expect(try save.answer(for: .chose(AlertChoice("Discard"))) == .discard)
    #expect(try save.answer(for: .dismissed) == .keep)
    let form = FormAlert(
      "Sign in", fields: [AlertField(id: "name", label: "Name"), AlertField(id: "password", label: "Password", isSecure: true)])
    #expect(try form.answer(for: .chose(AlertChoice("submit", values: ["name": "a"]))) == ["name": "a"])
    #expect(await title(of: .confirmation("Delete?", confirm: "Delete", isDestructive: true)) == "Delete?")
  }

  @Test("every outcome has a place in a switch that may grow")
  func switching() {
    func summary(_ outcome: AlertOutcome) -> String {
      switch outcome {
      case .chose(let choice): choice.action
      case .dismissed, .timedOut, .delivered, .withdrawn: "no choice"
      case .superseded(let successor): "\(successor)"
      case .dropped(let reason): reason.rawValue
      case .failed(let failure): failure.reason
      @unknown default: "something new"
      }
    }
    #expect(summary(.failed(.unsupported("no terminal"))) == "no terminal")
    #expect(summary(.dropped(.queueFull)) == "queueFull")
  }
}
