import Foundation
import Testing

/// Another program, told what to do by lines on its stdin, whose lines on stdout a test waits for.
final class Child {
  /// The seconds after which a line is missing: only a broken program reaches it, on whatever machine. It is longer than the longest
  /// wait, a retry after 10 s, and shorter than the 25 s after which GLib gives up where a limit of ours is missing.
  static let patience = 20.0

  let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private let heard = Heard()
  private var taken: Set<Int> = []

  /// What the readers fill; they may outlive the child.
  private final class Heard: @unchecked Sendable {  // behind `condition`
    let condition = NSCondition()
    var lines: [String] = []
    var errorText = ""
  }

  init(_ path: String, _ arguments: [String] = [], environment: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try Self.unblocked { try process.run() }
    read(output.fileHandleForReading) { [heard] in heard.lines += $0 }
    read(errors.fileHandleForReading) { [heard] in heard.errorText += $0.map { $0 + "\n" }.joined() }
  }

  deinit { kill() }

  /// Tests run on threads that block signals; a child would inherit that, and a bus would not hear of its children.
  private static func unblocked(_ body: () throws -> Void) rethrows {
    var (none, saved) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &saved)
    defer { pthread_sigmask(SIG_SETMASK, &saved, nil) }
    try body()
  }

  private func read(_ handle: FileHandle, _ take: @escaping @Sendable ([String]) -> Void) {
    Thread.detachNewThread { [condition = heard.condition] in
      var rest = Data()
      while true {
        let data = handle.availableData
        guard !data.isEmpty else { return }
        rest += data
        let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        condition.lock()
        take(parts.dropLast().map { String(decoding: $0, as: UTF8.self) })
        condition.broadcast()
        condition.unlock()
        rest = Data(parts.last ?? Data())
      }
    }
  }

  var pid: Int32 { process.processIdentifier }
  /// What it wrote to stderr so far.
  var stderr: String { heard.condition.withLock { heard.errorText } }

  /// Whether it writes this to stderr, which comes by another way than its lines.
  func complains(of text: String, within seconds: Double = Child.patience) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return heard.condition.withLock {
      while !heard.errorText.contains(text) {
        if !heard.condition.wait(until: deadline) { return false }
      }
      return true
    }
  }

  func tell(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// The first line that fits and was not given before; nil once the time is over.
  func next(within seconds: Double = Child.patience, _ fits: ([String: Any]) -> Bool) -> [String: Any]? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    heard.condition.lock()
    defer { heard.condition.unlock() }
    var index = 0
    while true {
      while index < heard.lines.count {
        defer { index += 1 }
        guard !taken.contains(index) else { continue }
        let object = Self.object(heard.lines[index])
        if fits(object) {
          taken.insert(index)
          return object
        }
      }
      if !heard.condition.wait(until: deadline) { return nil }
    }
  }

  /// All lines so far that fit.
  func all(_ fits: ([String: Any]) -> Bool) -> [[String: Any]] { heard.condition.withLock { heard.lines }.map(Self.object).filter(fits) }

  private static func object(_ line: String) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? ["text": line]
  }

  func signal(_ number: Int32) { Foundation.kill(pid, number) }

  func kill() {
    guard process.isRunning else { return }
    signal(SIGCONT)
    signal(SIGKILL)
    process.waitUntilExit()
  }
}
