import AlertSDK
import AlertSDKTestKit
import Testing

/// A list that tests append to from anywhere.
final class Log<Element: Sendable>: Sendable {
  private let entries = Lock<[Element]>([])
  func append(_ entry: Element) { entries.withLock { $0.append(entry) } }
  var all: [Element] { entries.withLock { $0 } }
  var count: Int { all.count }
}

/// A gate that a test opens: whoever waits at it goes on then.
final class Gate: Sendable {
  private let state = Lock<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))
  func open() {
    let waiters = state.withLock { state in
      defer { state = (true, []) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Lets other tasks run until the condition holds, of which nobody tells; at most 60 s. Whether it came to hold.
@discardableResult
func eventually(_ condition: () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now.advanced(by: .seconds(60))
  while !condition() {
    guard ContinuousClock.now < deadline else { return false }
    await Task.yield()
  }
  return true
}

/// Does not appear at its first call, and tells when that has begun; at all others it is dismissed at once.
///
/// The event `presenting` is no sign of it: it comes before the call, which a test that acts on it may overtake.
struct LateEntrance: AlertRenderer {
  let name = "late-entrance"
  let hasBegun = Gate()
  let shown = Log<String>()
  private let calls = Log<String>()

  func present(_ request: AlertRequest) async throws -> AlertResponse {
    calls.append(request.content.title)
    if calls.count == 1 {
      hasBegun.open()
      await untilCancelled()
      throw CancellationError()
    }
    shown.append(request.content.title)
    request.didAppear()
    return .dismissed
  }
}

/// An alert whose every part a test decides.
struct Probe: AlertPresentable {
  var title: String
  var scheduling: AlertScheduling
  var actions: [AlertAction] = []
  var isRelevant: @Sendable () async -> Bool = { true }
  var reading: @Sendable () async -> Void = {}
  var ending: @Sendable (AlertOutcome) async -> Void = { _ in }

  init(
    _ title: String, _ scheduling: AlertScheduling = AlertScheduling(), actions: [AlertAction] = [],
    isRelevant: @escaping @Sendable () async -> Bool = { true }, reading: @escaping @Sendable () async -> Void = {},
    ending: @escaping @Sendable (AlertOutcome) async -> Void = { _ in }
  ) {
    (self.title, self.scheduling, self.actions) = (title, scheduling, actions)
    (self.isRelevant, self.reading, self.ending) = (isRelevant, reading, ending)
  }

  var content: AlertContent {
    get async {
      await reading()
      return AlertContent(title: title, actions: actions)
    }
  }
  func isStillRelevant() async -> Bool { await isRelevant() }
  func didEnd(with outcome: AlertOutcome) async { await ending(outcome) }
}

extension AlertPresentable where Self == PlainAlert {
  /// An alert that is only its title, without a time limit.
  static func plain(_ title: String, _ scheduling: AlertScheduling = AlertScheduling()) -> Self {
    PlainAlert(AlertContent(title: title), scheduling: scheduling)
  }
}

extension AlertScheduling {
  static let low = Self(priority: .low)
  static let high = Self(priority: .high)
}

extension AlertContent {
  static func titled(_ title: String) -> Self { Self(title: title) }
}

/// What the tests of one center start from: a screen that a test works as the person, and a clock that stands still.
struct Stage {
  let screen: TestScreen
  let clock = ManualClock()
  let center: AlertCenter

  init(
    updates: Bool = true, installed: Bool = true, _ configure: (inout AlertCenter.Configuration) -> Void = { _ in }
  ) {
    screen = TestScreen(capabilities: updates ? [.actions, .fields, .updates, .progress] : [.actions, .fields])
    var configuration = AlertCenter.Configuration()
    configuration.diagnostics = { _ in }
    configure(&configuration)
    center = AlertCenter(renderer: installed ? screen : nil, configuration: configuration, clock: clock)
  }

  /// The next one on screen, which must be this one.
  @discardableResult
  func expect(_ title: String, _ location: SourceLocation = #_sourceLocation) async throws -> TestScreen.Shown {
    let shown = try await screen.next()
    #expect(shown.content.title == title, sourceLocation: location)
    return shown
  }

  /// Waits until the center sleeps until that time from its beginning, then lets the time pass; due and nothing else.
  func pass(_ duration: Duration) async {
    clock.advance(by: duration)
  }
}

extension AlertHandle {
  /// Waits until the status says something, of which nobody tells; at most 60 s.
  func reaches(_ matches: (Status) -> Bool) async -> Bool { await eventually { matches(status) } }
}

extension AlertID {
  /// The id of a center's first alert.
  static var first: AlertID { AlertCenter(configuration: .quiet).show(alert: .plain("")).id }
}

extension AlertCenter.Configuration {
  /// Says nothing on standard error.
  static var quiet: Self {
    var configuration = Self()
    configuration.diagnostics = { _ in }
    return configuration
  }
}
