import AlertSDKTestKit
import Testing

@testable import AlertSDK

/// A call that is the protocol's default need not be made again (S11, S35); one of the app's own is made every time.
@Suite struct DefaultCallsTests {
  private struct Bare: AlertPresentable {
    var content: AlertContent { AlertContent(title: "bare") }
  }
  private struct OtherBare: AlertPresentable {
    var content: AlertContent { AlertContent(title: "other") }
  }
  /// Its own methods hand on to a value that has the defaults.
  private struct Wrapper: AlertPresentable {
    let inner: any AlertPresentable
    let ends: Log<String>
    var content: AlertContent { get async { await inner.content } }
    func isStillRelevant() async -> Bool {
      ends.append("asked")
      return await inner.isStillRelevant()
    }
    func didEnd(with outcome: AlertOutcome) async {
      await inner.didEnd(with: outcome)
      ends.append("ended")
    }
  }

  @Test func aDefaultSaysOfWhichTypeItIs() {
    #expect(DefaultCalls.known(of: Bare.self) == [])
    Bare().didEnd(with: .delivered)
    #expect(DefaultCalls.known(of: Bare.self) == .didEnd)
    #expect(Bare().isStillRelevant())
    #expect(DefaultCalls.known(of: Bare.self) == [.didEnd, .isStillRelevant])
  }

  @Test func aValueAroundAnotherIsCalledEachTime() async throws {
    let stage = Stage()
    let ends = Log<String>()
    for _ in 0..<3 {
      stage.center.show(alert: Wrapper(inner: OtherBare(), ends: ends))
      try await stage.expect("other").dismiss()
    }
    #expect(await stage.center.drain())
    #expect(ends.all == ["asked", "ended", "asked", "ended", "asked", "ended"])
    #expect(DefaultCalls.known(of: OtherBare.self) == [.didEnd, .isStillRelevant])
    #expect(DefaultCalls.known(of: Wrapper.self) == [])
  }

  /// With a flood in the queue the first call must do for all of them: each that follows is two steps shorter.
  @Test func thoseThatWaitAreSparedTheCallToo() {
    var storage = CenterStorage(AlertCenter.Configuration())
    let center = AlertCenter()
    struct Late: AlertPresentable {
      var content: AlertContent { AlertContent(title: "late") }
    }
    let slots = (0..<3).map { _ in
      let submission = Submission(AlertScheduling(), defaults: DefaultCalls.known(of: Late.self), isAsked: false)
      let admission = storage.state.show(submission, now: 0)
      let record = AlertRecord(id: AlertID(number: admission.number), slot: admission.slot, center: center)
      storage.put(CenterStorage.Cell(record: record, alert: Late()), at: admission.slot)
      return admission.slot
    }
    #expect(slots.allSatisfy { storage.state[$0].traits.contains(.runsDidEnd) && !storage.state[$0].traits.contains(.isAlwaysRelevant) })
    Late().didEnd(with: .delivered)
    storage.learn(.didEnd, of: Late())
    #expect(slots.allSatisfy { !storage.state[$0].traits.contains(.runsDidEnd) })
    _ = Late().isStillRelevant()
    storage.learn(.isStillRelevant, of: Late())
    #expect(slots.allSatisfy { storage.state[$0].traits.contains(.isAlwaysRelevant) })

    // Not again for each of a flood that was withdrawn: that would be all of them times all of them.
    storage.state[slots[0]].traits.insert(.runsDidEnd)
    storage.learn(.didEnd, of: Late())
    #expect(storage.state[slots[0]].traits.contains(.runsDidEnd))
  }
}
