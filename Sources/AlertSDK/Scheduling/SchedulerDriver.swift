/// The calls into apps and renderers: what the state asks for is done here, in a runner's task, and told back as the next step.
extension AlertCenter {
  /// Makes one call after another for as long as the state has one for this runner (S35).
  func serve(_ first: Job, on runner: Runner) async {
    await AlertCenter.$current.withValue(self) {
      var next: Job? = first
      while let job = next { next = await self.make(job, on: runner) }
    }
  }

  private func make(_ job: Job, on runner: Runner) async -> Job? {
    switch job {
    case .confirm(let alert, let call): await confirm(alert, call, on: runner)
    case .read(let alert, let updated, let installed, let call):
      await Scope.$current.withValue(call.scope) { await read(alert, updated, installed, call, on: runner) }
    case .present(let showing):
      await Scope.$current.withValue(showing.call.scope) { await present(showing, on: runner) }
    case .end(let alert, let outcome, let turn, let scope):
      await end(alert, outcome, scope, on: runner) { $0.state.endTurn(turn, now: $1) }
    case .endBeside(let alert, let outcome, let number, let scope):
      await end(alert, outcome, scope, on: runner) { $0.state.endedBeside(number, now: $1) }
    }
  }

  private func confirm(_ alert: any AlertPresentable, _ call: Call, on runner: Runner) async -> Job? {
    let isRelevant = await Scope.$current.withValue(call.scope) { await alert.isStillRelevant() }
    return step(on: runner, after: call) { storage, now in
      storage.learn(.isStillRelevant, of: alert)
      storage.state.relevance(call.number, is: isRelevant, now: now)
    }
  }

  private func read(
    _ alert: any AlertPresentable, _ updated: Boxed<AlertContent>?, _ installed: InstalledRenderer?, _ call: Call, on runner: Runner
  ) async -> Job? {
    let content: Boxed<AlertContent>
    let needed: RendererCapabilities
    if let updated {
      (content, needed) = (updated, updated.value.requiredCapabilities)
    } else {
      let read = await alert.content
      needed = read.requiredCapabilities
      content = Boxed(read)
    }
    var installed = installed
    while true {
      let capabilities = installed?.renderer.capabilities ?? []
      var newer: InstalledRenderer??
      let next = step(on: runner, after: call, with: content) { storage, now in
        let isTaken = storage.ready(
          call, content, for: installed?.number ?? 0, capabilities: capabilities, needed: needed, now: now)
        if !isTaken { newer = .some(storage.installed) }
      }
      // Another renderer was installed while this one was asked what it can do.
      guard let newer else {
        // Mostly this runner goes on with `present`, in the same scope (S35).
        guard case .present(let showing)? = next, showing.call === call else { return next }
        return await present(showing, on: runner)
      }
      installed = newer
    }
  }

  private func present(_ showing: Showing, on runner: Runner) async -> Job? {
    let (installed, call) = (showing.installed, showing.call)
    let result: PresentReturn
    do {
      let response = try await installed.renderer.present(showing.request)
      result = .response(response, isKnown: call.knows(response))
    } catch is CancellationError {
      result = .cancelled
    } catch {
      result = .failure(RendererFailure(error, of: installed.renderer.name))
    }
    return step(on: runner, after: call) { $0.state.returned(call.number, result, now: $1) }
  }

  private func end(
    _ alert: any AlertPresentable, _ outcome: AlertOutcome, _ scope: Scope, on runner: Runner,
    then body: (inout CenterStorage, Nanoseconds) -> Void
  ) async -> Job? {
    await Scope.$current.withValue(scope) { await alert.didEnd(with: outcome) }
    return step(on: runner) { storage, now in
      storage.learn(.didEnd, of: alert)
      body(&storage, now)
    }
  }

  /// What is left of an alert's time on screen, for a combinator that moves it from one child to the next.
  func timeLeft(of record: AlertRecord) -> Duration? {
    step { storage, now in storage.liveCell(record) == nil ? nil : storage.state.timeLeft(record.slot, now: now) }
  }

  /// What a renderer says while `present` runs.
  func handle(_ event: AlertRequest.Event, from call: Call) {
    step { storage, now in
      switch event {
      case .appeared: storage.state.didAppear(call.number, now: now)
      case .disappeared: storage.state.didDisappear(call.number, now: now)
      case .answered(let response): storage.state.didAnswer(call.number, response, isKnown: call.knows(response), now: now)
      }
    }
  }
}
