import AlertSDK
import AlertSDKTestKit
import Testing

/// All but R14: other tests of this process install signal handlers meanwhile.
private let rules = Set(1...21).subtracting([14])

/// Combinators are renderers, too: the rules R1-R21, each tried on screens that one has put together.
@Suite(.timeLimit(.minutes(5))) struct CombinatorConformanceTests {
  @Test("A fallback, a multiplex and one in the other keep the rules", arguments: ["a,b", "a+b", "a+b,c"]) func combined(spec: String) async
  {
    let report = await RendererConformance.check(
      rules: rules, repetitions: 1_000,
      driver: {
        let screens = ["a", "b", "c"].prefix(spec.count(where: \.isLetter)).map { TestScreen(name: $0) }
        return ScreenDriver(screens) { screens in
          switch spec {
          case "a,b": FallbackRenderer(screens)
          case "a+b": MultiplexRenderer(screens)
          default: FallbackRenderer([MultiplexRenderer(Array(screens[..<2])), screens[2]])
          }
        }
      })
    #expect(report.passes && report.warnings.isEmpty, "\(report)")
    #expect(report.untested.isEmpty, "\(report)")
    #expect(report.renderer == spec)
  }

  @Test("A fallback whose first cannot show anything keeps them with its second") func second() async {
    let report = await RendererConformance.check(
      rules: rules, repetitions: 1_000,
      driver: {
        ScreenDriver([TestScreen(name: "b")]) { screens in
          FallbackRenderer([ScriptedRenderer(thenAlways: .fail(.unsupported("nobody there")), name: "a"), screens[0]])
        }
      })
    #expect(report.passes && report.warnings.isEmpty, "\(report)")
  }
}
