import AlertSDK

/// Show one, await its outcome, show the next; beside the least that crossing to another task and back can cost.
func roundTrip(_ effort: Effort) async throws -> [Row] {
  let trips = effort.scaled(20_000)
  let center = AlertCenter(renderer: NoopRenderer())
  let (ours, task) = await alternating(
    effort.runs,
    {
      await wallTime { for number in 0..<trips { _ = await center.show(alert: TwoWords(number: number)).outcome } } / Double(trips)
    },
    {
      await wallTime { for _ in 0..<trips { await Task.detached {}.value } } / Double(trips)
    })
  return [
    Row(
      measure: "show, await, show, …: one round trip", figure: time(ours), beside: "`await Task.detached {}.value` \(time(task))",
      ratio: ours / task, target: ("≤ 2 ×", ours <= 2 * task))
  ]
}
