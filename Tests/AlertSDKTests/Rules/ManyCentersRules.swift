import AlertSDK
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct ManyCentersRules {
  @Test("S30, S35: a center costs no more to make where many others live") func S30_manyCenters() {
    _ = cost(of: 16)
    let few = cost(of: 500)
    let many = cost(of: 8000)
    // Sixteen times as many, far from 256 times the cost.
    #expect(many < few * 64, "\(few) for 500, \(many) for 8,000")
  }

  /// The processor time of this thread, which other load does not change.
  private func cost(of count: Int) -> Duration {
    let begin = threadTime
    let centers = (0..<count).map { _ in AlertCenter() }
    return withExtendedLifetime(centers) { threadTime - begin }
  }

  private var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
