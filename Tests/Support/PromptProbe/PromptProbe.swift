import AlertSDK
import AlertTerminal
import RendererStdout

/// One question or secret on this process's own terminal, for tests of signals and job control; says how it ended and exits.
@main
struct PromptProbe {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let fields = arguments.contains("secret") ? [AlertField(id: "word", label: "Word", isSecure: true)] : []
    if arguments.contains("own-handler") { signal(SIGTERM) { _ in } }
    let content = AlertContent(
      title: "Go on?", actions: [AlertAction(id: "yes", title: "Yes"), AlertAction(id: "no", title: "No", role: .cancel)], fields: fields)
    var kept = sigaction()
    sigaction(SIGTERM, nil, &kept)
    do {
      let response = try await StdoutRenderer().present(AlertRequest(PlainAlert(content), content: content))
      if case .chose(let choice) = response {
        say("chose \(choice.action) with \(choice.values["word"]?.count ?? 0) letters")
      } else {
        say("\(response)")
      }
    } catch { say("failed: \(error)") }
    var now = sigaction()
    sigaction(SIGTERM, nil, &now)
    let isAsBefore = withUnsafeBytes(of: &kept) { kept in withUnsafeBytes(of: &now) { $0.prefix(8).elementsEqual(kept.prefix(8)) } }
    say(isAsBefore ? "handlers as before" : "handlers changed")
  }

  static func say(_ text: String) {
    let line = Array("probe: \(text)\n".utf8)
    _ = write(1, line, line.count)
  }
}
