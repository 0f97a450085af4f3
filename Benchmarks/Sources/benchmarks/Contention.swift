import AlertSDK
import Synchronization

/// Four tasks that show at once, beside one that shows as many; and whether each task's alerts came in its order.
func contention(_ effort: Effort) async throws -> [Row] {
  let (tasks, calls) = (4, effort.scaled(25_000))
  var isOrdered = true
  let (many, one) = await alternating(
    effort.runs,
    {
      let renderer = OrderRenderer(tasks: tasks)
      let center = AlertCenter.paused(renderer: renderer)
      let cost = await wallTime {
        await withTaskGroup { group in
          for task in 0..<tasks {
            group.addTask { for number in 0..<calls { center.show(alert: TwoWords(number: number, other: task)) } }
          }
        }
      }
      center.resume()
      await center.drain()
      isOrdered = isOrdered && renderer.isOrdered(calls: calls)
      return cost / Double(tasks * calls)
    },
    {
      let center = AlertCenter.paused()
      let cost = await wallTime { for number in 0..<tasks * calls { center.show(alert: TwoWords(number: number)) } }
      center.withdrawAll()
      await center.drain()
      return cost / Double(tasks * calls)
    })
  return [
    Row(
      measure: "\(tasks) tasks showing at once, per call; order of each task \(isOrdered ? "kept" : "LOST")", figure: time(many),
      beside: "one task \(time(one))",
      ratio: many / one, target: ("≤ 1.3 ×, order kept", many <= 1.3 * one && isOrdered))
  ]
}

/// Sees whether the alerts of each task come in the order in which it showed them.
private final class OrderRenderer: AlertRenderer {
  let name = "order"
  private let next: Mutex<[Int]>

  init(tasks: Int) { next = Mutex(Array(repeating: 0, count: tasks)) }

  func present(_ request: AlertRequest) async throws -> AlertResponse {
    request.didAppear()
    if let alert = request.alert as? TwoWords {
      next.withLock { $0[alert.other] = $0[alert.other] == alert.number ? alert.number + 1 : .min }
    }
    return .delivered
  }

  func isOrdered(calls: Int) -> Bool { next.withLock { $0.allSatisfy { $0 == calls } } }
}
