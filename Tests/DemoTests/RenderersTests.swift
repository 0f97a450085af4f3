import AlertJSON
import AlertSDK
import Testing

@testable import alert_sdk_demo

@Suite struct RenderersTests {
  private func listing() throws -> RendererListing {
    let plugin = { (name: String, rank: Int, availability: RendererPlugin.Availability) in
      RendererPlugin(name: name, summary: "About \(name)", rank: rank, options: ["mode"], availability: { _ in availability }) { _ in
        throw RendererFailure.unsupported("only for lists")
      }
    }
    return RendererListing(
      try RendererRegistry([plugin("low", 1, .available), plugin("higher", 2, .unavailable("no\u{1B}[2J desktop"))]), environment: [:])
  }

  @Test("Best first, with the reason why one cannot") func text() throws {
    #expect(
      try listing().text == """
        higher  About higher
                not here: no\\u001b[2J desktop
                options: mode
        low     About low
                available
                options: mode
        """)
  }

  @Test("It says which one would be used; a spec that makes no sense is a usage error here, too") func used() throws {
    #expect(
      RendererListing(RendererRegistry(), environment: [:], used: "a+b,c").text == "used now: a and b, or else c")
    #expect(try Renderers.used("stdout:mode=plain", environment: [:]) == "stdout")
    #expect(try Renderers.used(nil, environment: ["ALERTSDK_RENDERER": "stdout"]) == "stdout")
    #expect(throws: UsageError.self) { try Renderers.used("stdout:mode=plian", environment: [:]) }
    #expect(throws: UsageError.self) { try Renderers.used(nil, environment: ["ALERTSDK_RENDERER": "stdot"]) }
  }

  @Test("What people read keeps its quotes and backslashes; only what a terminal could act on is escaped") func plain() {
    let error = #expect(throws: UsageError.self) { try Renderers.make("stdot", environment: [:]) }
    #expect(error?.description.hasPrefix(#"no renderer named "stdot" (did you mean "stdout"?); known: "#) == true)
    #expect("a\\b \"c\" \u{1B}[31m\u{202E}".plain == #"a\b "c" \u001b[31m\u202e"#)
  }

  @Test("The same as JSON") func json() throws {
    let json = try JSONParser.value(in: Array(try listing().json.utf8))
    #expect(
      json == [
        ["name": "higher", "summary": "About higher", "available": false, "reason": "no\u{1B}[2J desktop", "options": ["mode"]],
        ["name": "low", "summary": "About low", "available": true, "reason": .null, "options": ["mode"]],
      ])
  }

  @Test("A spec that names nothing known is a usage error; the command line comes before the variable") func specs() throws {
    #expect(throws: UsageError.self) { try Renderers.make("nope", environment: [:]) }
    #expect(throws: UsageError.self) { try Renderers.make(nil, environment: ["ALERTSDK_RENDERER": "nope"]) }
    #expect(try Renderers.make("stdout", environment: ["ALERTSDK_RENDERER": "nope"]).name == "stdout")
    #expect(try Renderers.make(nil, environment: ["ALERTSDK_RENDERER": "stdout"]).name == "stdout")
  }
}
