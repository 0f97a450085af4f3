/// One alert on the children of a combinator: a loop over what they say, what the clock says, and what the center says.
///
/// Fallback and multiplex differ in one thing only: how many children are called at once. All state is in this value, touched by
/// one task; children, timers and cancellation only send it messages.
struct CombinedPresentation {
  /// A child that has not appeared by then is cancelled and counts as lost.
  static let childAppearanceLimit: Duration = .seconds(3)
  /// A child that has not returned that long after its cancellation is left behind.
  static let childGrace: Duration = .seconds(1)
  /// A child without `.updates` is called anew for newer content at most that often (S22).
  static let renewalInterval: Duration = .seconds(1)

  enum Message: Sendable {
    case appeared(call: Int)
    case disappeared(call: Int)
    case answered(call: Int, AlertResponse)
    case ended(call: Int, Result<AlertResponse, any Error>, wasCancelled: Bool)
    case timeIsUp(call: Int, timer: Int)
    case renewable(call: Int)
    case updated(AlertUpdate)
    case cancelled
  }

  private enum Phase: Equatable {
    case opening, up
    case closing(Reason)
    enum Reason {
      /// The content changed under a child that has no `.updates` or cannot show the new one.
      case changed
      /// It did not appear in time.
      case late
      /// The alert is over.
      case over
    }
  }

  private struct Call {
    let id: Int
    let child: Int
    let content: AlertContent
    let task: Task<Void, Never>
    let relay: UpdateRelay
    var phase = Phase.opening
    var hasAppeared = false
    var timer: Task<Void, Never>?
    var timerNumber = 0
    var pause: Task<Void, Never>?  // until it may be called anew once more

    var isClosing: Bool { if case .closing = phase { true } else { false } }
  }

  private let request: AlertRequest
  private let children: RendererChildren
  private let mailbox: Mailbox<Message>
  private let allAtOnce: Bool

  private var newest: AlertUpdate
  private var calls: [Call] = []
  private var callCount = 0
  /// Children that have or had the alert; the others join a multiplex when an update is something they can show.
  private var called: Set<Int> = []
  private var isVisible = false
  private var isCancelled = false
  /// A choice or a dismissal: it ends the alert on all children.
  private var decision: AlertResponse?
  /// A delivery or an expiry: it counts once no other child is left.
  private var aside: AlertResponse?
  private var failures: [Int: RendererFailure] = [:]

  private init(_ request: AlertRequest, on children: RendererChildren, allAtOnce: Bool, mailbox: Mailbox<Message>) {
    (self.request, self.children, self.allAtOnce, self.mailbox) = (request, children, allAtOnce, mailbox)
    newest = AlertUpdate(
      alert: request.alert, content: request.content, timeLeft: request.timeLimit, repeatCount: request.repeatCount,
      waitingCount: request.waitingCount)
  }

  static func present(_ request: AlertRequest, on children: RendererChildren, allAtOnce: Bool) async throws -> AlertResponse {
    try Task.checkCancellation()
    let mailbox = Mailbox<Message>()
    async let _: Void = forward(request.updates, to: mailbox)  // ends with this call
    return try await withTaskCancellationHandler {
      var presentation = Self(request, on: children, allAtOnce: allAtOnce, mailbox: mailbox)
      return try await presentation.run()
    } onCancel: {
      mailbox.send(.cancelled)
    }
  }

  private static func forward(_ updates: AlertUpdates, to mailbox: Mailbox<Message>) async {
    for await update in updates { mailbox.send(.updated(update)) }
  }

  private mutating func run() async throws -> AlertResponse {
    startNext()
    while !calls.isEmpty {
      handle(await mailbox.next())
      if calls.isEmpty, decision == nil, aside == nil, !isCancelled { startNext() }
    }
    if let decision { return decision }
    if isCancelled {
      // Out on the one surface there was, it cannot be taken back; of several, others may have been up yet.
      if !allAtOnce, let aside, aside.isFinal { return aside }
      throw CancellationError()
    }
    if let aside { return aside }
    throw children.failure(failures, for: newest.content)
  }

  // MARK: Starting

  /// Calls those that come next: of the ones that have not failed yet, first those in good standing, then, rather than fail, those at rest.
  private mutating func startNext() {
    let candidates = children.candidates(for: newest.content)
    let next = [candidates.ready, candidates.resting].map { $0.filter { failures[$0] == nil } }.first { !$0.isEmpty } ?? []
    guard !next.isEmpty else { return }
    if callCount > 0 {  // time stands still, and the center's appearance limit starts anew
      isVisible = false
      request.didDisappear()
    }
    for child in allAtOnce ? next[...] : next.prefix(1) { start(child) }
  }

  private mutating func start(_ child: Int) {
    callCount += 1
    called.insert(child)
    newest.timeLeft = request.timeLeft ?? newest.timeLeft
    let (id, relay) = (callCount, UpdateRelay())
    let request = request.forChild(newest, updates: relay.updates) { [mailbox] event in
      switch event {
      case .appeared: mailbox.send(.appeared(call: id))
      case .disappeared: mailbox.send(.disappeared(call: id))
      case .answered(let response): mailbox.send(.answered(call: id, response))
      }
    }
    let task = children.call(child, request) { [mailbox] in mailbox.send(.ended(call: id, $0, wasCancelled: $1)) }
    calls.append(Call(id: id, child: child, content: newest.content, task: task, relay: relay))
    setTimer(Self.childAppearanceLimit, at: calls.endIndex - 1)
  }

  private mutating func setTimer(_ duration: Duration, at place: Int) {
    // A nested combinator limits its own children; a limit on it too would end with, or before, the first of theirs.
    guard !children.isCombinator(at: calls[place].child) else { return }
    calls[place].timer?.cancel()
    calls[place].timerNumber += 1
    calls[place].timer = send(.timeIsUp(call: calls[place].id, timer: calls[place].timerNumber), after: duration)
  }

  // Not structured: it must run on when this presentation is cancelled, to bound how long it waits for its children.
  private func send(_ message: Message, after duration: Duration) -> Task<Void, Never> {
    Task { [sleeper = request.sleeper, mailbox] in
      do { try await sleeper(duration) } catch { return }  // no longer needed
      mailbox.send(message)
    }
  }

  // MARK: What happens

  private mutating func handle(_ message: Message) {
    switch message {
    case .cancelled:
      isCancelled = true
      closeAll()
    case .updated(let update): take(update)
    case .appeared(let id): ifLive(id) { $0.appeared(at: $1) }
    case .disappeared(let id): ifLive(id) { $0.disappeared(at: $1) }
    case .answered(let id, let response): ifLive(id) { presentation, _ in presentation.decide(response) }
    case .ended(let id, let result, let wasCancelled): ifLive(id) { $0.ended(at: $1, result, wasCancelled: wasCancelled) }
    case .timeIsUp(let id, let timer): ifLive(id) { $0.timeIsUp(at: $1, timer) }
    case .renewable(let id): ifLive(id) { $0.renewable(at: $1) }
    }
  }

  /// What a call says that was left behind counts no more.
  private mutating func ifLive(_ id: Int, _ body: (inout Self, Int) -> Void) {
    if let place = calls.firstIndex(where: { $0.id == id }) { body(&self, place) }
  }

  private mutating func appeared(at place: Int) {
    guard calls[place].phase == .opening else { return }
    calls[place].phase = .up
    calls[place].hasAppeared = true
    calls[place].timer?.cancel()
    isVisible = true
    request.didAppear()
  }

  /// A nested combinator tries another surface.
  private mutating func disappeared(at place: Int) {
    guard !calls[place].isClosing else { return }
    calls[place].phase = .opening
    setTimer(Self.childAppearanceLimit, at: place)
    if !calls.contains(where: { $0.phase == .up }) {
      isVisible = false
      request.didDisappear()
    }
  }

  private mutating func ended(at place: Int, _ result: Result<AlertResponse, any Error>, wasCancelled: Bool) {
    let call = remove(at: place)
    switch result {
    case .success(let response) where !wasCancelled || response.isFinal:
      children.succeeded(call.child)
      switch response {
      case .chose, .dismissed: decide(response)
      case .delivered, .timedOut: aside = aside ?? response
      }
    case .failure(let error) where !wasCancelled: fail(call.child, error)
    default:
      if call.hasAppeared { children.succeeded(call.child) }
      restart(call)
    }
    stopTimeIfNothingIsUp()
  }

  private mutating func timeIsUp(at place: Int, _ timer: Int) {
    guard calls[place].timerNumber == timer else { return }
    switch calls[place].phase {
    case .up: break
    case .opening:
      fail(calls[place].child, RendererFailure.lost("did not appear within \(Self.childAppearanceLimit)"))
      close(at: place, .late)
    case .closing(let reason):
      let call = remove(at: place)  // left behind
      if reason == .changed { fail(call.child, RendererFailure.lost("did not take the alert down within \(Self.childGrace)")) }
      stopTimeIfNothingIsUp()
    }
  }

  private mutating func take(_ update: AlertUpdate) {
    newest = update
    for place in calls.indices where !calls[place].isClosing {
      let child = calls[place].child
      if !children.canShow(update.content, at: child) {
        close(at: place, .changed)
      } else if children.renderers[child].capabilities.contains(.updates) {
        calls[place].relay.send(update)
      } else if calls[place].pause == nil {
        renewIfStale(at: place)
      }
    }
    guard allAtOnce, decision == nil, !isCancelled else { return }
    for child in children.candidates(for: update.content).ready where !called.contains(child) { start(child) }
  }

  private mutating func renewable(at place: Int) {
    calls[place].pause = nil
    if !calls[place].isClosing, !children.renderers[calls[place].child].capabilities.contains(.updates) { renewIfStale(at: place) }
  }

  /// Counts alone never take an alert down (S23).
  private mutating func renewIfStale(at place: Int) {
    if calls[place].content != newest.content { close(at: place, .changed) }
  }

  // MARK: Ending

  private mutating func decide(_ response: AlertResponse) {
    guard decision == nil else { return }
    decision = response
    if !calls.isEmpty {
      request.didAnswer(response)
      closeAll()
    }
  }

  private mutating func fail(_ child: Int, _ error: any Error) {
    failures[child] = children.failed(child, error, sleep: request.sleeper)
  }

  private mutating func closeAll() { for place in calls.indices { close(at: place, .over) } }

  private mutating func close(at place: Int, _ reason: Phase.Reason) {
    let wasClosing = calls[place].isClosing
    calls[place].phase = .closing(reason)
    guard !wasClosing else { return }  // its grace is running
    calls[place].task.cancel()
    setTimer(Self.childGrace, at: place)
  }

  private mutating func remove(at place: Int) -> Call {
    let call = calls.remove(at: place)
    call.timer?.cancel()
    call.pause?.cancel()
    call.relay.finish()
    return call
  }

  /// Calls a child anew that was taken down for newer content, if it can show that.
  private mutating func restart(_ call: Call) {
    guard call.phase == .closing(.changed) else { return }
    guard children.canShow(newest.content, at: call.child) else {
      called.remove(call.child)
      return
    }
    start(call.child)
    calls[calls.endIndex - 1].pause = send(.renewable(call: calls[calls.endIndex - 1].id), after: Self.renewalInterval)
  }

  private mutating func stopTimeIfNothingIsUp() {
    guard isVisible, aside == nil, decision == nil, !isCancelled, !calls.isEmpty, !calls.contains(where: { $0.phase == .up }) else {
      return
    }
    isVisible = false
    request.didDisappear()
  }
}
