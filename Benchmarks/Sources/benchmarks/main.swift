// benchmarks [--short] NAME      one benchmark; its rows of the table on stdout
// benchmarks list                the names
// benchmarks head                the head of the table
//
// Each benchmark is run in a process of its own (scripts/bench), so that none finds memory or threads that another left behind.

import CAllocator

let benchmarks: [(name: String, run: @Sendable (Effort) async throws -> [Row])] = [
  ("show-cost", showCost),
  ("throughput", throughput),
  ("round-trip", roundTrip),
  ("memory", memoryPerAlert),
  ("contention", contention),
  ("idle", idleWakeUps),
  ("plain-lines", plainLines),
]

let arguments = Array(CommandLine.arguments.dropFirst())
let effort: Effort = arguments.contains("--short") ? .short : .full
switch arguments.first(where: { $0 != "--short" }) {
case "list":
  for benchmark in benchmarks { print(benchmark.name) }
case "head":
  print(Row.head)
case let name?:
  guard let benchmark = benchmarks.first(where: { $0.name == name }) else {
    stop("no benchmark '\(name)'; there are: \(benchmarks.map(\.name).joined(separator: " "))")
  }
  if name == "memory" { allocator_use_one_heap() }  // here there is one thread yet
  for row in try await benchmark.run(effort) { print(row) }
case nil:
  stop("usage: benchmarks [--short] NAME | list | head")
}
