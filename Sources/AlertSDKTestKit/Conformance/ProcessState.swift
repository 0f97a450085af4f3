/// What a renderer must leave as it was (R14).
struct ProcessState {
  private let facts: [String: String]

  init() { facts = [Platform.signalHandlers(), Platform.environment(), Platform.surroundings()].reduce(into: [:]) { $0.merge($1) { $1 } } }

  /// What is different from all that was seen before, fact by fact; values of variables, which may be secret, are not told.
  func differences(from before: [ProcessState]) -> [String] {
    Set(facts.keys).union(before.flatMap(\.facts.keys)).sorted().compactMap { name in
      let (was, now) = (before.map { $0.facts[name] }, facts[name])
      if was.contains(now) { return nil }
      if name.hasPrefix("environment") { return "\(name) was \(was.contains(nil) ? "set" : now == nil ? "removed" : "changed")" }
      return "\(name): \((was.last ?? nil) ?? "nothing") before, \(now ?? "nothing") after"
    }
  }
}

/// What a process holds (R17).
struct ProcessFootprint: CustomStringConvertible {
  private var descriptors: Int
  private var threads: Int
  private var kibibytes: Int

  init() {
    descriptors = Platform.descriptorCount()
    threads = Platform.threadCount() ?? 0
    kibibytes = Platform.residentKiB() ?? 0
  }

  static func - (now: Self, before: Self) -> Self {
    var growth = now
    growth.descriptors -= before.descriptors
    growth.threads -= before.threads
    growth.kibibytes -= before.kibibytes
    return growth
  }

  /// The smaller growth of each.
  func least(_ other: Self) -> Self {
    var least = self
    least.descriptors = min(descriptors, other.descriptors)
    least.threads = min(threads, other.threads)
    least.kibibytes = min(kibibytes, other.kibibytes)
    return least
  }

  /// Whether this much is left of so many presentations: one in four leaves a descriptor or a thread, or each more than 1 KiB.
  ///
  /// Allocators and pools keep some; 16 MiB and ten descriptors or threads in all are not held against anybody. A hundred are enough:
  /// many processes may have no more than a thousand.
  func isLeak(of count: Int) -> Bool {
    max(descriptors, threads) > 10 + min(count / 4, 100) || kibibytes > 16_384 + count
  }

  var description: String { "there are \(descriptors) more descriptors, \(threads) more threads and \(kibibytes) KiB more in use" }
}
