import AlertSDK
import Testing

@testable import alert_sdk_demo

@Suite struct InvocationTests {
  @Test(
    "Every command",
    arguments: [
      ([], .tour), (["tour"], .tour), (["--"], .tour), (["renderers"], .renderers(json: false)),
      (["renderers", "--json"], .renderers(json: true)),
      (["run"], .run(.standardInput, .ndjson)), (["run", "-"], .run(.standardInput, .ndjson)), (["run", "f"], .run(.file("f"), .ndjson)),
      (["run", "f", "--format", "journal"], .run(.file("f"), .journal)), (["run", "--fo=journal", "f"], .run(.file("f"), .journal)),
      (["run", "--", "--format"], .run(.file("--format"), .ndjson)), (["help"], .help(.overview)), (["help", "run"], .help(.run)),
      (["--help"], .help(.overview)),
      (["-h"], .help(.overview)), (["tour", "-h"], .help(.tour)), (["show", "--help"], .help(.show)), (["run", "--help"], .help(.run)),
      (["renderers", "--he"], .help(.renderers)), (["--version"], .version), (["show", "-V"], .version), (["-hV"], .help(.overview)),
    ] as [([String], Invocation.Command)])
  func command(words: [String], command: Invocation.Command) throws {
    #expect(try Invocation(words).command == command)
  }

  @Test("Common options stand before or after the command, and the last counts") func common() throws {
    let invocation = try Invocation(["--renderer", "a", "tour", "--events=-", "--rend=b"])
    #expect(invocation == Invocation(command: .tour, renderer: "b", events: "-"))
  }

  @Test(
    "What makes no sense is refused with a reason",
    arguments: [
      (["dance"], #"unknown command "dance""#), (["\u{1B}[31m"], #"unknown command "\u001b[31m""#),
      (["check"], "check needs the name of a renderer"), (["check", "a", "b"], #"unexpected argument "b""#),
      (
        ["--plugin", "x"],
        "--plugin: this program has AlertSDK built in and cannot load renderers from shared libraries; Examples/PluginHost can"
      ),
      (["--colour"], "unknown option --colour"),
      (["--colour=red"], "unknown option --colour"), (["-x"], "unknown option -x"),
      (["shwo", "T"], #"unknown command "shwo" (did you mean "show"?)"#),
      (["show", "T", "--sevrity", "error"], #"unknown option --sevrity (did you mean "--severity"?)"#), (["-xh"], "unknown option -x"),
      (["show", "T", "-xh"], "unknown option -x"),
      (["-é"], "unknown option: a letter that is none"), (["--é"], "unknown option --é"), (["--renderer"], "--renderer needs a value"),
      (["--help=yes"], "--help takes no value"), (["tour", "x"], #"unexpected argument "x""#),
      (["renderers", "x"], #"unexpected argument "x""#),
      (["help", "dance"], #"unexpected argument "dance""#),
      (["run", "a", "b"], #"unexpected argument "b""#),
      (["run", "--format", "xml"], #"--format: expected ndjson or journal, found "xml""#),
      (["run", "--title", "x"], "unknown option --title"), (["show"], "show needs a title"),
      (["show", "a", "b"], #"unexpected argument "b""#),
      (["show", "--title", "a", "b"], #"unexpected argument "b""#), (["show", "a", "--title", "b"], #"two titles: "a" and "b""#),
      (["show", "a", "--pr", "1"], "--pr could be --preferred or --priority or --progress"),
      (["show", "a", "--se", "x"], "--se could be --severity or --secret"),
      (["show", "a", "--severity", "x"], #"--severity: expected info, success, warning, error, found "x""#),
      (["show", "a", "--priority", "x"], #"--priority: expected low, medium, high or an integer, found "x""#),
      (["show", "a", "--timeout", "nan"], #"--timeout: expected a number from 0 to 1000000000, found "nan""#),
      (["show", "a", "--timeout=-1"], #"--timeout: expected a number from 0 to 1000000000, found "-1""#),
      (["show", "a", "--progress", "2"], #"--progress: expected a number from 0 to 1, found "2""#),
      (["show", "a", "--action", "=x"], #"--action: expected ID or ID=LABEL, found "=x""#),
      (["show", "a", "--field", "a\tb"], #"--field: expected ID or ID=LABEL, found "a\tb""#),
      (["show", "a", "--action", "x", "--cancel", "x"], #"two actions have the id "x""#),
      (["show", "a", "--field", "x", "--secret", "x"], #"two fields have the id "x""#),
      (["show", "a", "--action", "x", "--preferred", "y"], #"--preferred: there is no action "y""#),
    ])
  func refuses(words: [String], reason: String) {
    #expect(throws: UsageError(reason)) { try Invocation(words) }
  }

  @Test(
    "A usage error is about the command that was named",
    arguments: [
      (["show"], .show), (["--events", "run", "show", "--sevrity"], .show), (["run", "a", "b"], .run), (["dance"], nil), ([], nil),
      (["--colour", "show"], nil), (["overview"], nil),
    ] as [([String], Help.Topic?)])
  func topic(words: [String], topic: Help.Topic?) { #expect(Invocation.topic(of: words) == topic) }

  @Test("show: every option arrives where it belongs, actions in their order") func show() throws {
    let words = [
      "show", "--message", "m", "T", "--severity=warning", "--destructive", "yes=Delete", "--action", "later", "--cancel", "no=Keep=it",
      "--preferred", "no",
      "--field", "name=Name", "--secret", "pw", "--priority", "high", "--timeout", "2.5", "--icon", "i", "--progress", "0.25",
    ]
    let content = AlertContent(
      title: "T", message: "m", severity: .warning,
      actions: [
        AlertAction(id: "yes", title: "Delete", role: .destructive), AlertAction(id: "later", title: "later"),
        AlertAction(id: "no", title: "Keep=it", role: .cancel, isPreferred: true),
      ], fields: [AlertField(id: "name", label: "Name"), AlertField(id: "pw", label: "pw", isSecure: true)], icon: "i", progress: 0.25)
    let scheduling = AlertScheduling(priority: .high, timeLimit: .seconds(2.5))
    #expect(try Invocation(words).command == .show(content, scheduling))
  }

  @Test("show: a form without actions gets some") func form() throws {
    guard case .show(let content, _) = try Invocation(["show", "T", "--field", "a"]).command else {
      Issue.record("not show")
      return
    }
    #expect(content.actions.map(\.id) == ["submit", "cancel"])
    #expect(content.actions.map(\.isPreferred) == [true, false])
  }

  @Test("show: -- ends the options, and an empty title is a title", arguments: ["--message", "-", ""]) func words(title: String) throws {
    #expect(try Invocation(["show", "--", title]).command == .show(AlertContent(title: title), AlertScheduling()))
  }

  @Test("Help fits 80 columns and names every option", arguments: Help.Topic.allCases) func help(topic: Help.Topic) {
    let text = Help.text(topic)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(!text.contains("\n\n\n"))
    #expect(text.hasSuffix("\n"))
    for name in ["renderer", "events", "help", "version"] { #expect(text.contains("--\(name)")) }
    if topic == .show { for option in ShowArguments.options { #expect(text.contains("--\(option.name)")) } }
  }
}
