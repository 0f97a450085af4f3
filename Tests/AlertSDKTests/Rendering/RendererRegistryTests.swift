import AlertSDKTestKit
import Testing

@testable import AlertSDK

private func plugin(
  _ name: String, rank: Int = 0, options: [String] = [], unavailable reason: String? = nil,
  make: (@Sendable (RendererOptions) throws -> any AlertRenderer)? = nil
) -> RendererPlugin {
  RendererPlugin(
    name: name, summary: "The \(name).", rank: rank, options: options,
    availability: { environment in
      if let reason, environment["FORCE"] == nil { .unavailable(reason) } else { .available }
    },
    make: make ?? { _ in ScriptedRenderer(name: name) })
}

@Suite("RendererRegistry")
struct RendererRegistryTests {
  let registry: RendererRegistry

  init() throws {
    registry = try RendererRegistry([
      plugin("stdout", rank: 1), plugin("ansi", rank: 3, options: ["theme", "mouse"]),
      plugin("libnotify", rank: 2, unavailable: "no message bus"),
    ])
  }

  private func reason(_ spec: String, environment: [String: String] = [:]) -> String? {
    #expect(throws: RendererRegistry.Failure.self) { try registry.make(spec, environment: environment) }?.description
  }

  @Test("a spec becomes a renderer of that shape, and its name is the spec again")
  func make() throws {
    for (spec, name) in [
      ("ansi", "ansi"), ("ansi,stdout", "ansi,stdout"), ("ansi+stdout", "ansi+stdout"), ("libnotify,ansi+stdout", "libnotify,ansi+stdout"),
      ("auto", "ansi,stdout"), ("stdout+auto", "stdout+ansi"), ("libnotify,auto", "libnotify,ansi,stdout"), ("ansi,auto", "ansi,stdout"),
      ("ansi,stdout,auto", "ansi,stdout"),
    ] {
      #expect(try registry.make(spec).name == name)
    }
    #expect(try registry.make("ansi") is ScriptedRenderer)
    #expect(try registry.make("ansi,stdout") is FallbackRenderer)
    #expect(try registry.make("ansi+stdout") is MultiplexRenderer)
  }

  @Test("auto asks the environment it is given")
  func autoAsksEnvironment() throws {
    #expect(try registry.make("auto", environment: ["FORCE": "1"]).name == "ansi,libnotify,stdout")
  }

  @Test("auto with nothing available says why of each")
  func autoWithNothing() throws {
    #expect(throws: RendererRegistry.Failure("no renderer is available here")) { try RendererRegistry().make("auto") }
    let registry = try RendererRegistry([plugin("a", unavailable: "no tty"), plugin("b", rank: 1, unavailable: "no bus")])
    #expect(throws: RendererRegistry.Failure("no renderer is available here (b: no bus; a: no tty)")) { try registry.make("auto") }
  }

  @Test("an unknown name is refused with the known ones and the nearest spelling")
  func unknownName() {
    #expect(reason("asni") == #"no renderer named "asni" (did you mean "ansi"?); known: ansi, libnotify, stdout"#)
    #expect(reason("ansi,libnotfy") == #"no renderer named "libnotfy" (did you mean "libnotify"?); known: ansi, libnotify, stdout"#)
    #expect(reason("ANSI") == #"no renderer named "ANSI" (did you mean "ansi"?); known: ansi, libnotify, stdout"#)
    #expect(reason("browser") == #"no renderer named "browser"; known: ansi, libnotify, stdout"#)
    #expect(throws: RendererRegistry.Failure(#"no renderer named "ansi"; none is registered"#)) { try RendererRegistry().make("ansi") }
  }

  @Test("an unknown option is refused with the known ones and the nearest spelling")
  func unknownOption() {
    #expect(reason("ansi:them=plain") == #"ansi has no option "them" (did you mean "theme"?); known: theme, mouse"#)
    #expect(reason("stdout:colour") == #"stdout has no option "colour"; it takes none"#)
    // A colon where "=" was meant, and one within a value.
    let syntax = #"; known: theme, mouse, as in ansi:theme=VALUE; a colon in a value is written \:"#
    #expect(reason("ansi:theme:plain") == #"ansi has no option "plain""# + syntax)
    #expect(reason("ansi:theme=a://b") == #"ansi has no option "//b""# + syntax)
  }

  @Test("a refused option value names the renderer, the option, the value and what is allowed")
  func refusedValue() throws {
    let registry = try RendererRegistry([
      plugin("ansi", options: ["width"]) { options in
        _ = try options.value("width", default: 80)
        return ScriptedRenderer()
      }
    ])
    #expect(throws: RendererRegistry.Failure(#"ansi: option "width" cannot be "wide"; allowed: a whole number"#)) {
      try registry.make("ansi:width=wide")
    }
    #expect(throws: Never.self) { try registry.make("ansi:width=40") }
  }

  @Test("a name that is empty, taken, or that no spec could say is refused")
  func register() {
    var registry = registry
    for (name, reason) in [
      ("", "a renderer needs a name"), ("ansi", #"there is a renderer named "ansi" already"#),
      ("auto", "no renderer can be named auto: it stands for all of them"),
      ("a,b", #"a renderer cannot be named "a,b": no spec could name it"#),
      ("a b", #"a renderer cannot be named "a b": no spec could name it"#),
    ] {
      #expect(throws: RendererRegistry.Failure(reason)) { try registry.register(plugin(name)) }
    }
    #expect(registry.names == ["ansi", "libnotify", "stdout"])
  }

  @Test("the listing has every renderer, best first, with the reason why it cannot be used")
  func listing() {
    let listing = registry.listing(environment: [:])
    #expect(listing.map(\.plugin.name) == ["ansi", "libnotify", "stdout"])
    #expect(listing.map(\.availability) == [.available, .unavailable("no message bus"), .available])
  }

  @Test("ALERTSDK_RENDERER overrules the app's default, unless the app forbids it or it is empty")
  func override() throws {
    let environment = ["ALERTSDK_RENDERER": "stdout"]
    #expect(try registry.make(environment: environment).name == "stdout")
    #expect(try registry.make(default: "ansi", environment: environment).name == "stdout")
    #expect(try registry.make(default: "ansi", environment: environment, allowingOverride: false).name == "ansi")
    #expect(try registry.make(default: "ansi", environment: ["ALERTSDK_RENDERER": ""]).name == "ansi")
    #expect(try registry.make(environment: [:]).name == "ansi,stdout")
    #expect(throws: RendererRegistry.Failure(#"ALERTSDK_RENDERER: no renderer named "x"; known: ansi, libnotify, stdout"#)) {
      try registry.make(default: "ansi", environment: ["ALERTSDK_RENDERER": "x"])
    }
  }

  @Test("a renderer that cannot be made here answers alerts with its reason, and a fallback goes on to the next")
  func failsToMake() async throws {
    let registry = try RendererRegistry([
      plugin("popup") { _ in throw RendererFailure.unsupported("built without libnotify") }, plugin("stdout"),
    ])
    let alert = ChoiceAlert.confirmation("Go?")
    let request = AlertRequest(alert, content: alert.content)
    await #expect(throws: RendererFailure.unsupported("built without libnotify")) { try await registry.make("popup").present(request) }
    #expect(try await registry.make("popup,stdout").present(request) == .dismissed)
  }
}

@Suite("RendererOptions")
struct RendererOptionsTests {
  private enum Mode: String, CaseIterable { case overlay, inline }
  private let options: RendererOptions = ["n": "12", "on": "true", "mode": "inline", "text": "x", "bad": "inlin"]

  @Test("values are read, and the default stands for what was not given")
  func values() throws {
    #expect(try options.value("n", default: 1) == 12)
    #expect(try options.value("n", default: 1.5) == 12)
    #expect(try options.value("on", default: false))
    #expect(try options.value("text", default: "") == "x")
    #expect(try options.value("none", default: 7) == 7)
    #expect(try options.choice("mode", default: Mode.overlay) == .inline)
    #expect(try options.choice("none", default: Mode.overlay) == .overlay)
    #expect(try options.choice("mode", among: ["inline": 1, "overlay": 2], default: 0) == 1)
    #expect(options["none"] == nil)
  }

  @Test("a value that makes no sense is refused with what is allowed")
  func refused() {
    #expect(throws: RendererRegistry.Failure(#"option "text" cannot be "x"; allowed: true, false"#)) {
      try options.value("text", default: true)
    }
    #expect(throws: RendererRegistry.Failure(#"option "text" cannot be "x"; allowed: a number"#)) {
      try options.value("text", default: 1.0)
    }
    #expect(throws: RendererRegistry.Failure(#"option "bad" cannot be "inlin"; allowed: overlay, inline (did you mean "inline"?)"#)) {
      try options.choice("bad", default: Mode.overlay)
    }
    #expect(throws: RendererRegistry.Failure(#"option "text" cannot be "x"; allowed: a, b"#)) {
      try options.choice("text", among: ["a": 1, "b": 2], default: 0)
    }
  }
}
