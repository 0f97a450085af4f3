import AlertSDK
import Testing

@Suite struct ReadyMadeAlertTests {
  @Test("S13: a notice has 4 s on screen, whatever else its scheduling says, unless a limit is given; the scheduling's goes first")
  func noticeTimeLimit() {
    #expect(PlainAlert.notice("n").scheduling == AlertScheduling(timeLimit: .seconds(4)))
    #expect(
      PlainAlert.notice("n", scheduling: AlertScheduling(priority: .high)).scheduling
        == AlertScheduling(priority: .high, timeLimit: .seconds(4)))
    #expect(PlainAlert.notice("n", timeLimit: .seconds(1)).scheduling.timeLimit == .seconds(1))
    #expect(PlainAlert.notice("n", timeLimit: nil, scheduling: AlertScheduling(key: "k")).scheduling == AlertScheduling(key: "k"))
    #expect(PlainAlert.notice("n", timeLimit: nil, scheduling: AlertScheduling(timeLimit: .zero)).scheduling.timeLimit == .zero)
  }
}

@Suite struct AlertOutcomeTests {
  @Test("An outcome says in few words what it is, and never what was typed")
  func description() {
    #expect("\(AlertOutcome.chose(AlertChoice("yes")))" == "chose yes")
    #expect("\(AlertOutcome.chose(AlertChoice("ok", values: ["word": "hunter2"])))" == "chose ok (word)")
    #expect("\(AlertOutcome.dropped(.irrelevant))" == "dropped (irrelevant)")
    #expect("\(AlertOutcome.failed(.unsupported("no terminal")))" == "failed (no terminal)")
    #expect("\([AlertOutcome.timedOut, .dismissed])" == "[timed out, dismissed]")
  }
}
