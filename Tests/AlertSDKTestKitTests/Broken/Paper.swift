import AlertSDK
import AlertSDKTestKit

/// A surface: what is drawn on it, and what the person does.
final class Paper: Sendable {
  enum Act: Sendable { case press(AlertAction.ID, [AlertField.ID: String]), accept, close, expire, tear }
  private struct State: Sendable {
    var drawn: AlertContent?
    var output = ""
    var isTorn = false
    var acts: [Act] = []
    var waiter: CheckedContinuation<Act?, Never>?
  }
  private let state = Lock(State())

  var drawn: AlertContent? { state.withLock { $0.drawn } }
  var output: String { state.withLock { $0.output } }

  func draw(_ content: AlertContent, isRaw: Bool = false) throws(RendererFailure) {
    let text = ([content.title, content.message] + content.actions.map(\.title) + content.fields.map(\.label)).joined(separator: "\n")
    let isTorn = state.withLock { state in
      guard !state.isTorn else { return true }
      state.drawn = content
      state.output += isRaw ? text : String(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      state.output = String(state.output.suffix(10_000))
      return false
    }
    if isTorn { throw .unavailable("the paper is torn") }
  }
  func write(_ text: String) { state.withLock { $0.output += text } }
  func erase() { state.withLock { $0.drawn = nil } }
  /// Forgets what the person did before there was anything to see.
  func ignoreWhatWasDone() { state.withLock { $0.acts = [] } }
  /// Whether the person did anything before; it is forgotten.
  func takeWhatWasDone() -> Bool {
    state.withLock { state in
      defer { state.acts = [] }
      return !state.acts.isEmpty
    }
  }

  func act(_ act: Act) {
    let waiter = state.withLock { state in
      if case .tear = act { state.isTorn = true }
      defer { state.waiter = nil }
      if state.waiter == nil { state.acts.append(act) }
      return state.waiter
    }
    waiter?.resume(returning: act)
  }

  /// What the person does next; nil once cancelled.
  func nextAct() async -> Act? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (act, other): (Act??, CheckedContinuation<Act?, Never>?) = state.withLock { state in
          if Task.isCancelled { return (.some(nil), nil) }
          if !state.acts.isEmpty { return (state.acts.removeFirst(), nil) }
          defer { state.waiter = continuation }
          return (nil, state.waiter)
        }
        if let act { continuation.resume(returning: act) }
        other?.resume(returning: nil)  // two on one sheet: the later one has it
      }
    } onCancel: {
      let waiter = state.withLock { state in
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(returning: nil)
    }
  }
}

/// A renderer that keeps every rule.
struct PaperRenderer: AlertRenderer {
  let paper: Paper
  let name = "paper"
  let capabilities: RendererCapabilities = [.actions, .fields, .updates, .progress]

  func present(_ request: AlertRequest) async throws -> AlertResponse {
    try Task.checkCancellation()
    paper.ignoreWhatWasDone()
    try paper.draw(request.content)
    defer { paper.erase() }
    request.didAppear()
    async let _: Void = follow(request.updates)
    while let act = await paper.nextAct() {
      switch act {
      case .press(let action, let values): return .chose(action, values: values)
      case .accept:
        let preferred = request.content.actions.first { $0.isPreferred && $0.role != .destructive }
        if let preferred { return .chose(preferred.id) }
      case .close: return .dismissed
      case .expire: return .timedOut
      case .tear: throw RendererFailure.lost("the paper was torn")
      }
    }
    throw CancellationError()
  }

  private func follow(_ updates: AlertUpdates) async { for await update in updates { try? paper.draw(update.content) } }
}

struct PaperDriver: ConformanceDriver {
  let paper: Paper
  let renderer: any AlertRenderer

  init(_ make: (Paper) -> any AlertRenderer = { PaperRenderer(paper: $0) }) {
    paper = Paper()
    renderer = make(paper)
  }
  init(_ paper: Paper, _ renderer: any AlertRenderer) { (self.paper, self.renderer) = (paper, renderer) }

  func press(_ action: AlertAction.ID, in content: AlertContent, values: [AlertField.ID: String]) { paper.act(.press(action, values)) }
  func accept() { paper.act(.accept) }
  func close() { paper.act(.close) }
  func expire() { paper.act(.expire) }
  func loseSurface() { paper.act(.tear) }
  func isUp() -> Bool { paper.drawn != nil }
  func text() -> String { paper.drawn?.title ?? "" }
  func output() -> String { paper.output }
}
