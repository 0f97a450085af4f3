/// What a step asks for and is done with the lock open: code of apps and renderers runs here, never under the lock (S31).
struct AfterStep {
  enum Action {
    case deliver(Subscription.Wakeup)
    case cancel(Runner)
    indirect case push(Call, AlertUpdate, sequence: UInt64)
    case resume(AlertRecord.Wakeup)
    case appear(AlertHandle, CenterStorage.OnPresent)
    case turn(CheckedContinuation<Scope?, Never>, Scope?)
    case drained(CheckedContinuation<Bool, Never>, isDone: Bool)
    case report(String)
    case start(Job, Runner)
  }

  /// In the order in which they came up.
  private(set) var actions: [Action] = []
  /// What apps gave with alerts that have ended: released with the lock open, since a `deinit` may call back (S12).
  var released: [CenterStorage.Cell] = []
  var timer: (number: UInt64, deadline: Nanoseconds)?
  /// The runner that makes this step and can take the next call; a step from elsewhere has none.
  var runner: Runner?
  /// The call that has come back with this step, and is over unless it goes on with its next part.
  var returned: Call?
  /// The content it has come back with.
  var content: Boxed<AlertContent>?
  /// The call the runner of this step goes on with.
  private(set) var own: Job?

  mutating func add(_ action: Action) { actions.append(action) }
  mutating func resume(_ wakeups: [AlertRecord.Wakeup]) { for wakeup in wakeups { actions.append(.resume(wakeup)) } }

  /// Who makes the next call: the runner of this step, once, or a new one (S35).
  func nextRunner() -> Runner {
    if let runner, own == nil { runner } else { Runner() }
  }

  mutating func add(_ job: Job, of call: Call? = nil, on runner: Runner) {
    if let call, call === returned { returned = nil }
    if runner === self.runner { own = job } else { actions.append(.start(job, runner)) }
  }
}

/// A call into an app or a renderer, with what it needs; behind a pointer, since it changes hands several times.
enum Job: Sendable {
  indirect case confirm(any AlertPresentable, Call)
  indirect case read(any AlertPresentable, updated: Boxed<AlertContent>?, InstalledRenderer?, Call)
  case present(Showing)
  indirect case end(any AlertPresentable, AlertOutcome, TurnNumber, Scope)
  indirect case endBeside(any AlertPresentable, AlertOutcome, CallNumber, Scope)
}

/// What `present` is called with; an object, so that the request is never copied on its way to the renderer.
final class Showing: Sendable {
  let request: AlertRequest
  let installed: InstalledRenderer
  let call: Call
  init(_ request: consuming AlertRequest, by installed: InstalledRenderer, _ call: Call) {
    (self.request, self.installed, self.call) = (request, installed, call)
  }
}

/// The renderer and the number it is installed under; an object, since it is handed on with every call.
final class InstalledRenderer: Sendable {
  let renderer: any AlertRenderer
  let number: RendererNumber
  init(_ renderer: any AlertRenderer, number: RendererNumber) { (self.renderer, self.number) = (renderer, number) }
}
