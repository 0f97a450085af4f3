import AlertTerminal
import Testing

@testable import alert_sdk_demo

@Suite struct BlockingThreadTests {
  private actor Worker {
    private let thread = BlockingThread()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private(set) var numbers: [Int] = []
    private(set) var threads: Set<UInt> = []

    func add(_ number: Int) {
      numbers.append(number)
      threads.insert(UInt(bitPattern: pthread_self().hashValue))
    }

    /// Blocks until the pipe is written to.
    func block(on descriptor: Int32) -> Bool { (try? System.waitToRead([descriptor]))?.first ?? false }
  }

  @Test("Calls run in order, on one thread") func order() async {
    let worker = Worker()
    for number in 0..<500 { await worker.add(number) }
    #expect(await worker.numbers == Array(0..<500))
    #expect(await worker.threads.count == 1)
  }

  @Test("Many that block hold nobody else up") func blocking() async throws {
    let pipe = try System.makePipe()
    defer {
      System.closeDescriptor(pipe.reading)
      System.closeDescriptor(pipe.writing)
    }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {  // more than there are threads in the pool
        let worker = Worker()
        group.addTask { await worker.block(on: pipe.reading) }
      }
      group.addTask {
        _ = try? System.write(pipe.writing, [1])  // runs although all of them block
        return true
      }
      for await isReady in group { #expect(isReady) }
    }
  }
}
