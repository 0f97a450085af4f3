public import AlertSDK

/// Finds out whether a renderer keeps the rules R1-R21; needs no test framework.
///
/// ```swift
/// let report = await RendererConformance.check { TestScreen() }
/// print(report)  // a table
/// assert(report.passes)
/// ```
/// An alert must appear, and what a person does must have its effect, within 3 s; a cancelled one must be back within 2 s; what must not
/// happen is waited for 0.3 s. The guide "Writing a renderer" of AlertSDK has them all.
///
/// It never hangs: each rule has a limit of 30 s (R12, R13 and R17 of 60 s), and a renderer deaf to cancellation is left behind and
/// reported. It never traps, but a renderer that does takes the process with it; `onStart` tells which rule was being tried. R14 and R17
/// look at the whole process: what else runs in it may open descriptors and threads, but should not change signal handlers or the
/// environment for good. R12 and R16 keep for a moment what is printed to stdout and stderr, and print it afterwards.
public enum RendererConformance {
  /// Checks a renderer that nobody drives: what needs a person is reported as untested.
  ///
  /// - Parameters:
  ///   - rules: the numbers of the rules to try. Default: all.
  ///   - repetitions: how many presentations in a row R17 tries, as far as they go into 3 s. Default: 10,000; fewer than 50 are untested.
  ///   - onStart: told of each rule before it is tried.
  ///   - makeRenderer: makes a new renderer; called once for each rule. What it throws is the verdict of each rule.
  public static func check(
    rules: some Sequence<Int> = 1...21, repetitions: Int = 10_000, onStart: (ConformanceRule) async -> Void = { _ in },
    _ makeRenderer: @escaping @Sendable () async throws -> any AlertRenderer
  ) async -> ConformanceReport {
    await check(rules: rules, repetitions: repetitions, onStart: onStart, driver: { Undriven(renderer: try await makeRenderer()) })
  }

  /// Checks a renderer with a person in front of it.
  ///
  /// - Parameters:
  ///   - rules: the numbers of the rules to try. Default: all.
  ///   - repetitions: how many presentations in a row R17 tries, as far as they go into 3 s. Default: 10,000; fewer than 50 are untested.
  ///   - onStart: told of each rule before it is tried.
  ///   - makeDriver: makes a new surface, its renderer and its person; called once for each rule, and twice for R19.
  public static func check(
    rules: some Sequence<Int> = 1...21, repetitions: Int = 10_000, onStart: (ConformanceRule) async -> Void = { _ in },
    driver makeDriver: @escaping @Sendable () async throws -> any ConformanceDriver
  ) async -> ConformanceReport {
    let bench = Bench(repetitions: repetitions, makeDriver: makeDriver)
    defer { bench.stop() }
    await bench.begin()
    let numbers = Set(rules)
    var results: [ConformanceReport.Result] = []
    for test in ConformanceCase.all where numbers.contains(test.rule.number) {
      await onStart(test.rule)
      results.append(await bench.result(of: test))
    }
    return ConformanceReport(renderer: bench.name, results: results)
  }
}
