/// How long a benchmark may take.
enum Effort: Sendable {
  /// Enough to show that all works.
  case short
  /// Enough for figures.
  case full

  /// How often a measurement is repeated; the median counts.
  var runs: Int { self == .short ? 3 : 9 }
  /// The full count, or a part of it.
  func scaled(_ count: Int, by part: Int = 10) -> Int { self == .short ? count / part : count }
}

/// Nanoseconds on the clock on the wall that the body takes: where tasks wait for each other or run at once.
func wallTime(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start).nanoseconds
}

/// Nanoseconds that all cores together work for this process in the body: other work on the machine does not count.
func cpuTime(_ body: () throws -> Void) rethrows -> Double {
  let start = processNanoseconds()
  try body()
  return processNanoseconds() - start
}

/// Nanoseconds that all cores together work for this process in the body: other work on the machine does not count.
func cpuTime(_ body: () async throws -> Void) async rethrows -> Double {
  let start = processNanoseconds()
  try await body()
  return processNanoseconds() - start
}

extension Duration {
  var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
}

extension [Double] {
  /// The middle one: what other work on the machine disturbs least.
  var median: Double {
    let sorted = self.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }
}

/// Two measurements whose runs take turns, so that a machine that is slow for a while is slow for both; their medians.
func alternating(_ runs: Int, _ first: () async throws -> Double, _ second: () async throws -> Double) async rethrows -> (Double, Double) {
  var times: ([Double], [Double]) = ([], [])
  for _ in 0..<runs {
    times.0.append(try await first())
    times.1.append(try await second())
  }
  return (times.0.median, times.1.median)
}
