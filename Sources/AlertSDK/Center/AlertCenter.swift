/// One place to hand alerts to: it shows them one at a time, in the right order, and goes on only when the one before has closed.
///
/// Every method may be called from any thread, isolation, renderer, alert or `deinit` (S31); none blocks, except `askBlocking`.
/// Several screens, windows or seats take several centers, which share nothing.
///
/// Live alerts and turns keep a center alive; an idle one holds no task and is released (S30).
public final class AlertCenter: Sendable {
  // A lock and a signal around `SchedulerState`: every call is one step of the state under the lock, and what the step asks for is
  // performed when the lock is open again.

  /// The center for programs that need one only.
  public static let shared = AlertCenter()
  /// The center of this task: `shared`, unless `withCenter` or a call of a center into the app has bound another.
  ///
  /// It does not reach detached tasks and the callbacks of toolkits: code that lives in a window passes its center.
  @TaskLocal public static var current: AlertCenter = .shared

  let clock: CenterClock
  let diagnostics: @Sendable (String) -> Void
  private let executor: (any TaskExecutor)?
  private let storage: Lock<CenterStorage>

  /// A center of its own.
  ///
  /// - Parameters:
  ///   - renderer: what shows the alerts; nil until `use(renderer:)`.
  ///   - clock: what limits and time on screen are counted on; a test brings its own. Where its sleep fails, the rest is slept on the
  ///     system's clock (S16).
  public init(
    renderer: (any AlertRenderer)? = nil, configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.clock = CenterClock(clock)
    diagnostics = configuration.diagnostics
    executor = configuration.executor
    storage = Lock(CenterStorage(configuration))
    LiveCenters.add(self)
    if let renderer { use(renderer: renderer) }
  }

  deinit {
    let (timer, wakeups) = storage.withLock { ($0.timer, $0.endSubscriptions()) }
    timer?.cancel()
    for wakeup in wakeups { wakeup.continuation.resume(returning: wakeup.event) }
  }

  // MARK: Steps

  /// One step of the state under the lock; then, with the lock open, what it asks for.
  @discardableResult
  func step<Result>(_ body: (inout CenterStorage, Nanoseconds) -> Result) -> Result {
    var after = AfterStep()
    let result = step(&after, body)
    perform(&after)
    return result
  }

  /// The same for a runner whose call has come back; it gets the next call to make, if there is one and it may still make calls.
  func step(
    on runner: Runner, after call: Call? = nil, with content: Boxed<AlertContent>? = nil, _ body: (inout CenterStorage, Nanoseconds) -> Void
  ) -> Job? {
    var after = AfterStep()
    after.runner = runner.isCancelled ? nil : runner
    (after.returned, after.content) = (call, content)
    step(&after, body)
    perform(&after)
    return after.own
  }

  @discardableResult
  private func step<Result>(_ after: inout AfterStep, _ body: (inout CenterStorage, Nanoseconds) -> Result) -> Result {
    // `withLock` wants its result sent; what leaves here goes through local variables of this call, which nobody else sees.
    var result: Result?
    storage.withLock { storage in
      let now = clock.now()
      result = body(&storage, now)
      storage.translateEffects(into: &after, center: self, now: now)
      if let call = after.returned { storage.forget(call) }
      storage.rearmTimer(&after)
    }
    guard let result else { preconditionFailure("withLock runs its body") }
    return result
  }

  private func perform(_ after: inout AfterStep) {
    after.returned?.end()
    after.released = []
    for action in after.actions {
      switch action {
      case .deliver(let wakeup): wakeup.continuation.resume(returning: wakeup.event)
      case .cancel(let runner): runner.cancel()
      case .push(let call, let update, let sequence): call.push(update, sequence: sequence)
      case .resume(let wakeup): wakeup.waiter.continuation.resume(returning: wakeup.outcome)
      case .appear(let handle, let onPresent): run(onPresent, handle)
      case .turn(let continuation, let scope): continuation.resume(returning: scope)
      case .drained(let continuation, let isDone): continuation.resume(returning: isDone)
      case .report(let line): diagnostics(line)
      case .start(let job, let runner): runner.start(on: executor) { await self.serve(job, on: runner) }
      }
    }
    if let timer = after.timer { startTimer(timer.number, until: timer.deadline) }
  }

  /// `onPresent` begins inside `didAppear()`, on the isolation it was written in, in a task of its own: nobody waits for it.
  private func run(_ onPresent: @escaping CenterStorage.OnPresent, _ handle: AlertHandle) {
    let body: @Sendable () async -> Void = { await AlertCenter.$current.withValue(self) { await onPresent(handle) } }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediateDetached(operation: body)
    } else {
      Task.detached(operation: body)
    }
  }

  // MARK: The timer (S16)

  private func startTimer(_ number: UInt64, until deadline: Nanoseconds) {
    let task = Task.detached(executorPreference: executor) { [weak self, clock] in
      // The only error is the cancellation of a sleep that an earlier deadline has replaced.
      guard (try? await clock.sleepUntil(deadline)) != nil else { return }
      self?.step { $0.wake(number, now: $1) }
    }
    let replaced: Task<Void, Never>? = storage.withLock { storage in
      guard storage.timerNumber == number else { return task }
      defer { storage.timer = task }
      return storage.timer
    }
    replaced?.cancel()
  }

  // MARK: Renderers

  /// Installs what shows the alerts; the one on screen moves to it with its remaining time (S28).
  ///
  /// With nil the one on screen goes back to its place; alerts wait, and those of `ask` fail after `Configuration.installLimit`.
  public func use(renderer: (any AlertRenderer)?) {
    let name = renderer?.name ?? ""
    // The old one leaves the lock before it is released.
    _ = step { storage, now in
      storage.install(renderer, name: name, now: now)
    }
  }

  // MARK: Pause (S17)

  /// Stops new presentations, or those below a priority; what is up stays up, and only `resume()` ends it.
  ///
  /// The last call's level counts. Parties that do not know each other use `hold(lease:)`.
  public func pause(below priority: AlertPriority? = nil) {
    step { $0.state.setPause(priority.map { .below($0.rawValue) } ?? .all, now: $1) }
  }

  /// Lets presentations go on.
  public func resume() { step { $0.state.setPause(.none, now: $1) } }

  /// Whether new presentations are stopped, at any level.
  public var isPaused: Bool { step { storage, _ in storage.state.pause != .none } }

  // MARK: What is going on

  /// What the center is doing at this moment; O(n) in the waiting alerts, on a copy.
  public var snapshot: Snapshot {
    let (state, history) = step { storage, _ in (storage.state, storage.history.records) }
    return state.snapshot(history: history)
  }
}
