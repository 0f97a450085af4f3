import Testing

@testable import RendererProcess

@Suite struct ErrorLinesTests {
  @Test("Lines are made safe, cut, and whole whatever pieces they come in") func lines() {
    var lines = ErrorLines()
    let now = ContinuousClock.now
    #expect(lines.append(Array("Trace".utf8), at: now) == [])
    #expect(lines.append(Array("back\u{1B}[31m!\r\n\n".utf8), at: now).map { $0.contains("\u{1B}") } == [false])
    #expect(lines.last?.hasPrefix("Traceback") == true)
    #expect(lines.append([UInt8](repeating: 0x61, count: 100_000) + [10], at: now).first?.count == 256)
    #expect(lines.append([0xFF, 0x62], at: now) == [])
    #expect(lines.finish() == ["\u{FFFD}b"])
  }

  @Test("A line that never ends costs a kilobyte and no more") func endless() {
    var lines = ErrorLines()
    for _ in 0..<100 { #expect(lines.append([UInt8](repeating: 0x61, count: 65_536), at: .now) == []) }
    #expect(lines.partial.count == 1_000)
  }

  @Test("At most 100 lines a second are passed on, and the others counted; after 1 MiB the program waits") func flood() {
    var lines = ErrorLines()
    let now = ContinuousClock.now
    #expect(lines.append(Array(String(repeating: "x\n", count: 250).utf8), at: now).count == 100)
    #expect(lines.resumption(at: now) == nil)
    #expect(lines.append([UInt8](repeating: 10, count: 1 << 20), at: now) == [])
    #expect(lines.resumption(at: now) == now + .seconds(1))
    #expect(lines.resumption(at: now + .seconds(1)) == nil)
    #expect(lines.append(Array("y\n".utf8), at: now + .seconds(1)) == ["(150 more lines were left out)", "y"])
  }
}
