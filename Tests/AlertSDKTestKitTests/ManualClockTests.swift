import AlertSDKTestKit
import Testing

@Suite("ManualClock", .timeLimit(.minutes(1)))
struct ManualClockTests {
  let clock = ManualClock()

  @Test("time stands still, moves only by advance, and never runs back")
  func now() {
    #expect(clock.now.offset == .zero)
    clock.advance(by: .seconds(2))
    clock.advance(by: .seconds(-1))
    #expect(clock.now.offset == .seconds(2))
    #expect(clock.now.duration(to: clock.now.advanced(by: .seconds(3))) == .seconds(3))
  }

  @Test("a deadline that has passed, or is now, returns at once", arguments: [-1, 0])
  func passedDeadline(seconds: Int) async throws {
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)), tolerance: nil)
    #expect(clock.deadlines.isEmpty)
  }

  @Test("one advance over several deadlines wakes the due ones only, each at or after its deadline")
  func jump() async throws {
    try await withThrowingTaskGroup(of: (Int, Duration).self) { [clock] group in
      for seconds in [3, 1, 2, 9] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          return (seconds, clock.now.offset)
        }
      }
      await clock.waitForSleepers(4)
      #expect(clock.deadlines.map(\.offset) == [.seconds(1), .seconds(2), .seconds(3), .seconds(9)])
      clock.advance(by: .seconds(5))
      #expect(clock.deadlines.map(\.offset) == [.seconds(9)])
      var woken: [Int] = []
      for _ in 1...3 {
        let (seconds, now) = try #require(await group.next())
        #expect(now >= .seconds(seconds))
        woken.append(seconds)
      }
      #expect(woken.sorted() == [1, 2, 3])
      clock.advance(by: .seconds(4))
      let last = try await group.next()
      #expect(last?.0 == 9)
    }
  }

  @Test("deadlines are in the order in which sleepers wake, whatever the order in which they went to sleep")
  func order() async throws {
    try await withThrowingTaskGroup(of: Int.self) { [clock] group in
      for (number, seconds) in [3, 1, 2, 1, 3].enumerated() {
        group.addTask {
          try await clock.sleep(until: .init(offset: .seconds(seconds)), tolerance: nil)
          return seconds
        }
        await clock.waitForSleepers(number + 1)
      }
      #expect(clock.deadlines.map(\.offset) == [1, 1, 2, 3, 3].map { .seconds($0) })
      for expected in [[1, 1], [2], [3, 3]] {
        clock.advance(by: .seconds(1))
        for seconds in expected {
          let woken = try await group.next()
          #expect(woken == seconds)
        }
      }
    }
  }

  @Test("cancelling a sleeper wakes it at once and leaves the others asleep")
  func cancellation() async throws {
    let first = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    let second = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(2)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(clock.deadlines.count == 1)
    clock.advance(by: .seconds(2))
    try await second.value
  }

  @Test("a task that is cancelled already does not sleep, even past its deadline")
  func cancelledBefore() async throws {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .zero)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.deadlines.isEmpty)
  }

  @Test("waitForSleepers ends when its task is cancelled")
  func waitCancelled() async {
    let waiting = Task { [clock] in await clock.waitForSleepers(1) }
    waiting.cancel()
    await waiting.value
    #expect(clock.deadlines.isEmpty)
  }

  @Test("many sleepers and moves from many threads: everyone wakes, nobody early (ConcurrentSafe)")
  func manySleepersConcurrentSafe() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { [clock] group in
      for number in 0..<400 {
        group.addTask {
          let deadline = ManualClock.Instant(offset: .milliseconds(number))
          try await clock.sleep(until: deadline, tolerance: nil)
          return clock.now >= deadline
        }
        if number.isMultiple(of: 4) {
          group.addTask {
            clock.advance(by: .milliseconds(5))
            return true
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(clock.now.offset == .milliseconds(500))
    #expect(clock.deadlines.isEmpty)
  }
}
