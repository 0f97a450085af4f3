import AlertTerminal
import Testing

@testable import alert_sdk_demo

@Suite(.timeLimit(.minutes(1))) struct JobQueueTests {
  /// Runs tasks on a queue, and the queue on a thread, until it is released.
  private final class Executor: TaskExecutor {
    let jobs = JobQueue()

    init() throws {
      let error = DetachedThread.start(stackSize: 512 << 10) { [jobs, executor = Place()] in
        while let job = jobs.next() { job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
      }
      try #require(error == nil)
    }

    deinit { jobs.close() }

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }
  }
  /// What a job is told that it runs on.
  private final class Place: TaskExecutor { func enqueue(_ job: consuming ExecutorJob) {} }

  @Test("Sleepers wake by their time, not in the order in which they went to sleep, and not before it") func order() async throws {
    let queue = try Executor()
    for step in [Duration.milliseconds(10), .milliseconds(200), .seconds(4)] {  // longer until all sleep before the first is to wake
      let start = ContinuousClock.now
      let woken = await withTaskGroup(of: (count: Int, slept: ContinuousClock.Instant).self) { group in
        for count in [3, 1, 2] {
          group.addTask(executorPreference: queue) {
            let (slept, deadline) = (ContinuousClock.now, start + step * count)
            try? await queue.jobs.sleep(until: deadline)
            #expect(.now >= deadline)
            return (count, slept)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      guard woken.allSatisfy({ $0.slept < start + step }) else { continue }
      #expect(woken.map(\.count) == [1, 2, 3])
      return
    }
    Issue.record("never did all sleep in time")
  }

  @Test("Who sleeps until a moment that has passed goes on") func past() async throws {
    let queue = try Executor()
    try await Task(executorPreference: queue) { try await queue.jobs.sleep(until: .now - .seconds(1)) }.value
  }

  @Test("A cancelled sleeper wakes at once, whether it slept already or not", arguments: [true, false])
  func cancellation(sleepsFirst: Bool) async throws {
    let queue = try Executor()
    let sleeper = Task(executorPreference: queue) {
      if !sleepsFirst { withUnsafeCurrentTask { $0?.cancel() } }
      try await queue.jobs.sleep(until: .now + .seconds(1 << 40))
    }
    if sleepsFirst { await Task(executorPreference: queue) {}.value }  // behind it in the queue
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test("A cancellation wakes a sleeper once, at whatever moment it comes") func cancellationRace() async throws {
    let queue = try Executor()
    for _ in 0..<5_000 {
      let (steps, step) = AsyncStream<Void>.makeStream()
      let sleeper = Task(executorPreference: queue) {
        step.yield()
        try await queue.jobs.sleep(until: .now + .seconds(1 << 40))
      }
      for await _ in steps { break }
      sleeper.cancel()  // while it goes to sleep
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }

  @Test("Jobs run while others sleep, however long") func jobsBesideSleepers() async throws {
    let queue = try Executor()
    let sleeper = Task(executorPreference: queue) { try await queue.jobs.sleep(until: .now + .seconds(Int64.max / 4)) }
    for number in 0..<100 { #expect(await Task(executorPreference: queue) { number }.value == number) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
