import AlertSDK

/// One rule tried on one renderer: what the rules do and look at.
final class Trial: Sendable {
  let bench: Bench
  let driver: any ConformanceDriver
  let renderer: any AlertRenderer
  let notes: Notes
  private let begun = Lock<[Presented]>([])

  init(_ bench: Bench, notes: Notes) async throws {
    (self.bench, self.notes) = (bench, notes)
    driver = try await bench.makeDriver()
    renderer = driver.renderer
    bench.name = renderer.name
  }

  var isDriven: Bool { !(driver is Undriven) }
  var capabilities: RendererCapabilities { renderer.capabilities }

  func require(_ capability: RendererCapabilities, _ reason: String) throws {
    if !capabilities.isSuperset(of: capability) { throw CannotDrive(reason) }
  }
  func requireActions() throws { try require(.actions, "it has no actions, so the core hands it notices only") }

  // MARK: Contents

  func notice() -> AlertContent { AlertContent(title: bench.token(), message: "A notice of the conformance kit.") }
  func question(_ actions: [AlertAction] = Trial.actions) -> AlertContent {
    AlertContent(title: bench.token(), message: "A question of the conformance kit.", actions: actions)
  }
  func form(_ field: AlertField) -> AlertContent {
    var form = question([AlertAction(id: "save", title: "Save", isPreferred: true), AlertAction(id: "stop", title: "Stop", role: .cancel)])
    form.fields = [field]
    return form
  }
  /// What is most likely to stay up: a question, where the renderer asks one.
  func lastingContent() -> AlertContent { capabilities.contains(.actions) && !bench.refusesQuestions ? question() : notice() }

  static let actions = [
    AlertAction(id: "yes", title: "Accept"), AlertAction(id: "no", title: "Refuse"),
    AlertAction(id: "later", title: "Later", role: .cancel),
  ]

  // MARK: Presenting

  func begin(
    _ content: AlertContent, timeLimit: Duration? = nil, isCancelled: Bool = false, thread: ThreadExecutor? = nil
  ) -> Presented {
    let presented = Presented(
      content, on: renderer, timeLimit: timeLimit, isCancelled: isCancelled, time: bench.time, thread: thread)
    begun.withLock { begun in
      begun.removeAll { $0.ending != nil }
      begun.append(presented)
    }
    return presented
  }

  /// Presents what is most likely to stay up, and waits until it is up or out; `isSettled` is false when it is neither in time.
  func beginLasting() async -> (presented: Presented, isSettled: Bool) {
    let presented = begin(lastingContent())
    let isSettled = await presented.settles(within: Bench.appearanceLimit)
    if case .failure(let failure)? = presented.ending, failure.kind == .unsupported, presented.content.needsAnswer {
      bench.refusesQuestions = true
      return await beginLasting()
    }
    return (presented, isSettled)
  }

  /// Presents, and waits until it is up or out.
  ///
  /// - Throws: ``CannotDrive`` where it is neither: other rules say whether that is wrong.
  func show(_ content: AlertContent, timeLimit: Duration? = nil, thread: ThreadExecutor? = nil) async throws -> Presented {
    let presented = begin(content, timeLimit: timeLimit, thread: thread)
    return try checked(presented, isSettled: await presented.settles(within: Bench.appearanceLimit))
  }

  private func checked(_ presented: Presented, isSettled: Bool) throws -> Presented {
    guard isSettled else { throw CannotDrive("the alert did not appear within 3 s (see R3)") }
    let content = presented.content
    switch presented.ending {
    case .failure(let failure): throw CannotDrive("it cannot show \(name(of: content)) here: \(failure.kind), \(failure.reason)")
    case .foreign(_, let text): throw CannotDrive("it cannot show \(name(of: content)) here (see R18): \(text)")
    default: return presented
    }
  }

  /// The same for what is most likely to stay up.
  func showLasting() async throws -> Presented {
    let (presented, isSettled) = await beginLasting()
    return try checked(presented, isSettled: isSettled)
  }

  /// Shows what must stay up until somebody does something; by default what is most likely to.
  ///
  /// - Throws: ``CannotDrive`` where it is over by itself before long.
  func hold(_ content: AlertContent? = nil) async throws -> Presented {
    let presented = if let content { try await show(content) } else { try await showLasting() }
    if let ending = await presented.ends(within: Bench.calm) { throw CannotDrive("no alert stays up: \(ending)") }
    return presented
  }

  /// Cancels and waits for the end.
  ///
  /// - Throws: ``CannotDrive`` where it does not come: that is for R4 to say.
  func takeDown(_ presented: Presented) async throws {
    presented.cancel()
    if await presented.ends(within: bench.isDeaf ? Bench.calm : Bench.cancellationGrace) == nil {
      bench.isDeaf = true
      throw CannotDrive("present does not come back when its task is cancelled (see R4)")
    }
  }

  /// Takes down what is still up.
  func end() async {
    for presented in begun.withLock({ $0 }) where presented.ending == nil { try? await takeDown(presented) }
  }

  // MARK: The person

  /// Presses an action, and waits for what comes of it.
  func press(_ action: AlertAction.ID, on presented: Presented, values: [AlertField.ID: String] = [:]) async throws -> Presented.Ending {
    try await driver.press(action, in: presented.content, values: values)
    guard let ending = await presented.ends(within: Bench.reactionLimit) else {
      throw Violation("pressed \"\(action)\"", expected: "present to return .chose(\"\(action)\")", but: "it still runs after 3 s")
    }
    return ending
  }

  // MARK: Looking

  /// Whether the condition comes true in time; nil, with a note, where the driver cannot tell.
  func eventually(
    within limit: Duration = Bench.reactionLimit, _ condition: () async throws -> Bool
  ) async throws -> Bool? {
    let deadline = ContinuousClock.now + limit
    do {
      // The surface is another's and rings no bell, so it is looked at again and again.
      while try await !condition() {
        if ContinuousClock.now > deadline { return false }
        try await bench.time.sleep(for: .milliseconds(10))
      }
      return true
    } catch let reason as CannotDrive {
      notes.add("\(reason)")
      return nil
    }
  }
  func sees(_ text: String) async throws -> Bool? { try await eventually { try await self.driver.text().contains(text: text) } }
  func isGone(within limit: Duration = Bench.reactionLimit) async throws -> Bool? {
    try await eventually(within: limit) { try await !self.driver.isUp() }
  }
  func isUp() async throws -> Bool? { try await eventually { try await self.driver.isUp() } }
  /// All that was put out up to now; nil where nobody can tell.
  func output() async throws -> String? {
    do { return try await driver.output() } catch let reason as CannotDrive {
      notes.add("\(reason)")
      return nil
    }
  }

  /// A kind of alert in words.
  func name(of content: AlertContent) -> String {
    !content.fields.isEmpty ? "a form" : content.actions.isEmpty ? "a notice" : "a question"
  }
}

extension AlertContent {
  /// Whether `.delivered` would leave somebody without an answer (R7).
  var needsAnswer: Bool { !fields.isEmpty || actions.contains { $0.role != .cancel } }
}
