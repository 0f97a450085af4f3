import AlertSDK
import AlertSDKTestKit

/// `check NAME`: the conformance kit on one renderer, with nobody in front of it.
struct CheckCommand: Sendable {
  let spec: String
  let registry: RendererRegistry
  let environment: [String: String]

  /// Tells on standard error which rule is being tried, and prints the report; status 1 where a required rule is broken.
  ///
  /// - Throws: ``UsageError`` for a renderer that does not exist, ``System/Failure`` when the report cannot be written.
  func run() async throws -> ExitCode {
    do { _ = try registry.make(spec, environment: environment) } catch { throw UsageError("\(error)".plain) }
    let report = await check()
    try await OutputFile.standardOutput.write(report.description.split(separator: "\n").map { String($0).plain }.joined(separator: "\n"))
    if !report.failures.isEmpty { return .declined }
    return report.isUnproven ? .couldNotAsk : .success
  }

  /// On a terminal only the names of the rules are to be seen, not the alerts that try them.
  private func check() async -> ConformanceReport {
    let standIn = StandIn()
    defer { standIn?.end() }
    let screen = standIn.map { OutputFile($0.screen) } ?? .standardError
    return await RendererConformance.check(onStart: { _ = try? await screen.write("\($0) \($0.title)") }) { [registry, spec, environment] in
      try registry.make(spec, environment: environment)
    }
  }
}
