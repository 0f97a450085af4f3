import AlertSDK
import AlertSDKTestKit
import Testing

/// What went wrong in other systems' alert queues, each as a scenario of its own.
///
/// A test is named after its case; the comment above it names where the fault was reported and what kind of fault it was. The
/// numbers have gaps. Where the reported wish and a scheduling rule (S…) differ, the rule decides and the comment says so. Where the
/// old system had room for several alerts at once, several centers stand for it, or one center with one place.
///
/// What the types already rule out, so that no test could show it:
/// - A dismissal that hits the successor (16, 13): there is no "dismiss the current one"; `withdraw()` belongs to one handle.
/// - An end that is reported by some routes only (17), or as a success flag (1): `present` returns or throws, once, and that is the end.
/// - A time limit of a renderer's own (37, 4, 43): a renderer is handed what is left as a hint; the center alone ends the alert.
/// - No limit read as zero (53, 73): the limit is a `Duration?`; nil is not a number.
/// - An ended alert called back from the history (64): the history holds plain records, and a record cannot be shown.
/// - A reset timer (53): there is none to reset; `update` and a joined duplicate leave the time alone, and a replacement brings its own.
/// - A stale handle that throws (68, 71): `withdraw` and `update` do not throw; they say false.
@Suite(.timeLimit(.minutes(1))) struct SchedulingCases {}

/// Waits until the task is cancelled.
func untilCancelled() async {
  let cancelled = Gate()
  await withTaskCancellationHandler {
    await cancelled.wait()
  } onCancel: {
    cancelled.open()
  }
}

/// A surface whose alerts stay until they are taken down, and then leave only when the test lets them.
final class SlowExit: AlertRenderer {
  let name = "slow-exit"
  let capabilities: RendererCapabilities
  let exit = Gate()
  let shown = Log<String>()
  private let last: AlertResponse?

  /// With `last`, a person acts on the alert while it is leaving.
  init(last: AlertResponse? = nil, capabilities: RendererCapabilities = [.actions, .updates]) {
    (self.last, self.capabilities) = (last, capabilities)
  }

  func present(_ request: AlertRequest) async throws -> AlertResponse {
    shown.append(request.content.title)
    request.didAppear()
    await untilCancelled()
    await exit.wait()
    if let last { return last }
    throw CancellationError()
  }
}

/// A surface without animations: every alert has come and gone before anybody can look.
struct Instant: AlertRenderer {
  let name = "instant"
  let shown = Log<String>()
  func present(_ request: AlertRequest) async throws -> AlertResponse {
    shown.append(request.content.title)
    request.didAppear()
    return .dismissed
  }
}

extension AlertCenter.Events {
  /// Everything a center said, once it is shut down.
  func untilShutDown(_ center: AlertCenter) async -> [AlertCenter.Event] {
    await center.shutDown()
    var all: [AlertCenter.Event] = []
    for await event in self { all.append(event) }
    return all
  }
}
