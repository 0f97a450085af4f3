import AlertJSON
import AlertSDK
import AlertTerminal

/// The life of a program and of the alerts it is handed: events in, effects out. No clock, no process, no thread.
///
/// One alert is up at a time; further ones wait. A program that breaks the protocol is ended, and what was up is lost with the reason.
struct ProgramLifecycle {
  typealias Instant = ContinuousClock.Instant
  typealias Number = Int

  enum Event: Equatable {
    /// An alert, by the number that names it until it is finished.
    case present(Number, PresentedAlert)
    case update(Number, PresentedAlert)
    case cancel(Number)
    /// The program is to end.
    case stop
    case startFailed(RendererFailure)
    case line([UInt8])
    case lineTooLong
    /// Everything sent so far has been read.
    case drained
    /// The program closed the stream it reads from, or the one it writes to.
    case closed(Stream)
    /// Everything it wrote has been handed over; nothing of it is left.
    case ended(ProgramEnd, lastWords: String?)
    case timePassed
  }
  enum Stream: String { case input, output }

  enum Effect: Equatable {
    case start
    case send(JSONValue)
    /// Once everything is sent, end its input.
    case closeInput
    case terminate, kill
    case appear(Number)
    case finish(Number, End)
    case learn(RendererCapabilities)
    case report(String)
  }
  enum End: Equatable {
    case response(AlertResponse)
    case failure(RendererFailure)
    case cancelled
  }

  enum Phase: Equatable {
    case absent
    case initializing(request: Int, limit: Instant)
    case ready
    /// It is to end; at the limit a stronger means follows.
    case leaving(Means, limit: Instant?)
    enum Means { case asked, terminated, killed }
  }

  /// The alert that the program has.
  struct Presentation {
    var number: Number
    var request: Int
    /// The newest that was sent.
    var alert: PresentedAlert
    /// Newer than that; only the newest counts (R9).
    var pending: PresentedAlert?
    var isCancelled = false
    var hasAppeared = false
    /// When the answer to `withdraw` is due.
    var withdrawalLimit: Instant?
  }

  /// How long a program may be without one of its streams before that, rather than its end, is what is told.
  static let closedGrace = Duration.milliseconds(100)
  /// Most messages that nobody asked for, for one alert.
  static let noiseLimit = 1_000
  /// The longest rest before a start that an alert waits for; a longer one is told as unavailable.
  static let patience = Duration.seconds(1)

  let limits: ProcessRenderer.Limits
  var label: String
  var capabilities: RendererCapabilities = []
  /// The first one it claims that means nothing to us, in words.
  var unknownCapability: String?

  var phase = Phase.absent
  var up: Presentation?
  private var queue: [(number: Number, alert: PresentedAlert)] = []
  /// Of all that were sent to this process.
  private(set) var firstRequest = 1
  var lastRequest = 0
  var noise = 0

  /// Whether this process has answered an alert.
  private var hasServed = false
  /// Failures since an alert was last answered.
  private var failures = 0
  private var lastFailure: RendererFailure?
  private var restUntil: Instant?
  var stall: Instant?
  private var closed: (stream: Stream, limit: Instant)?

  var now = ContinuousClock.now
  var effects: [Effect] = []

  init(label: String, limits: ProcessRenderer.Limits) {
    self.limits = limits
    self.label = SafeText.label(label).text
  }

  /// When the next `timePassed` is due.
  var deadline: Instant? {
    let limit: Instant? =
      switch phase {
      case .initializing(_, let limit): limit
      case .leaving(_, let limit): limit
      case .absent: queue.isEmpty ? nil : restUntil
      case .ready: nil
      }
    return [limit, up?.withdrawalLimit, stall, closed?.limit].compactMap { $0 }.min()
  }

  mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    self.now = now
    effects = []
    switch event {
    case .present(let number, let alert): queue.append((number, alert))
    case .update(let number, let alert): update(number, alert)
    case .cancel(let number): cancel(number)
    case .stop: stop()
    case .startFailed(let failure): startFailed(failure)
    case .line(let line): if !isLeaving { read(line) }
    case .lineTooLong: if !isLeaving { misbehaved("it wrote a line of more than \(LineSplitter.limit >> 20) MiB") }
    case .drained: drained()
    case .closed(let stream): if closed == nil, !isLeaving { closed = (stream, now + Self.closedGrace) }
    case .ended(let end, let words): ended(end, words)
    case .timePassed: timePassed()
    }
    advance()
    return effects
  }

  private var isLeaving: Bool {
    switch phase {
    case .leaving, .absent: true
    case .initializing, .ready: false
    }
  }

  mutating func send(_ message: JSONValue) {
    effects.append(.send(message))
    stall = stall ?? now + limits.read
  }

  // MARK: Alerts

  /// What can be done next for those that wait.
  private mutating func advance() {
    switch phase {
    case .absent:
      guard !queue.isEmpty else { return }
      if let rest = restUntil.map({ now.duration(to: $0) }), rest > .zero {
        if rest > Self.patience, let lastFailure {
          let kind: RendererFailure.Kind = lastFailure.kind == .unsupported ? .unsupported : .unavailable
          failQueue(RendererFailure(kind, "\(lastFailure.reason) (it is given a rest)", retryAfter: rest))
        }
        return
      }
      lastRequest += 1
      firstRequest = lastRequest
      noise = 0
      phase = .initializing(request: lastRequest, limit: now + limits.start)
      hasServed = false
      effects.append(.start)
      send(ProgramRequest.initialize(lastRequest))
    case .ready:
      while up == nil, !queue.isEmpty {
        let (number, alert) = queue.removeFirst()
        present(number, alert)
      }
    case .initializing, .leaving: break
    }
  }

  mutating func present(_ number: Number, _ alert: PresentedAlert) {
    let missing = alert.content.requiredCapabilities.subtracting(capabilities)
    guard missing.isEmpty else {
      let what = missing.contains(.fields) ? "fields" : "actions"
      let slip = unknownCapability.map { "; it claims \($0)" } ?? ""
      return finish(number, .failure(.unsupported("\(label) cannot show alerts with \(what)\(slip)")))
    }
    lastRequest += 1
    noise = 0
    up = Presentation(number: number, request: lastRequest, alert: alert)
    send(ProgramRequest.present(lastRequest, alert))
  }

  private mutating func update(_ number: Number, _ alert: PresentedAlert) {
    if let place = queue.firstIndex(where: { $0.number == number }) { queue[place].alert = alert }
    guard up?.number == number, up?.isCancelled == false else { return }
    up?.pending = alert
    if capabilities.contains(.updates) { sendUpdate() } else { withdraw() }  // and present it anew
  }

  /// A program that is slow to read gets the newest change when it has caught up, and none between.
  private mutating func sendUpdate() {
    guard stall == nil, let up, let alert = up.pending, up.withdrawalLimit == nil, capabilities.contains(.updates) else { return }
    self.up?.alert = alert
    self.up?.pending = nil
    send(ProgramRequest.update(up.request, alert))
  }

  private mutating func drained() {
    stall = nil
    sendUpdate()
  }

  private mutating func cancel(_ number: Number) {
    if let place = queue.firstIndex(where: { $0.number == number }) {
      queue.remove(at: place)
      finish(number, .cancelled)
    } else if up?.number == number {
      up?.isCancelled = true
      withdraw()
    }
  }

  private mutating func withdraw() {
    guard let up, up.withdrawalLimit == nil else { return }
    let limit = now + limits.withdraw
    self.up?.withdrawalLimit = limit
    send(ProgramRequest.withdraw(up.request))
  }

  mutating func finish(_ number: Number, _ end: End) { effects.append(.finish(number, end)) }

  /// The program has done its work.
  mutating func didWell() { (hasServed, failures, restUntil) = (true, 0, nil) }

  private mutating func failQueue(_ failure: RendererFailure) {
    for (number, _) in queue { finish(number, .failure(failure)) }
    queue = []
  }

  // MARK: The program's end

  /// It broke the protocol or is silent: it is ended, and its alert is lost.
  mutating func misbehaved(_ what: String, _ means: Phase.Means = .terminated) {
    fail(.lost("\(label) was ended: \(what)"))
    leave(by: means)
  }

  /// What is up, or else what waits for the program's first word, fails.
  mutating func fail(_ failure: RendererFailure) {
    failures += 1
    lastFailure = failure
    var rest = failures > 1 ? Duration.milliseconds(100) * (1 << min(failures - 2, 9)) : .zero
    rest = max(min(rest, .seconds(30)), min(failure.retryAfter ?? .zero, .seconds(30)))
    restUntil = rest > .zero ? now + rest : nil
    if let up {
      finish(up.number, up.isCancelled ? .cancelled : .failure(failure))
      self.up = nil
    } else if case .initializing = phase {
      failQueue(failure)
    } else {
      effects.append(.report(failure.reason))
    }
  }

  mutating func leave(by means: Phase.Means) {
    (closed, stall) = (nil, nil)
    switch means {
    case .asked:
      send(ProgramRequest.exit)
      effects.append(.closeInput)
      stall = nil
      phase = .leaving(.asked, limit: now + limits.exit)
    case .terminated:
      effects.append(.terminate)
      phase = .leaving(.terminated, limit: now + limits.terminate)
    case .killed:
      effects.append(.kill)
      phase = .leaving(.killed, limit: nil)
    }
  }

  private mutating func stop() {
    let failure = RendererFailure.lost("\(label) was stopped")
    if let up { finish(up.number, up.isCancelled ? .cancelled : .failure(failure)) }
    up = nil
    failQueue(failure)
    if !isLeaving { leave(by: .asked) }
  }

  private mutating func startFailed(_ failure: RendererFailure) {
    fail(failure)
    (phase, closed, stall) = (.absent, nil, nil)
  }

  private mutating func ended(_ end: ProgramEnd, _ lastWords: String?) {
    if !isLeaving {
      var reason = "\(label) \(end.text)"
      if let lastWords { reason += "; its last words: \(lastWords)" }
      if case .initializing = phase, end == .exited(126) || end == .exited(127) {
        fail(.unsupported(reason))  // how a shell says that there is no such program, or none that can be run
      } else if hasServed, let up, !up.hasAppeared, !up.isCancelled {
        // It was on its way out when the alert came, of which nobody has seen anything: that one is for the next process.
        queue.insert((up.number, up.pending ?? up.alert), at: 0)
        self.up = nil
      } else if up == nil, phase == .ready, end == .exited(0) {
        // It does one alert, or as many as it likes, and goes.
      } else {
        fail(.lost(reason))
      }
    }
    (phase, closed, stall) = (.absent, nil, nil)
  }

  // MARK: Time

  private mutating func timePassed() {
    if case .leaving(let means, let limit?) = phase, limit <= now {
      leave(by: means == .asked ? .terminated : .killed)
    } else if let limit = up?.withdrawalLimit, limit <= now {
      misbehaved("it did not answer within \(limits.withdraw.text) of a 'withdraw'", .killed)
    } else if let closed, closed.limit <= now {
      misbehaved("it closed its \(closed.stream)")
    } else if let stall, stall <= now {
      misbehaved("it did not read its input for \(limits.read.text)")
    } else if case .initializing(_, let limit) = phase, limit <= now {
      misbehaved("it did not answer 'initialize' within \(limits.start.text)")
    }
  }
}

extension ProgramEnd {
  fileprivate var text: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)"
    case .unknown: "ended"
    }
  }
}

extension Duration {
  /// As `0.5 s`.
  fileprivate var text: String {
    let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(Double(milliseconds) / 1_000) s"
  }
}
