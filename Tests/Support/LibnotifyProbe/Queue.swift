import AlertSDK
import RendererLibnotify
import Synchronization

/// Alerts that go through a center: shown one after another by a renderer of its own. Events: `appeared`, `failed` (it will be tried again), `ended` with `outcome`.
final class Queue: Sendable {
  private let center: AlertCenter
  private let output: Output
  private let handles = Mutex<[String: AlertHandle]>([:])
  private let names = Mutex<[AlertID: String]>([:])

  init(appName: String, _ output: Output) {
    var configuration = AlertCenter.Configuration()
    configuration.diagnostics = { output.say("diagnostic", ["text": $0]) }
    center = AlertCenter(renderer: LibnotifyRenderer(appName: appName), configuration: configuration)
    self.output = output
    Task { [events = center.events(bufferingNewest: nil)] in
      for await event in events { self.report(event) }
    }
  }

  /// Hands an alert over; nothing waits for it, so it stays until it can be shown. `ask` fails where nobody can show it now.
  func show(_ name: String, _ content: AlertContent, timeLimit: Duration?, isAsked: Bool) {
    let scheduling = AlertScheduling(timeLimit: timeLimit, whenDuplicate: .allow, whenUnavailable: isAsked ? .fail : .wait)
    let handle = names.withLock { names in
      let handle = center.show(alert: PlainAlert(content, scheduling: scheduling))
      names[handle.id] = name
      return handle
    }
    handles.withLock { $0[name] = handle }
  }

  func withdraw(_ name: String) { handles.withLock { $0[name] }?.withdraw() }

  func update(_ name: String, _ content: AlertContent) { handles.withLock { $0[name] }?.update(content) }

  private func report(_ event: AlertCenter.Event) {
    func say(_ word: String, _ id: AlertID, _ fields: [String: String] = [:]) {
      output.say(word, ["name": names.withLock { $0[id] } ?? "?"].merging(fields) { $1 })
    }
    switch event {
    case .appeared(let id): say("appeared", id)
    case .failed(let id, let failure): say("failed", id, ["reason": "\(failure.kind): \(failure.reason)"])
    case .ended(let id, let outcome): say("ended", id, ["result": "\(outcome)"])
    case .rendererAbandoned(let id): say("abandoned", id)
    default: break
    }
  }
}
