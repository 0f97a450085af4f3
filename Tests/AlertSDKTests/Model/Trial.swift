@testable import AlertSDK

/// One run: a configuration and operations, both from a seed.
struct Trial {
  let seed: UInt64
  let configuration: AlertCenter.Configuration
  var operations: [Operation]

  init(seed: UInt64, length: Int) {
    self.seed = seed
    var generator = SplitMix64(seed: seed)
    configuration = .random(&generator)
    operations = Operation.random(length, from: &generator)
  }

  /// The first difference between the scheduler and the model; nil when they agree to the end.
  func run() -> String? { world(isTold: false).difference }

  private func world(isTold: Bool) -> World {
    let world = World(configuration)
    if isTold { world.transcript = [] }
    if seed % 4 != 0 {
      world.lastRenderer = 1
      world.renderers[1] = seed % 4 == 1 ? [.actions] : [.actions, .updates]
      world.install(1)
      world.check()
    }
    for operation in operations where world.difference == nil { world.apply(operation) }
    if world.difference == nil { world.windDown() }
    return world
  }

  /// The same failure, or another, with as few operations as can be had by leaving some out.
  func shrunk() -> Trial {
    var smallest = self
    var size = max(1, operations.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < smallest.operations.count {
        var fewer = smallest
        fewer.operations.removeSubrange(start..<min(start + size, fewer.operations.count))
        if fewer.run() != nil {
          smallest = fewer
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk { return smallest }
      size = max(1, size / 2)
    }
  }

  func explanation() -> String {
    let small = shrunk()
    let world = small.world(isTold: true)
    let steps = (world.transcript ?? []).joined(separator: "\n")
    let limits = SchedulerLimits(configuration)
    return """
      seed \(seed), \(small.operations.count) of \(operations.count) operations:
      capacity \(limits.capacity) \(limits.overflow), aging \(limits.aging.map(String.init) ?? "none"), dwell \(limits.minimumDwell), \
      grace \(limits.cancellationGrace), end \(limits.end), turn \(limits.turn), appearance \(limits.appearance)
      \(steps)
      \(world.difference ?? "")
      """
  }
}
