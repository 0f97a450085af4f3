/// Time inside the scheduler: nanoseconds since the center was made, so that a deadline is one integer (S35).
typealias Nanoseconds = Int64

extension Nanoseconds {
  /// No deadline; later than every other.
  static let never = Int64.max

  /// The duration in nanoseconds, held within what fits (292 years).
  init(_ duration: Duration) { self.init(clamping: duration.attoseconds / 1_000_000_000) }

  /// This moment and that much later; `.never` stays never.
  func advanced(saturating interval: Nanoseconds) -> Nanoseconds {
    let (sum, overflow) = addingReportingOverflow(interval)
    return overflow ? (interval < 0 ? .min : .never) : sum
  }

  /// As a duration, for what leaves the scheduler.
  var duration: Duration { .nanoseconds(self) }
}
