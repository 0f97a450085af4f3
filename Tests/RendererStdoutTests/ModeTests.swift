import AlertSDK
import AlertTerminal
import Testing

@testable import RendererStdout

@Suite struct ModeTests {
  @Test(
    "The mode where none is named: accessible, prompt, ci, plain (case 28: a dumb terminal is asked in lines)",
    arguments: [
      (["TERM": "xterm"], true, true, .prompt), (["TERM": "xterm", "CI": "true"], true, true, .prompt),
      (["TERM": "xterm", "ACCESSIBLE": "1"], true, true, .accessible), (["TERM": "dumb"], true, true, .accessible),
      (["TERM": "xterm"], true, false, .plain), (["TERM": "dumb", "CI": "1"], false, false, .ci),
      (["ACCESSIBLE": "1"], false, false, .plain), (["TERM": "xterm", "FORCE_COLOR": "1"], false, true, .plain),
      ([:], false, false, .plain),
    ] as [([String: String], Bool, Bool, StdoutRenderer.Mode)])
  func automatic(environment: [String: String], isTerminal: Bool, hasPerson: Bool, mode: StdoutRenderer.Mode) {
    let terminal = TerminalInfo(environment: environment, isTerminal: isTerminal)
    #expect(StdoutRenderer.Mode.automatic(terminal: terminal, hasPerson: hasPerson) == mode)
  }

  @Test("R8: only where somebody can answer are there updates, and a question nobody can answer is refused with the reason")
  func capabilities() {
    func capabilities(_ mode: StdoutRenderer.Mode, _ answers: StdoutRenderer.Answers) -> RendererCapabilities {
      StdoutRenderer(mode: mode, answers: answers, environment: [:]).capabilities
    }
    #expect(capabilities(.plain, .terminal) == [.actions, .fields, .progress])
    #expect(capabilities(.json, .terminal) == [.actions, .fields, .progress])
    #expect(capabilities(.json, .descriptor(0)) == [.actions, .fields, .updates, .progress])
    #expect(capabilities(.ci, .descriptor(0)) == [.actions, .fields, .updates, .progress])
    #expect(capabilities(.plain, .action("ok")) == [.actions, .progress])
    #expect(capabilities(.prompt, .nobody) == [.actions, .fields, .progress])
  }

  @Test("R20: the name is stdout") func name() { #expect(StdoutRenderer(environment: [:]).name == RendererPlugin.stdout.name) }

  @Test("The options of a spec make the renderer they say; a mode goes before a format") func options() throws {
    func make(_ options: RendererOptions) throws -> StdoutRenderer { try #require(RendererPlugin.stdout.make(options) as? StdoutRenderer) }
    #expect(try make(["format": "json"]).mode == .json)
    #expect(try make(["format": "json", "mode": "plain"]).mode == .plain)
    #expect(try make(["mode": "ci", "stream": "stdout", "answers": "stdin"]).output == 1)
    #expect(try make(["stream": "7"]).output == 7)
    #expect(try make([:]).output == 2)
    #expect(try make(["answer": "yes", "mode": "plain"]).source == .action("yes"))
    for bad: RendererOptions in [
      ["mode": "fancy"], ["format": "xml"], ["stream": "-1"], ["stream": "x"], ["answers": "me"], ["answer": ""],
      ["answer": "yes", "answers": "stdin"],
    ] { #expect(throws: RendererRegistry.Failure.self) { try RendererPlugin.stdout.make(bad) } }
  }

  @Test(
    "A refused option is an error of the spec that says what is allowed, with the nearest spelling",
    arguments: [
      ("mode=plian", #""mode" cannot be "plian"; allowed: auto, prompt, accessible, ci, plain, json (did you mean "plain"?)"#),
      ("mode", #""mode" cannot be "true"; allowed: auto, prompt, accessible, ci, plain, json"#),
      (
        "stream=stdot",
        #""stream" cannot be "stdot"; allowed: stderr, stdout (did you mean "stdout"?), or the number of an open descriptor"#
      ),
      ("answers=-1", #""answers" cannot be "-1"; allowed: terminal, stdin, nobody, or the number of an open descriptor"#),
      ("answer=", #""answer" needs the id of an action"#),
    ])
  func refused(option: String, reason: String) throws {
    let registry = try RendererRegistry([.stdout])
    #expect(throws: RendererRegistry.Failure("stdout: option " + reason)) { try registry.make("stdout:" + option) }
  }

  @Test("R6: the reason why nobody is asked is the true one, and names the way out") func nobody() {
    func reason(_ mode: StdoutRenderer.Mode, isOnTerminal: Bool, keyboard: Int32?) -> String? {
      guard case .nobody(let reason) = AnswerSource(.terminal, mode: mode, isOnTerminal: isOnTerminal, keyboard: keyboard) else {
        return nil
      }
      return reason
    }
    for mode in [StdoutRenderer.Mode.plain, .ci, .json] {
      #expect(
        reason(mode, isOnTerminal: true, keyboard: 0) == "in mode \(mode.rawValue) nobody is asked; use mode=prompt, or answers=stdin")
      #expect(reason(mode, isOnTerminal: false, keyboard: 0)?.contains("the lines go to no terminal") == true)
      #expect(reason(mode, isOnTerminal: true, keyboard: nil)?.contains("there is no terminal") == true)
    }
    #expect(reason(.prompt, isOnTerminal: true, keyboard: 0) == nil)
    #expect(reason(.prompt, isOnTerminal: false, keyboard: nil)?.contains("there is no terminal") == true)
  }

  @Test("The last resort of auto, available as long as standard error is open") func plugin() {
    #expect(RendererPlugin.stdout.rank < 0)
    #expect(RendererPlugin.stdout.availability([:]) == .available)
  }
}
