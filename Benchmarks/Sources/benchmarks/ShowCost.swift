import AlertSDK
import CAllocator

/// `show` with few and with many alerts waiting; warm, where the memory has been used before, and cold, on fresh pages.
func showCost(_ effort: Effort) async throws -> [Row] {
  var rows: [Row] = []
  var warmAtFirst = Double.nan
  for waiting in [1000, 100_000, 1_000_000] {
    let (cold, warm) = await showCost(waiting: waiting, runs: max(effort.runs, effort.scaled(100_000) / waiting))
    if rows.isEmpty { warmAtFirst = warm }
    let growth = warm / warmAtFirst
    let isGrowthLimited = waiting == 1_000_000
    rows.append(
      Row(
        measure: "`show`, \(count(waiting)) waiting, warm", figure: time(warm), beside: "cold \(time(cold)); 1 k \(time(warmAtFirst))",
        ratio: growth,
        target: ("≤ 250 ns" + (isGrowthLimited ? ", ≤ 1.5 × 1 k" : ""), warm <= 250 && (!isGrowthLimited || growth <= 1.5))))
  }
  return rows
}

private func showCost(waiting: Int, runs: Int) async -> (cold: Double, warm: Double) {
  allocator_keep_freed()
  let batch = min(waiting, 10_000)
  let center = AlertCenter.paused()
  var cold = Double.nan
  var warm: [Double] = []
  for run in 0...runs {
    for number in 0..<waiting { center.show(alert: TwoWords(number: number)) }
    let cost = cpuTime { for number in 0..<batch { center.show(alert: TwoWords(number: number)) } } / Double(batch)
    if run == 0 { cold = cost } else { warm.append(cost) }
    guard center.withdrawAll() == waiting + batch else { stop("alerts got lost") }
    await center.drain()  // the `didEnd`s of withdrawn alerts run beside the queue
  }
  return (cold, warm.median)
}
