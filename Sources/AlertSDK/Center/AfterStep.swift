/// What a step asks for and is done with the lock open: code of apps and renderers runs here, never under the lock (S31).
struct AfterStep {
  struct Appearance {
    let onPresent: CenterStorage.OnPresent
    let handle: AlertHandle
  }

  var events: [Subscription.Wakeup] = []
  var cancellations: [Runner] = []
  var pushes: [(call: Call, update: AlertUpdate, sequence: UInt64)] = []
  var endedCalls: [Call] = []
  var wakeups: [AlertRecord.Wakeup] = []
  var appearances: [Appearance] = []
  var turns: [(continuation: CheckedContinuation<Scope?, Never>, scope: Scope?)] = []
  var drains: [(continuation: CheckedContinuation<Bool, Never>, isDone: Bool)] = []
  var reports: [String] = []
  var jobs: [(job: Job, runner: Runner)] = []
  var timer: (number: UInt64, deadline: Nanoseconds)?
  /// What apps gave with alerts that have ended: released with the lock open, since a `deinit` may call back (S12).
  var released: [CenterStorage.Cell] = []

  /// The runner that makes this step and can take the next call; a step from elsewhere has none.
  var runner: Runner?
  private var own: Job?

  /// Who makes the next call: the runner of this step, once, or a new one (S35).
  func nextRunner() -> Runner {
    if let runner, own == nil { runner } else { Runner() }
  }

  mutating func add(_ job: Job, on runner: Runner) {
    if runner === self.runner { own = job } else { jobs.append((job, runner)) }
  }

  /// The call the runner of this step goes on with.
  func takeJob() -> Job? { own }

  /// The call that has come back with this step.
  var returned: Call?

  /// Whether the same call goes on with its next part: relevance, content, `present`.
  func goesOn(with call: Call) -> Bool { own?.call === call || jobs.contains { $0.job.call === call } }
}

/// A call into an app or a renderer, with what it needs.
enum Job: Sendable {
  case confirm(any AlertPresentable, Call)
  case read(any AlertPresentable, updated: AlertContent?, InstalledRenderer?, Call)
  case present(AlertRequest, any AlertRenderer, Call)
  case end(any AlertPresentable, AlertOutcome, TurnNumber, Scope)
  case endBeside(any AlertPresentable, AlertOutcome, CallNumber, Scope)

  var call: Call? {
    switch self {
    case .confirm(_, let call), .read(_, _, _, let call), .present(_, _, let call): call
    case .end, .endBeside: nil
    }
  }
}

/// The renderer and the number it is installed under.
struct InstalledRenderer: Sendable {
  let renderer: any AlertRenderer
  let number: RendererNumber
}
