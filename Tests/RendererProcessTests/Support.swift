import AlertSDK
import AlertSDKTestKit
import AlertTerminal
import PseudoTerminal
import RendererProcess

/// What was said, from any thread.
final class Heard: Sendable {
  private let lines = Lock<[String]>([])
  private let changes = ChangeCount()
  func hear(_ line: String) {
    lines.withLock { $0.append(line) }
    changes.increment()
  }
  var all: [String] { lines.withLock { $0 } }

  /// Waits until it is so, with a deadline that only a broken program reaches.
  func wait(_ what: String, until isSo: @escaping @Sendable ([String]) -> Bool) async throws {
    guard try await changes.first(within: .seconds(20), { isSo(self.all) ? true : nil }) != nil else {
      throw PseudoTerminal.Missing(description: "not within 20 s: \(what); heard: \(all)")
    }
  }
}

/// A program of the fixtures and what it left in writing.
struct Fake {
  let renderer: ProcessRenderer
  let heard = Heard()
  private let appeared = Heard()
  let record = ScratchFile()
  let mark = ScratchFile()

  init(_ behaviour: String, _ change: (inout ProcessRenderer.Limits) -> Void = { _ in }) {
    var limits = ProcessRenderer.Limits()
    limits.start = .seconds(20)  // an interpreter on a busy machine
    limits.withdraw = .seconds(10)
    change(&limits)
    var environment = ProcessEnvironment.variables()
    environment["RECORD"] = record.path
    environment["MARK"] = mark.path
    renderer = ProcessRenderer(
      executable: "python3", arguments: [Self.path, behaviour], environment: environment, limits: limits, diagnostics: heard.hear)
  }

  func present(_ content: AlertContent = question, updates: AlertUpdates = AlertUpdates()) async throws -> AlertResponse {
    try await renderer.present(request(content, updates: updates) { [appeared] in appeared.hear("appeared") })
  }
  /// Waits until alerts have appeared so often; what the programs wrote down before is there then.
  func appears(_ times: Int = 1) async throws { try await appeared.wait("an alert, \(times) times") { $0.count >= times } }

  static var path: String {
    var parts = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast()
    return (parts + ["Fixtures", "renderer.py"]).joined(separator: "/")
  }

  /// What the programs wrote down, in order.
  var notes: [String] { record.text.split(separator: "\n").map(String.init) }
  /// The process ids of the programs so far.
  var processes: [pid_t] { notes.filter { $0.hasPrefix("start ") }.compactMap { pid_t($0.dropFirst(6)) } }
}

/// A path for a small file, which is gone afterwards.
final class ScratchFile: Sendable {
  let path: String
  private let isOurs: Bool

  /// A file that is there, and stays.
  init(at path: String) { (self.path, isOurs) = (path, false) }

  init() {
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    isOurs = true
    path = "/tmp/alertsdk-process-\(getpid())-\(number)"
  }
  deinit { if isOurs { unlink(path) } }

  private static let count = Lock(0)

  var text: String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}

let question = AlertContent(
  title: "Delete?", actions: [AlertAction(id: "yes", title: "Yes"), AlertAction(id: "no", title: "No", role: .cancel)])

func request(_ content: AlertContent = question, updates: AlertUpdates = AlertUpdates(), onAppear: @escaping @Sendable () -> Void = {})
  -> AlertRequest
{
  AlertRequest(PlainAlert(content), content: content, updates: updates, onAppear: onAppear)
}

func isRunning(_ process: pid_t) -> Bool { kill(process, 0) == 0 }
