/// The configuration's durations in nanoseconds, computed once (S35).
struct SchedulerLimits {
  var capacity: Int
  var overflow: AlertCenter.Configuration.Overflow
  var aging: Nanoseconds?
  var minimumDwell: Nanoseconds
  var appearance: Nanoseconds
  var cancellationGrace: Nanoseconds
  var install: Nanoseconds
  var end: Nanoseconds
  var turn: Nanoseconds
  var relevance: Nanoseconds
  var content: Nanoseconds
  var retryFirst: Nanoseconds
  var retryFactor: Double
  var retryCeiling: Nanoseconds
  /// A turn of which nothing is on screen or waiting for so long is reported as stalled (S20).
  let stall: Nanoseconds = 10_000_000_000
  /// On screen for so long, earlier losses are forgotten (S25).
  let stable: Nanoseconds = 10_000_000_000
  /// A moved alert is taken down at most that often (S22).
  let betweenMoves: Nanoseconds = 1_000_000_000
  /// Losses in a row after which an alert has failed, and refusals in a row after which nothing is tried before the retry (S25).
  let attempts: UInt8 = 3
  /// The shortest wait before another try; none at all would be a busy loop.
  let retryLeast: Nanoseconds = 1_000_000

  init(_ configuration: AlertCenter.Configuration) {
    capacity = max(0, configuration.capacity)
    overflow = configuration.overflow
    aging = configuration.aging.map { max(0, Nanoseconds($0)) }
    minimumDwell = max(0, Nanoseconds(configuration.minimumDwell))
    appearance = max(0, Nanoseconds(configuration.appearanceLimit))
    cancellationGrace = max(0, Nanoseconds(configuration.cancellationGrace))
    install = max(0, Nanoseconds(configuration.installLimit))
    end = max(0, Nanoseconds(configuration.endLimit))
    turn = configuration.turnLimit.map { max(0, Nanoseconds($0)) } ?? .never
    relevance = max(0, Nanoseconds(configuration.relevanceLimit))
    content = max(0, Nanoseconds(configuration.contentLimit))
    retryFirst = max(retryLeast, Nanoseconds(configuration.retry.first))
    retryFactor = max(1, configuration.retry.factor)
    retryCeiling = max(retryFirst, Nanoseconds(configuration.retry.ceiling))
  }

  /// The wait before try `attempt` + 1.
  func backOff(_ attempt: UInt8) -> Nanoseconds {
    var wait = Double(retryFirst)
    for _ in 1..<max(2, Int(attempt)) where attempt > 1 && wait < Double(retryCeiling) { wait *= retryFactor }
    return wait < Double(retryCeiling) ? Nanoseconds(wait) : retryCeiling
  }
}
