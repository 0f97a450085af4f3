import AlertSDK

/// One check of one renderer: what the trials of its rules share.
final class Bench: Sendable {
  /// An alert that nothing keeps from it appears within this time.
  static let appearanceLimit: Duration = .seconds(3)
  /// A renderer whose task is cancelled comes back within this time (R4).
  static let cancellationGrace: Duration = .seconds(2)
  /// What a person does has its effect within this time.
  static let reactionLimit: Duration = .seconds(3)
  /// How long is waited for what must not happen.
  static let calm: Duration = .milliseconds(300)
  /// How many presentations in a row say something about leaks (R17): a descriptor or thread left each time stands out from there on.
  static let tellingRepetitions = 50

  private struct State: Sendable {
    var name = ""
    var isDeaf = false
    var refusesQuestions = false
    var serial = 0
    var processBefore: [ProcessState] = []
  }

  let makeDriver: @Sendable () async throws -> any ConformanceDriver
  /// How many presentations in a row R17 tries at most, twice.
  let repetitions: Int
  /// Measures time on a thread on which nothing of others runs, so that it goes on whatever they do.
  let time = ThreadExecutor()
  /// Runs the trials.
  private let thread = ThreadExecutor()
  private let state = Lock(State())

  init(repetitions: Int = 10_000, makeDriver: @escaping @Sendable () async throws -> any ConformanceDriver) {
    (self.repetitions, self.makeDriver) = (repetitions, makeDriver)
  }

  func stop() {
    time.stop()
    thread.stop()
  }

  /// The renderer's name, once one could be made.
  var name: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }
  /// Whether a presentation has ignored its cancellation: the next ones are waited for no longer.
  var isDeaf: Bool {
    get { state.withLock { $0.isDeaf } }
    set { state.withLock { $0.isDeaf = newValue } }
  }
  /// Whether it says, with a reason, that nobody can be asked here, whatever its capabilities (R8): the rules do with notices.
  var refusesQuestions: Bool {
    get { state.withLock { $0.refusesQuestions } }
    set { state.withLock { $0.refusesQuestions = newValue } }
  }
  /// A word that is in no other alert of the check, nor anywhere else.
  func token() -> String {
    state.withLock { state in
      state.serial += 1
      return "kit\(state.serial)z"
    }
  }

  /// The process before the renderer was first called.
  var processBefore: [ProcessState] { state.withLock { $0.processBefore } }

  /// Looks at the process before anything is presented; several times, as others in it may have changed something for a moment.
  func begin() async {
    for _ in 0..<5 {
      let now = ProcessState()
      state.withLock { $0.processBefore.append(now) }
      try? await time.sleep(for: .milliseconds(20))
    }
  }

  func result(of test: ConformanceCase) async -> ConformanceReport.Result {
    let notes = Notes()
    do { if test.isProcessWide { try await takeProcess() } } catch {
      return ConformanceReport.Result(rule: test.rule, verdict: .untested("the check was cancelled"), notes: [])
    }
    defer { if test.isProcessWide { Self.isProcessTaken.withLock { $0 = false } } }
    let decision = OneTime<ConformanceReport.Verdict>()
    // Not structured: a trial that does not come back is left behind.
    let trial = Task(executorPreference: thread) {
      decision.decide(await self.verdict(of: test, notes))
    }
    let alarm = Task(executorPreference: time) { [time] in
      try await time.sleep(for: test.limit)
      decision.decide(.failed("tried for \(test.limit): expected an end, but something of the renderer or its driver does not come back"))
    }
    let verdict = await withTaskCancellationHandler {
      await decision.value
    } onCancel: {
      decision.decide(.untested("the check was cancelled"))
    }
    trial.cancel()
    alarm.cancel()
    return ConformanceReport.Result(rule: test.rule, verdict: verdict, notes: notes.all)
  }

  private static let isProcessTaken = Lock(false)

  /// Waits until no other check in this process tries a rule that looks at all of it.
  private func takeProcess() async throws {
    while Self.isProcessTaken.withLock({ isTaken in
      defer { isTaken = true }
      return isTaken
    }) { try await time.sleep(for: .milliseconds(20)) }
  }

  private func verdict(of test: ConformanceCase, _ notes: Notes) async -> ConformanceReport.Verdict {
    let trial: Trial
    do { trial = try await Trial(self, notes: notes) } catch let reason as CannotDrive {
      return .untested("\(reason)")
    } catch let failure as RendererFailure {
      return .untested("the renderer cannot be made here: \(failure)")
    } catch {
      return .failed("making the renderer: expected one, but it threw \(error)")
    }
    do {
      try await test.body(trial)
      await trial.end()
      return .passed
    } catch {
      await trial.end()
      return switch error {
      case let violation as Violation: .failed(violation.message)
      case let reason as CannotDrive: .untested("\(reason)")
      default: .failed("the driver threw: \(error)")
      }
    }
  }
}

/// What a trial could not look at.
final class Notes: Sendable {
  private let notes = Lock<[String]>([])
  var all: [String] { notes.withLock { $0 } }
  func add(_ note: String) { notes.withLock { if !$0.contains(note) { $0.append(note) } } }
}

/// A value that is decided once and awaited by one task.
private final class OneTime<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var value: Value?
    var continuation: CheckedContinuation<Value, Never>?
  }
  private let state = Lock(State())

  func decide(_ value: Value) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard state.value == nil else { return nil }
      state.value = value
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: value)
  }

  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.continuation = continuation }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}
