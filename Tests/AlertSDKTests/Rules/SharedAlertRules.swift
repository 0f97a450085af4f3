import AlertSDK
import AlertSDKTestKit
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// S23 from the view of those who share an alert: who has left is left alone, and many cost no more each than few.
@Suite struct SharedAlertRules {
  private static let shared = AlertScheduling(key: "k")

  @Test("S23: who has withdrawn is not told that the alert is on screen", arguments: [0, 1, 2])
  func S23_onPresentOfOneThatLeft(leaver: Int) async throws {
    let stage = Stage()
    stage.center.pause()
    let told = Log<AlertID>()
    let handles = ["a", "b", "c"].map { title in stage.center.show(alert: .plain(title, Self.shared)) { told.append($0.id) } }
    #expect(handles[leaver].withdraw())
    stage.center.resume()
    let shown = try await stage.screen.next()
    let stayed = handles.filter { $0 != handles[leaver] }
    for handle in stayed { #expect(await handle.appeared) }
    shown.dismiss()
    for handle in stayed { #expect(await handle.outcome == .dismissed) }
    #expect(Set(told.all) == Set(stayed.map(\.id)))
  }

  @Test("S35: to join, and to wait for, an alert that many share costs what it costs with few") func S35_manyShareOne() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    _ = cost(of: 100)
    let few = cost(of: 250)
    let many = cost(of: 4000)
    // Sixteen times as many: were each to pay for those before it, they would cost 256 times as much.
    #expect(many.joining < few.joining * 64, "joining: \(few.joining) for 250, \(many.joining) for 4,000")
    #expect(many.waiting < few.waiting * 64, "waiting: \(few.waiting) for 250, \(many.waiting) for 4,000")
  }

  /// What so many cost this thread; it does nothing else meanwhile, and nobody waits.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func cost(of count: Int) -> (joining: Duration, waiting: Duration) {
    let stage = Stage()
    stage.center.pause()
    let begin = threadTime
    let handles = (0..<count).map { _ in stage.center.show(alert: .plain("", Self.shared)) { _ in } }
    let joined = threadTime
    for handle in handles { Task.immediate { await handle.outcome } }
    let waiting = threadTime
    stage.center.withdrawAll()
    return (joined - begin, waiting - joined)
  }

  /// The processor time this thread has had, which other load does not change.
  private var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
