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
        low     About low
                available
        """)
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
