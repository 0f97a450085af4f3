import AlertSDK
import AlertSDKTestKit
import PseudoTerminal
import Testing

@testable import RendererANSI

/// The rules R1-R21, each tried on a box on a pseudo-terminal.
@Suite(.timeLimit(.minutes(5))) struct ConformanceTests {
  @Test("The box keeps the rules, over everything and in the text", arguments: [false, true]) func box(isInline: Bool) async {
    let report = await RendererConformance.check(driver: { try BoxDriver(isInline: isInline) })
    #expect(report.passes && report.warnings.isEmpty, "\(report)")
    #expect(report.untested.isEmpty, "\(report)")
  }
}

/// A person at a terminal with a box on it.
private struct BoxDriver: ConformanceDriver {
  let terminal: DrainedTerminal
  let renderer: any AlertRenderer
  private let isInline: Bool

  init(isInline: Bool) throws {
    terminal = try DrainedTerminal()
    var options = ANSIOptions()
    options.terminalPath = terminal.path
    options.environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    if isInline { options.mode = .inline }
    (renderer, self.isInline) = (ANSIRenderer(options: options), isInline)
  }

  private var screen: VirtualTerminal {
    let screen = VirtualTerminal(columns: 80, rows: 24)
    screen.feed(terminal.bytes)
    return screen
  }

  func press(_ action: AlertAction.ID, in content: AlertContent, values: [AlertField.ID: String]) async throws {
    guard let place = content.actions.firstIndex(where: { $0.id == action }) else { throw CannotDrive("there is no such button") }
    if content.fields.isEmpty { return terminal.type("\(place + 1)") }
    for field in content.fields { terminal.type("\(values[field.id] ?? "")\t") }
    terminal.type(String(repeating: "\t", count: place) + "\r")
  }
  func accept() async throws { terminal.type("\r") }
  func close() async throws { terminal.type("\u{1B}") }
  func loseSurface() async throws { terminal.hangUp() }
  func isUp() async throws -> Bool {
    let screen = screen
    return isInline ? screen.lines.contains { !$0.isEmpty } : screen.isAlternate
  }
  func text() async throws -> String { screen.lines.joined(separator: "\n") }
  func output() async throws -> String { terminal.text }
}
