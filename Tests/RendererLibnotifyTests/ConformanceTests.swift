#if Libnotify && os(Linux)
  import Testing

  /// The rules R1-R21 in a process of its own, on a scripted server; what a person does is in ``FakeServerTests``.
  @Suite(.enabled(if: PrivateDesktop.missing == nil, "\(PrivateDesktop.missing ?? "")")) struct ConformanceTests {
    @Test("Popups keep the rules; only what needs a person, or fields, is untested") func popups() throws {
      let desktop = try PrivateDesktop()
      desktop.probe.tell("conform")
      let report = try #require(desktop.probe.next(within: 120) { $0["event"] as? String == "report" }, "\(desktop.probe.stderr)")
      let text = report["text"] as? String ?? ""
      #expect(report["passes"] as? String == "true", "\(text)")
      #expect(report["untested"] as? String == "R6 R7 R11 R15 R16 R19", "\(text)")
    }
  }
#endif
