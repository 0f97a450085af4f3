import AlertSDK
import AlertTerminal
import CTerminalRestore
import RendererANSI
import RendererStdout
import Synchronization

private let shown = Mutex<Task<AlertResponse, any Error>?>(nil)
private func cancelShown() { shown.withLock { $0?.cancel() } }

/// Shows questions on this process's own terminal, for tests of signals and job control; says how they ended and exits.
///
///     PromptProbe [secret] [own-handlers]     one question; the handlers call what CTerminalRestore has for them
///     PromptProbe beside TERMINAL box|prompt  a secret, and a box on another terminal; which one comes first
///     PromptProbe many COUNT                  notices and cancelled prompts, then whether descriptors and threads are as before
@main
struct PromptProbe {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "many" { return await many(arguments.last.flatMap { Int($0) } ?? 0) }
    let fields = arguments.contains("secret") ? [AlertField(id: "word", label: "Word", isSecure: true)] : []
    if arguments.contains("own-handlers") {
      signal(SIGTERM) { _ in }
      signal(SIGINT) { _ in alertsdk_terminal_restore() }
      signal(SIGUSR1) { _ in alertsdk_terminal_will_suspend() }
      signal(SIGUSR2) { _ in alertsdk_terminal_did_resume() }
    }
    let before = handlers()
    if arguments.first == "beside", let terminal = arguments.dropFirst().first {
      await beside(terminal, isBoxFirst: arguments.last == "box")
    } else {
      say(await answer(to: fields, from: StdoutRenderer()))
    }
    say(handlers() == before ? "handlers as before" : "handlers changed")
  }

  static func answer(to fields: [AlertField], from renderer: any AlertRenderer, onAppear: @escaping @Sendable () -> Void = {}) async
    -> String
  {
    let content = AlertContent(
      title: "Go on?", actions: [AlertAction(id: "yes", title: "Yes"), AlertAction(id: "no", title: "No", role: .cancel)], fields: fields)
    do {
      let response = try await renderer.present(AlertRequest(PlainAlert(content), content: content, onAppear: onAppear))
      guard case .chose(let choice) = response else { return "\(response)" }
      return "chose \(choice.action) with \(choice.values["word"]?.count ?? 0) letters"
    } catch { return "failed: \(error)" }
  }

  static func beside(_ terminal: String, isBoxFirst: Bool) async {
    var options = ANSIOptions()
    options.terminalPath = terminal
    let (box, prompt) = (ANSIRenderer(options: options), StdoutRenderer())
    let secret = [AlertField(id: "word", label: "Word", isSecure: true)]
    let (appearances, appear) = AsyncStream.makeStream(of: Void.self)
    var next = appearances.makeAsyncIterator()
    var shown: [Task<Void, Never>] = []
    for isBox in [isBoxFirst, !isBoxFirst] {
      shown.append(
        Task {
          let answer = await answer(to: isBox ? [] : secret, from: isBox ? box : prompt) { appear.yield() }
          say("\(isBox ? "box" : "prompt"): \(answer)")
        })
      await next.next()
    }
    for task in shown { await task.value }
  }

  /// The handler of each signal, as a number.
  static func handlers() -> [UInt] {
    (1..<Int32(32)).map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return withUnsafeBytes(of: &action) { $0.load(as: UInt.self) }
    }
  }

  static func many(_ count: Int) async {
    let notice = AlertContent(title: "Saved")
    let form = AlertContent(
      title: "Go on?", actions: [AlertAction(id: "yes", title: "Yes")], fields: [AlertField(id: "word", label: "Word", isSecure: true)])
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    let (readEnd, notices) = (ends[0], StdoutRenderer(mode: .plain, stream: .descriptor(ends[1])))
    let prompt = StdoutRenderer()
    func round() async {
      _ = try? await notices.present(AlertRequest(PlainAlert(notice), content: notice))
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = read(readEnd, &bytes, bytes.count)
      let task = shown.withLock { shown in
        let task = Task { try await prompt.present(AlertRequest(PlainAlert(form), content: form, onAppear: cancelShown)) }
        shown = task
        return task
      }
      _ = try? await task.value
    }
    for _ in 0..<10 { await round() }
    let before = await settled { entries("/proc/self/fd") }
    for _ in 0..<count { await round() }
    let after = await settled { entries("/proc/self/fd") }
    let threads = entries("/proc/self/task")
    // The pool has a thread for each core, and libdispatch one or two of its own.
    say(before == after && threads <= 10 ? "nothing left behind" : "\(after - before) descriptors and \(threads) threads left behind")
  }

  /// A count that has stopped falling: a detached thread may still be on its way out.
  static func settled(_ count: () -> Int) async -> Int {
    var least = count()
    for _ in 0..<50 {
      usleep(1000)
      least = min(least, count())
    }
    return least
  }

  static func entries(_ path: String) -> Int {
    guard let directory = opendir(path) else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }

  static func say(_ text: String) {
    let line = Array("probe: \(text)\n".utf8)
    _ = write(1, line, line.count)
  }
}
