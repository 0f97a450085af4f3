import PseudoTerminal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The whole way, from a line of input through the queue to the box and back, by the built demo.
@Suite(.serialized) struct QueueTests {
  @Test(
    "S4, S5: on a real terminal an urgent question takes the place of a lesser one, which comes back; then the screen is as before",
    .enabled(if: Tmux.isInstalled, "tmux is not installed (scripts/bootstrap installs it)"))
  func interruptionAndReturn() throws {
    let tmux = try Tmux()
    defer { tmux.kill() }
    let folder = try ScratchFolder()
    let (input, outcomes) = (folder.path + "/input", folder.path + "/outcomes")
    try #require(mkfifo(input, 0o600) == 0)
    let pipe = try #require(fopen(input, "r+"))  // open for both, which waits for nobody
    let demo = ChildProcess.built("alert-sdk-demo")
    tmux.run("printf 'before\\nunfinished '; \(demo) run \(input) --renderer ansi >\(outcomes); echo \"[$?]\"")
    func ask(_ id: String, _ title: String, priority: String) {
      fputs(#"{"id":"\#(id)","title":"\#(title)","priority":"\#(priority)","#, pipe)
      fputs(#""actions":[{"id":"yes","title":"Yes"},{"id":"no","title":"No","role":"cancel"}]}"# + "\n", pipe)
      fflush(pipe)
    }

    ask("plants", "Water the plants?", priority: "medium")
    try tmux.wait { $0.contains("Water the plants?") && $0.contains("Tab move") && !$0.contains("before") }
    #expect(tmux.ask("#{alternate_on}") == "1")
    ask("smoke", "Smoke in the kitchen!", priority: "high")
    try tmux.wait { $0.contains("Smoke in the kitchen!") && $0.contains("Tab move") && !$0.contains("Water the plants?") }
    #expect(tmux.ask("#{alternate_on}") == "1")
    tmux.send("y")
    try tmux.wait { $0.contains("Water the plants?") && $0.contains("Tab move") && !$0.contains("Smoke") }
    #expect(tmux.ask("#{alternate_on}") == "1")
    tmux.send("n")
    fclose(pipe)  // the input has ended
    try tmux.wait { $0.contains("[0]") }
    #expect(tmux.ask("#{alternate_on}") == "0")
    let after = tmux.lines()
    let first = try #require(after.firstIndex(of: "before"))
    #expect(after[first + 1] == "unfinished [0]" && after.dropFirst(first + 2).allSatisfy(\.isEmpty), "\(after)")

    let lines = try folder.lines(of: "outcomes")
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.hasPrefix(#"{"id":"smoke","outcome":"chose","action":"yes""#) == true, "\(lines)")
    #expect(lines.last?.hasPrefix(#"{"id":"plants","outcome":"chose","action":"no""#) == true, "\(lines)")
  }
}

/// A folder that is removed with everything in it.
private final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/alertsdk-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PseudoTerminal.Missing(description: "no scratch folder: \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  deinit { _ = Tmux.shell("rm -rf \(path)") }

  func lines(of name: String) throws -> [String] {
    Tmux.shell("cat \(path)/\(name)").output.split(separator: "\n").map(String.init)
  }
}
