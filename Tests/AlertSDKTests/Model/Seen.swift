@testable import AlertSDK

/// An outcome as far as the scheduler decides it.
enum Verdict: Hashable {
  case chose, dismissed, timedOut, delivered, withdrawn
  case superseded(UInt64)
  case dropped(AlertOutcome.DropReason)
  case failed(RendererFailure.Kind)

  init(_ outcome: AlertOutcome) {
    switch outcome {
    case .chose: self = .chose
    case .dismissed: self = .dismissed
    case .timedOut: self = .timedOut
    case .delivered: self = .delivered
    case .withdrawn: self = .withdrawn
    case .superseded(let other): self = .superseded(other.number)
    case .dropped(let reason): self = .dropped(reason)
    case .failed(let failure): self = .failed(failure.kind)
    }
  }

  /// S11.
  var holdsTheQueue: Bool { self == .chose || self == .dismissed || self == .timedOut || self == .delivered }
}

/// What can be seen of a step from outside; alerts by their number, calls by the model's numbers.
enum Seen: Hashable {
  // Events, as subscribers get them.
  case queued(UInt64), joined(UInt64, host: UInt64), updated(UInt64)
  case presenting(UInt64), appeared(UInt64), interrupted(UInt64), moved(UInt64), failed(UInt64, RendererFailure.Kind)
  case ended(UInt64, Verdict)
  case paused(below: Int?), resumed, held, released, leaseEnded
  case turnStarted(UInt64), turnEnded(UInt64), turnStalled(UInt64), rendererAbandoned(UInt64)
  // Calls into alerts and renderers.
  case asks(UInt64, call: Int), reads(UInt64, call: Int), presents(UInt64, call: Int)
  case runsEnd(UInt64, turn: UInt32), runsEndBeside(UInt64, call: Int), cancels(call: Int), pushes(UInt64, call: Int)
  // What callers hear.
  case onPresent(UInt64), outcome(UInt64, Verdict), finished(UInt64), setsAside(UInt64, RendererFailure.Kind)
  case turnBegins(UInt64, turn: UInt32), turnRefused(UInt64), drained(Int, Bool), reportsWait

  /// Whose story it belongs to; the order within one story is fixed by the rules, the order among alerts in one step is not.
  var story: UInt64 {
    switch self {
    case .queued(let n), .joined(_, let n), .updated(let n), .presenting(let n), .appeared(let n), .interrupted(let n), .moved(let n),
      .failed(let n, _), .ended(let n, _), .turnStarted(let n), .turnEnded(let n), .turnStalled(let n), .rendererAbandoned(let n):
      n
    default: 0
    }
  }
  var isEvent: Bool {
    switch self {
    case .paused, .resumed, .held, .released, .leaseEnded: true
    default: story != 0
    }
  }
}
