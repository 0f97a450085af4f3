import AlertSDK
import Synchronization

/// From `show` to the outcome over a renderer that does nothing, beside what one would write first: an array and a task per alert.
func throughput(_ effort: Effort) async throws -> [Row] {
  var rows: [Row] = []
  for waiting in [1000, 100_000] {
    let (ours, plain) = await alternating(
      max(effort.runs, effort.scaled(20_000) / waiting), { await centerCost(waiting) }, { await arrayCost(waiting) })
    let isFast = ours <= 3000
    rows.append(
      Row(
        measure: "show → presented → outcome, \(count(waiting)) waiting, per alert", figure: time(ours),
        beside: "array and a task each \(time(plain))",
        ratio: ours / plain,
        target: waiting == 100_000 ? ("≤ 3 µs, ≤ 0.2 ×", isFast && ours * 5 <= plain) : ("≤ 3 µs", isFast)))
  }
  return rows
}

private func centerCost(_ waiting: Int) async -> Double {
  let center = AlertCenter.paused()
  return await cpuTime {
    for number in 1..<waiting { center.show(alert: TwoWords(number: number)) }
    let last = center.show(alert: TwoWords(number: waiting))
    center.resume()
    guard await last.outcome == .delivered else { stop("the last alert was not presented") }
  } / Double(waiting)
}

private func arrayCost(_ waiting: Int) async -> Double {
  let queue = ArrayQueue(renderer: NoopRenderer())
  return await cpuTime {
    for number in 0..<waiting { queue.show(TwoWords(number: number)) }
    await queue.finish()
  } / Double(waiting)
}

/// The queue one would write first: the oldest is taken off the front of an array, and each alert gets a task.
final class ArrayQueue: Sendable {
  private struct State {
    var waiting: [Entry] = []
    var finished: CheckedContinuation<Void, Never>?
  }
  private final class Entry: Sendable {
    let alert: any AlertPresentable
    init(_ alert: any AlertPresentable) { self.alert = alert }
  }
  private let state = Mutex(State())
  private let renderer: any AlertRenderer

  init(renderer: any AlertRenderer) { self.renderer = renderer }

  func show(_ alert: any AlertPresentable) {
    state.withLock { $0.waiting.append(Entry(alert)) }
  }

  /// Presents all that was shown, one after another.
  func finish() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.finished = continuation }
      next()
    }
  }

  private func next() {
    let (entry, finished) = state.withLock { state in
      state.waiting.isEmpty ? (nil, state.finished.take()) : (state.waiting.removeFirst(), nil)
    }
    finished?.resume()
    guard let entry else { return }
    Task {
      _ = try? await renderer.present(AlertRequest(entry.alert, content: await entry.alert.content))
      next()
    }
  }
}
