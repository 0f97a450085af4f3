import Testing

@testable import AlertSDK

@Suite("RendererSpec")
struct RendererSpecTests {
  private static func plain(_ name: String) -> RendererSpec { .renderer(name, options: [:]) }

  @Test(
    "specs and what they mean",
    arguments: [
      ("ansi", plain("ansi")),
      ("a,b,c", .fallback([plain("a"), plain("b"), plain("c")])),
      ("a+b", .multiplex([plain("a"), plain("b")])),
      ("a+b,c", .fallback([.multiplex([plain("a"), plain("b")]), plain("c")])),
      ("a,b+c", .fallback([plain("a"), .multiplex([plain("b"), plain("c")])])),
      ("auto", .auto),
      ("a,auto", .fallback([plain("a"), .auto])),
      ("ansi:theme=plain:mode=inline", .renderer("ansi", options: ["theme": "plain", "mode": "inline"])),
      ("ansi:mouse", .renderer("ansi", options: ["mouse": "true"])),
      ("ansi:title=", .renderer("ansi", options: ["title": ""])),
      (" a , b:x = 1 2 ", .fallback([plain("a"), .renderer("b", options: ["x": "1 2"])])),
      (#"p:cmd=a\:b\,c\+d\\e=f"#, .renderer("p", options: ["cmd": #"a:b,c+d\e=f"#])),
      (#"p:cmd=\ x\ "#, .renderer("p", options: ["cmd": " x "])),
      (#"p:a\=b=c"#, .renderer("p", options: ["a=b": "c"])),
    ] as [(String, RendererSpec)])
  func meaning(spec: String, expected: RendererSpec) throws {
    #expect(try RendererSpec(spec) == expected)
  }

  @Test(
    "what is not a spec is refused with the reason",
    arguments: [
      ("", "no renderer named; give a name, or auto"),
      ("  ", "no renderer named; give a name, or auto"),
      (",", #"a name is missing in ",""#),
      ("a,", #"a name is missing in "a,""#),
      ("a++b", #"a name is missing in "a++b""#),
      (":x=1", #"a name is missing in ":x=1""#),
      ("a:", #"an option of a has no name in "a:""#),
      ("a:=1", #"an option of a has no name in "a:=1""#),
      ("a:x=1:x", #"option "x" of a is given twice"#),
      ("auto:x=1", "auto takes no options; name the renderer they are for"),
      (#"a\"#, #"a backslash at the end of "a\\" stands before nothing"#),
      ("a:\u{1B}[2J,", #"a name is missing in "a:\u{1B}[2J,""#),
    ])
  func refused(spec: String, reason: String) {
    let error = #expect(throws: RendererRegistry.Failure.self) { try RendererSpec(spec) }
    #expect(error?.description == reason)
  }

  @Test("random text is a spec or a reason, never a trap")
  func randomText() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let text = String((0..<Int.random(in: 0...12, using: &generator)).map { _ in ",+:=\\ aé".randomElement(using: &generator)! })
      _ = try? RendererSpec(text)
    }
  }
}
