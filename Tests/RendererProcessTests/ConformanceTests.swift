import AlertSDK
import AlertSDKTestKit
import Testing

/// The rules R1-R21 on a program that keeps its alerts up; a person in front of it is what the other tests have.
@Suite(.timeLimit(.minutes(5))) struct ConformanceTests {
  @Test("A program keeps the rules; only what needs a person is untested") func program() async {
    // R14 is of the process, in which other tests start programs, too.
    let report = await RendererConformance.check(rules: Set(1...21).subtracting([14]), repetitions: 300) { Fake("wait").renderer }
    #expect(report.passes && report.warnings.isEmpty, "\(report)")
    #expect(report.untested.map(\.rule.number) == [6, 7, 11, 15, 16, 19], "\(report)")
  }
}
