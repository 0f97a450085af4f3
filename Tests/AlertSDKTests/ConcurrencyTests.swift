import AlertSDK
import AlertSDKTestKit
import Testing

@Suite struct SchedulerConcurrentSafe {
  @Test func S34_eightTasksAtRandomLoseNothingAndPresentNothingTwice() async throws {
    let renderer = Counting()
    var configuration = AlertCenter.Configuration.quiet
    configuration.capacity = 500
    let center = AlertCenter(renderer: renderer, configuration: configuration)
    #if ALERTSDK_THREAD_SANITIZER
      let rounds = 500  // a hundred times over
    #else
      let rounds = 10_000
    #endif
    let handles = await withTaskGroup(of: [AlertHandle].self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SplitMix64(seed: UInt64(task) + 1)
          var handles: [AlertHandle] = []
          for round in 0..<rounds {
            if round % 100 == 0 { await Task.yield() }  // other tests wait for the same threads
            switch random.next() % 16 {
            case 0: handles.randomElement(using: &random)?.withdraw()
            case 1: handles.randomElement(using: &random)?.update(AlertContent(title: "new"))
            case 2:
              center.pause()
              center.resume()
            case 3: _ = handles.randomElement(using: &random)?.status
            default:
              let priority = AlertPriority(rawValue: Int(random.next() % 3) * 250 + 250)
              let key = random.next() % 4 == 0 ? "\(random.next() % 8)" : nil
              handles.append(
                center.show(alert: .plain("\(task)-\(round)", AlertScheduling(priority: priority, key: key))))
            }
          }
          return handles
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(await center.drain())
    let statistics = center.snapshot.statistics
    #expect(statistics.submitted == handles.count)
    #expect(statistics.ended == handles.count)
    for handle in handles {
      guard case .ended(let outcome) = handle.status else { return #expect(Bool(false), "\(handle.id) has no outcome") }
      #expect(await handle.outcome == outcome)
    }
    #expect(renderer.mostAtOnce == 1)
    let deliveries = renderer.delivered.withLock { $0 }
    #expect(Set(deliveries).count == deliveries.count)
  }

  @Test func S2_theOrderOfOneTasksCallsIsKept() async throws {
    let renderer = Counting()
    let center = AlertCenter(renderer: renderer)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { for round in 0..<500 { center.show(alert: .plain("\(task) \(round)")) } }
      }
    }
    #expect(await center.drain())
    var last = [Int](repeating: -1, count: 4)
    for title in renderer.titles.withLock({ $0 }) {
      let parts = title.split(separator: " ").compactMap { Int($0) }
      #expect(parts[1] == last[parts[0]] + 1)
      last[parts[0]] = parts[1]
    }
  }

  @Test func askersThatAreCancelledAtRandomAllComeBack() async throws {
    let center = AlertCenter(renderer: ScriptedRenderer(thenAlways: .choose("confirm")))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        group.addTask {
          let asking = Task { try await center.ask(alert: .confirmation("\(number)")) }
          if number % 2 == 0 { asking.cancel() }
          _ = await asking.result
        }
      }
    }
    #expect(await center.drain())
    #expect(center.snapshot.statistics.live == 0)
  }

  @Test func turnsFromManyTasksNeverOverlap() async throws {
    let center = AlertCenter(configuration: .quiet)
    let inside = Occupancy()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await center.withTurn {
            inside.enter()
            await Task.yield()
            inside.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(inside.most == 1)
  }
}

/// How many are somewhere at once, and how many were at most.
private final class Occupancy: Sendable {
  private let counts = Lock((now: 0, most: 0))
  func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
  func leave() { counts.withLock { $0.now -= 1 } }
  var most: Int { counts.withLock { $0.most } }
}

/// Delivers at once, and counts.
private final class Counting: AlertRenderer {
  let name = "counting"
  let capabilities: RendererCapabilities = [.updates]
  private let up = Occupancy()
  let delivered = Lock<[AlertID]>([])
  let titles = Lock<[String]>([])

  var mostAtOnce: Int { up.most }

  func present(_ request: AlertRequest) async throws -> AlertResponse {
    up.enter()
    defer { up.leave() }
    request.didAppear()
    try Task.checkCancellation()
    delivered.withLock { $0.append(request.id) }
    titles.withLock { $0.append(request.content.title) }
    return .delivered
  }
}
