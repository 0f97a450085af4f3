extension AlertCenter {
  /// Stops new presentations until released, deallocated, or its lease is over (S18).
  public final class Hold: Sendable {
    private let center: AlertCenter
    private let number: UInt64

    init(center: AlertCenter, number: UInt64) { (self.center, self.number) = (center, number) }
    deinit { release() }

    /// Lets presentations go on, as far as this hold is concerned; releasing twice is harmless.
    public func release() { center.step { $0.state.releaseHold(number, now: $1) } }

    /// Makes the lease longer; nothing happens when it is over.
    public func extend(by extra: Duration) {
      let extra = Nanoseconds(extra)
      center.step { $0.state.extendHold(number, by: extra, now: $1) }
    }
  }

  /// Stops new presentations for at most the lease; holds of different parties overlap and do not touch each other.
  ///
  /// A presentation that is up stays up. The lease is counted on the center's clock.
  public func hold(lease: Duration) -> Hold {
    let lease = Nanoseconds(lease)
    return Hold(center: self, number: step { $0.state.hold(lease: lease, now: $1) })
  }
}
