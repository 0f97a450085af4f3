import AlertSDKTestKit
import Testing

@testable import AlertSDK

@Suite("MultiplexRenderer", .timeLimit(.minutes(1)))
struct MultiplexRendererTests {
  private let bench = CombinatorBench()
  private let a = TestScreen(name: "a")
  private let b = TestScreen(name: "b")

  @Test("the alert is on all of them, and the first answer counts and takes the others down", arguments: [true, false])
  func firstAnswer(onFirst: Bool) async throws {
    let presenting = bench.present(.question, on: MultiplexRenderer([a, b]))
    let (onA, onB) = try await (a.next(), b.next())
    await bench.hears(.appeared, .appeared)
    let (answering, other) = onFirst ? (onA, onB) : (onB, onA)
    answering.choose("go")
    #expect(try await presenting.value == .chose("go"))
    #expect(!other.isUp)
    await bench.hears(.appeared, .appeared, .answered(.chose("go")))
  }

  @Test("a dismissal on one is an answer too")
  func dismissed() async throws {
    let presenting = bench.present(.question, on: MultiplexRenderer([a, b]))
    let onB = try await b.next()
    try await a.next().dismiss()
    #expect(try await presenting.value == .dismissed)
    #expect(!onB.isUp)
  }

  @Test("the answer is told at once; the call returns when all is down, or after the grace of 1 s")
  func answeredBeforeDown() async throws {
    let deaf = ScriptedRenderer(.hang, name: "deaf")
    let presenting = bench.present(.question, on: MultiplexRenderer([a, deaf]))
    let shown = try await a.next()
    _ = try await deaf.shown(atLeast: 1)
    await bench.hears(.appeared, .appeared)
    shown.choose("go")
    await bench.hears(.appeared, .appeared, .answered(.chose("go")))
    await bench.pass(.seconds(1))
    #expect(try await presenting.value == .chose("go"))
    deaf.release()
  }

  @Test("a delivery or an expiry counts only when no other child has the alert", arguments: [ScriptedRenderer.Step.deliver, .timeOut])
  func aside(step: ScriptedRenderer.Step) async throws {
    let presenting = bench.present(.notice, on: MultiplexRenderer([ScriptedRenderer(step), a]))
    try await a.next().choose("seen")
    #expect(try await presenting.value == .chose("seen"))
  }

  @Test("alone, a delivery counts, also if the other fails later")
  func deliveredAlone() async throws {
    let presenting = bench.present(.notice, on: MultiplexRenderer([ScriptedRenderer(.deliver), a]))
    let onA = try await a.next()
    await bench.hears(.appeared, .appeared)  // were `a` lost before the other is out, nothing would be up for a while
    onA.fail(.lost("x"))
    #expect(try await presenting.value == .delivered)
    #expect(!bench.events.contains(.disappeared))
  }

  @Test("one that fails is ignored while another has the alert, and rests for the next alert")
  func failing() async throws {
    let renderer = MultiplexRenderer([ScriptedRenderer(.fail(.unavailable("x"))), a])
    for _ in 1...2 {
      let presenting = bench.present(.notice, on: renderer)
      let onA = try await a.next()
      await eventually { renderer.children.candidates(for: .notice).resting == [0] }  // an answer would cut the failing one short
      onA.choose("x")
      #expect(try await presenting.value == .chose("x"))
    }
    #expect(renderer.children.candidates(for: .notice).resting == [0])
    #expect(!bench.events.contains(.disappeared))
  }

  @Test("one lost while up leaves the other up; time stands still only when none is up")
  func lostWhileUp() async throws {
    let late = ScriptedRenderer(.late(by: .seconds(2), .stayUp), name: "late")
    let presenting = bench.present(.notice, on: MultiplexRenderer([a, b, late]))
    let (onA, onB) = try await (a.next(), b.next())
    await bench.hears(.appeared, .appeared)
    onA.fail(.lost("x"))
    try await onA.gone()
    onB.fail(.lost("y"))
    await bench.hears(.appeared, .appeared, .disappeared)
    await bench.pass(.seconds(2))
    _ = try await late.shown(atLeast: 1)
    await bench.hears(.appeared, .appeared, .disappeared, .appeared)
    presenting.cancel()
    await #expect(throws: CancellationError.self) { try await presenting.value }
  }

  @Test("all failed: each name with its reason")
  func allFailed() async throws {
    let renderer = MultiplexRenderer([
      ScriptedRenderer(.fail(.unsupported("no")), name: "a"), ScriptedRenderer(.fail(.lost("gone")), name: "b"),
    ])
    #expect(renderer.name == "a+b")
    await #expect(throws: RendererFailure.unavailable("a: no; b: gone", retryAfter: .milliseconds(100))) {
      try await bench.present(.notice, on: renderer).value
    }
  }

  @Test("each is given only what it can show, and joins when an update is something it can")
  func onlyWhatItCanShow() async throws {
    let line = TestScreen(name: "line", capabilities: [])
    let presenting = bench.present(.question, on: MultiplexRenderer([line, a]))
    _ = try await a.next()
    #expect(line.history.isEmpty)
    bench.update(.notice)
    #expect(try await line.next().content == .notice)
    bench.update(.question)
    await eventually { line.current == nil }
    bench.update(.notice)
    try await line.next().dismiss()
    #expect(try await presenting.value == .dismissed)
    #expect(line.history == [.notice, .notice])
  }

  @Test("one without updates is called anew while the other stays up and follows")
  func updates() async throws {
    let still = TestScreen(name: "still", capabilities: [.actions])
    let presenting = bench.present(.question, on: MultiplexRenderer([still, a]))
    let (onStill, onA) = try await (still.next(), a.next())
    await bench.hears(.appeared, .appeared)
    bench.update(.notice)
    let anew = try await still.next()
    try await onA.until { $0.content == .notice }
    #expect(!onStill.isUp && anew.content == .notice)
    await bench.hears(.appeared, .appeared, .appeared)
    anew.choose("x")
    #expect(try await presenting.value == .chose("x"))
    #expect(!onA.isUp)
  }

  @Test("what was delivered is not delivered again for an update")
  func deliveredOnce() async throws {
    let line = ScriptedRenderer(thenAlways: .deliver, name: "line", capabilities: [])
    let presenting = bench.present(.notice, on: MultiplexRenderer([line, a]))
    let shown = try await a.next()
    _ = try await line.shown(atLeast: 1)
    await bench.hears(.appeared, .appeared)
    bench.update(AlertContent(title: "newer"))
    try await shown.until { $0.content.title == "newer" }
    shown.choose("x")
    _ = try await presenting.value
    #expect(line.shown == [.notice])
  }

  @Test("cancellation takes all down (R4)")
  func cancellation() async throws {
    let presenting = bench.present(.notice, on: MultiplexRenderer([a, b]))
    let (onA, onB) = try await (a.next(), b.next())
    presenting.cancel()
    await #expect(throws: CancellationError.self) { try await presenting.value }
    #expect(!onA.isUp && !onB.isUp)
  }

  @Test("nested: an answer on the inner one ends the outer, and is told before the inner is down")
  func nested() async throws {
    let deaf = ScriptedRenderer(.hang, name: "deaf")
    let inner = MultiplexRenderer([a, deaf])
    let presenting = bench.present(.question, on: MultiplexRenderer([FallbackRenderer([inner]), b]))
    let (onA, onB) = try await (a.next(), b.next())
    _ = try await deaf.shown(atLeast: 1)
    await bench.hears(.appeared, .appeared)
    onA.choose("go")
    await bench.hears(.appeared, .appeared, .answered(.chose("go")))
    try await onB.gone()
    await bench.pass(.seconds(1))
    #expect(try await presenting.value == .chose("go"))
    deaf.release()
  }

  @Test("two people answer at once: one answer, everything down (ConcurrentSafe)")
  func twoAnswersConcurrentSafe() async throws {
    for _ in 1...50 {
      let (a, b) = (TestScreen(), TestScreen())
      let presenting = bench.present(.question, on: MultiplexRenderer([a, b]))
      let (onA, onB) = try await (a.next(), b.next())
      async let first: Void = onA.choose("a")
      async let second: Void = onB.choose("b")
      _ = await (first, second)
      let response = try await presenting.value
      #expect([.chose("a"), .chose("b")].contains(response))
      #expect(a.current == nil && b.current == nil)
    }
  }
}
