import Foundation
import Testing

@testable import AlertSDK

/// The scheduler against the reference model, with random operations: `ALERT_MODEL_SEEDS` gives another number of seeds than 2,000,
/// `ALERT_MODEL_FIRST` the first of them.
@Suite struct ModelTests {
  private static let batches = 8
  private static let length = 200

  @Test(arguments: 0..<batches) func agreesWithTheReferenceModel(batch: Int) async {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["ALERT_MODEL_SEEDS"].flatMap(Int.init) ?? 2000
    let first = environment["ALERT_MODEL_FIRST"].flatMap(UInt64.init) ?? 1
    for seed in stride(from: first + UInt64(batch), to: first + UInt64(count), by: Self.batches) {
      await Task.yield()  // other tests wait for the same threads
      let trial = Trial(seed: seed, length: Self.length)
      guard trial.run() != nil else { continue }
      Issue.record("\(trial.explanation())")
      return
    }
  }
}
