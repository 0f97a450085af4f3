import AlertSDK
import Testing

@testable import RendererLibnotify

/// The mapping of an alert to a popup, without a server.
@Suite struct PopupRequestTests {
  static let all: Set<String> = ["actions", "body", "body-markup", "persistence"]

  func popup(
    _ content: AlertContent, hints: LibnotifyHints = LibnotifyHints(), timeLimit: Duration? = nil, repeatCount: Int = 1,
    server: Set<String> = PopupRequestTests.all
  ) throws -> PopupRequest {
    var wires = ActionWires()
    return try PopupRequest(
      content, hints: hints, timeLimit: timeLimit, repeatCount: repeatCount, appName: "app", capabilities: server, wires: &wires)
  }

  @Test(
    "R13, case 43: a title is one line without control characters, never empty",
    arguments: [
      ("plain", "plain"), ("", "app"), ("  \n\t ", "app"), ("a\nb", "a b"), ("a\r\nb", "a b"), ("a\tb", "a b"),
      ("a\u{1B}[31mb", "a [31mb"), ("a\u{0}b", "a b"), ("a\u{7F}\u{9B}b", "a  b"), ("a\u{2028}b", "a b"), ("<b>&", "<b>&"),
      (String(decoding: [0x61, 0xFF, 0x62] as [UInt8], as: UTF8.self), "a\u{FFFD}b"),
    ])
  func titles(text: String, sent: String) throws {
    #expect(try popup(AlertContent(title: text)).summary == sent)
  }

  @Test(
    "R13: a body keeps line breaks and tabs, and nothing else below a space",
    arguments: [
      ("a\nb\tc", "a\nb\tc"), ("a\r\nb", "a\nb"), ("a\rb", "a b"), ("\u{1B}]0;x\u{7}y", "]0;x y"), ("a\u{0}", "a"), ("\n a \n", "a"),
    ])
  func bodies(text: String, sent: String) throws {
    #expect(try popup(AlertContent(title: "t", message: text)).body == sent)
  }

  @Test("case 40, 41: markup is escaped once, and only where the server reads it; the title never is")
  func escaping() throws {
    let content = AlertContent(title: "a & b", message: "<b>1 & 2</b> &amp;")
    #expect(try popup(content).body == "&lt;b&gt;1 &amp; 2&lt;/b&gt; &amp;amp;")
    #expect(try popup(content).summary == "a & b")
    #expect(try popup(content, server: ["body"]).body == "<b>1 & 2</b> &amp;")
  }

  @Test("case 44: text is cut between Characters, before escaping, with an ellipsis")
  func cutting() throws {
    let family = "👨‍👩‍👧"
    let title = try popup(AlertContent(title: String(repeating: family, count: 300))).summary
    #expect(title.count <= 200 && title.hasSuffix("…") && title.dropLast().allSatisfy { String($0) == family })
    #expect(try popup(AlertContent(title: String(repeating: "x", count: 200))).summary.count == 200)
    #expect(try popup(AlertContent(title: String(repeating: "x", count: 200))).summary.hasSuffix("x"))
    #expect(try popup(AlertContent(title: String(repeating: "x", count: 201))).summary == String(repeating: "x", count: 199) + "…")
    let body = try popup(AlertContent(title: "t", message: String(repeating: "&", count: 5_000))).body
    #expect(body == String(repeating: "&amp;", count: 3_999) + "…")
  }

  @Test("R13: one Character of a megabyte, or a megabyte of text, stays small")
  func hugeText() throws {
    let mark = "a" + String(repeating: "\u{301}", count: 500_000)
    #expect(try popup(AlertContent(title: mark, message: mark)).body.utf8.count <= 128_100)
    #expect(try popup(AlertContent(title: mark)).summary.utf8.count <= 6_500)
    #expect(try popup(AlertContent(title: "t", message: String(repeating: "text ", count: 200_000))).body.count <= 4_000)
  }

  @Test("6.3.11: a server without body gets the message in the title")
  func withoutBody() throws {
    #expect(try popup(AlertContent(title: "t", message: "m\nn"), server: []).summary == "t: m n")
    #expect(try popup(AlertContent(title: "", message: "m"), server: []).summary == "m")
    #expect(try popup(AlertContent(title: "t"), server: []).summary == "t")
    #expect(try popup(AlertContent(title: "t", message: "m"), server: []).body == "")
  }

  @Test("a repeated alert says how often")
  func repeats() throws {
    #expect(try popup(AlertContent(title: "Disk full"), repeatCount: 3).summary == "Disk full (×3)")
    #expect(try popup(AlertContent(title: "Disk full"), repeatCount: 1).summary == "Disk full")
  }

  @Test("case 31: actions get wire ids of ours and a label that is one line and never empty; of equal ids the first counts")
  func actions() throws {
    let request = try popup(
      AlertContent(
        title: "t",
        actions: [
          AlertAction(id: "default", title: "Open\nnow"), AlertAction(id: "inline-reply", title: "\u{1B}"),
          AlertAction(id: " ", title: ""), AlertAction(id: "default", title: "again"),
        ]))
    #expect(
      request.actions == [
        .init(wire: "a0", label: "Open now", id: "default"), .init(wire: "a1", label: "inline-reply", id: "inline-reply"),
        .init(wire: "a2", label: "…", id: " "),
      ])
    let long = try popup(AlertContent(title: "t", actions: [AlertAction(id: "x", title: String(repeating: "y", count: 99))]))
    #expect(long.actions[0].label == String(repeating: "y", count: 39) + "…")
  }

  @Test("an action keeps its wire id through updates, and no other action ever gets it")
  func wires() throws {
    var wires = ActionWires()
    func sent(_ ids: String...) throws -> [String] {
      let content = AlertContent(title: "t", actions: ids.map { AlertAction(id: $0, title: $0) })
      return try PopupRequest(content, appName: "app", capabilities: Self.all, wires: &wires).actions.map(\.wire)
    }
    #expect(try sent("keep", "delete") == ["a0", "a1"])
    #expect(try sent("delete", "keep") == ["a1", "a0"])
    #expect(try sent("other", "delete") == ["a2", "a1"])
  }

  @Test("R8, case 57: fields, a fourth action, or a server without actions are unsupported, never guessed")
  func unsupported() throws {
    let four = AlertContent(title: "t", actions: (0..<4).map { AlertAction(id: "\($0)", title: "x") })
    let one = AlertContent(title: "t", actions: [AlertAction(id: "a", title: "A")])
    let field = AlertContent(
      title: "t", actions: [AlertAction(id: "a", title: "A")], fields: [AlertField(id: "f", label: "F", isSecure: true)])
    #expect(throws: RendererFailure.unsupported("a desktop popup has at most 3 buttons, and this alert has 4")) { try popup(four) }
    #expect(throws: RendererFailure.unsupported("a desktop popup has no fields to type into")) { try popup(field) }
    #expect(throws: RendererFailure.unsupported("the notification server has no buttons, and this alert needs an answer")) {
      try popup(one, server: ["body"])
    }
    #expect(try popup(AlertContent(title: "t"), server: []).actions.isEmpty)
    let many = AlertContent(title: "t", actions: (0..<200).map { AlertAction(id: "\($0)", title: "x") })
    #expect(throws: RendererFailure.self) { try popup(many) }
  }

  @Test("case 32, 34: `default` only for a body click, with a real label; R15: never for a destructive action")
  func bodyClick() throws {
    var hints = LibnotifyHints()
    hints.bodyClick = "open"
    let open = AlertContent(
      title: "t", actions: [AlertAction(id: "open", title: "Open"), AlertAction(id: "no", title: "No", role: .cancel)])
    #expect(try popup(open, hints: hints).actions.map(\.wire) == ["default", "a0"])
    #expect(try popup(open, hints: hints).actions.map(\.label) == ["Open", "No"])
    #expect(try popup(open).actions.map(\.wire) == ["a0", "a1"])
    let delete = AlertContent(title: "t", actions: [AlertAction(id: "open", title: "Delete", role: .destructive)])
    #expect(try popup(delete, hints: hints).actions.map(\.wire) == ["a0"])
  }

  @Test(
    "urgency is a byte: errors critical, the rest normal, unless the alert says otherwise",
    arguments: [(AlertSeverity.info, 1), (.success, 1), (.warning, 1), (.error, 2)] as [(AlertSeverity, UInt8)])
  func urgency(severity: AlertSeverity, byte: UInt8) throws {
    #expect(try popup(AlertContent(title: "t", severity: severity)).hints["urgency"] == .byte(byte))
    let low = AlertContent(title: "t", severity: severity, attributes: ["libnotify.urgency": "low"])
    #expect(try popup(low, hints: LibnotifyHints(attributes: low.attributes)).hints["urgency"] == .byte(0))
  }

  @Test("hints by their names in the specification; none that was not asked for")
  func hints() throws {
    #expect(try popup(AlertContent(title: "t")).hints == ["urgency": .byte(1)])
    let attributes = [
      "libnotify.category": "transfer.error", "libnotify.desktop-entry": "org.example.App", "libnotify.sound-name": "bell",
      "libnotify.sound-file": "/s.oga", "libnotify.transient": "true", "libnotify.resident": "true", "libnotify.image-path": "/i.png",
      "libnotify.urgency": "critical", "libnotify.unknown": "x", "other.category": "y",
    ]
    #expect(
      try popup(AlertContent(title: "t", icon: "ignored"), hints: LibnotifyHints(attributes: attributes)).hints == [
        "urgency": .byte(2), "category": .text("transfer.error"), "desktop-entry": .text("org.example.App"), "sound-name": .text("bell"),
        "sound-file": .text("/s.oga"), "transient": .flag(true), "resident": .flag(true), "image-path": .text("/i.png"),
      ])
    #expect(LibnotifyHints(attributes: ["libnotify.transient": "perhaps", "libnotify.urgency": "huge"]) == LibnotifyHints())
  }

  @Test("an alert's own hints win over its attributes, and ours over those of other names")
  func hintOrder() throws {
    var own = LibnotifyHints()
    own.category = "own"
    own.others = ["urgency": .number(7), "x-mine": .real(0.5), "": .flag(true)]
    let hints = own.over(LibnotifyHints(attributes: ["libnotify.category": "attribute", "libnotify.sound-name": "bell"]))
    #expect(
      try popup(AlertContent(title: "t"), hints: hints).hints == [
        "urgency": .byte(1), "category": .text("own"), "sound-name": .text("bell"), "x-mine": .real(0.5),
      ])
  }

  @Test(
    "progress is the `value` hint in percent",
    arguments: [(0, 0), (0.5, 50), (1, 100), (-3, 0), (9, 100), (.infinity, 100)] as [(Double, Int32)])
  func progress(progress: Double, percent: Int32) throws {
    #expect(try popup(AlertContent(title: "t", progress: progress)).hints["value"] == .number(percent))
    #expect(try popup(AlertContent(title: "t", progress: .nan)).hints["value"] == nil)
  }

  @Test("a server that draws the bar in place of the text gets the progress as text")
  func progressAsText() throws {
    let sent = try popup(AlertContent(title: "Copying", progress: 0.42), server: ["body", "x-canonical-private-icon-only"])
    #expect(sent.summary == "Copying (42 %)")
    #expect(sent.hints["value"] == nil)
  }

  @Test("case 2: transient with a time limit, where the server keeps a history")
  func transient() throws {
    let notice = AlertContent(title: "t")
    #expect(try popup(notice, timeLimit: .seconds(4)).hints["transient"] == .flag(true))
    #expect(try popup(notice).hints["transient"] == nil)
    #expect(try popup(notice, timeLimit: .seconds(4), server: ["body"]).hints["transient"] == nil)
    let kept = LibnotifyHints(attributes: ["libnotify.transient": "false"])
    #expect(try popup(notice, hints: kept, timeLimit: .seconds(4)).hints["transient"] == nil)
  }

  @Test(
    "case 46: an image is a plain path, as a hint",
    arguments: [
      ("dialog-warning", "dialog-warning"), ("/a b.png", "/a b.png"), ("file:///a%20b.png", "/a b.png"), ("file://host/a", "/a"),
      ("file:///50%", "/50%"), ("file:///%zz%+1", "/%zz%+1"), ("/a\nb", "/a b"),
    ])
  func icons(icon: String, sent: String) throws {
    #expect(try popup(AlertContent(title: "t", icon: icon)).hints["image-path"] == .text(sent))
  }

  @Test(
    "R10, case 53: the server's expiry is what is left, rounded up, 0 for none",
    arguments: [
      (nil, 0), (.seconds(4), 4_000), (.zero, 1), (.seconds(-1), 1), (.nanoseconds(1), 1), (.microseconds(1_500), 2),
      (.seconds(1 << 40), .max),
    ] as [(Duration?, Int32)])
  func expiry(limit: Duration?, milliseconds: Int32) throws {
    #expect(try popup(AlertContent(title: "t"), timeLimit: limit).expiry == milliseconds)
  }

  @Test("only the time left differs: it looks the same")
  func looks() throws {
    let content = AlertContent(title: "t")
    let capabilities: Set<String> = []
    #expect(
      try popup(content, timeLimit: .seconds(4), server: capabilities).looksLike(
        popup(content, timeLimit: .seconds(3), server: capabilities)))
    #expect(try !popup(content).looksLike(popup(AlertContent(title: "u"))))
    #expect(try !popup(content).looksLike(popup(content, repeatCount: 2)))
  }
}

/// Images are scaled before they are sent (case 47).
@Suite struct LibnotifyImageTests {
  @Test("case 47: at most 256 pixels a side, in proportion")
  func scaling() throws {
    func size(_ width: Int, _ height: Int) throws -> [Int] {
      let image = try #require(LibnotifyImage(width: width, height: height, rgba: Array(repeating: 255, count: width * height * 4)))
      #expect(image.rgba.count == image.width * image.height * 4)
      #expect(image.rgba.allSatisfy { $0 == 255 })
      return [image.width, image.height]
    }
    #expect(try size(256, 256) == [256, 256])
    #expect(try size(512, 256) == [256, 128])
    #expect(try size(300, 1_000) == [76, 256])
    #expect(try size(2_000, 1) == [256, 1])
    #expect(try size(1, 1) == [1, 1])
  }

  @Test("a pixel is the mean of those it covers, and transparent ones give no colour")
  func mean() throws {
    var pixels: [UInt8] = []
    for _ in 0..<512 { pixels += [200, 0, 0, 255, 0, 99, 0, 0] }  // opaque red beside transparent green
    let image = try #require(LibnotifyImage(width: 1_024, height: 1, rgba: pixels))
    #expect(Array(image.rgba.prefix(4)) == [200, 0, 0, 127])
  }

  @Test(
    "pixels that do not fit the size are refused", arguments: [(0, 1, 0), (1, 0, 0), (-1, -1, 4), (2, 2, 15), (2, 2, 20), (Int.max, 4, 4)])
  func refusals(width: Int, height: Int, bytes: Int) {
    #expect(LibnotifyImage(width: width, height: height, rgba: Array(repeating: 0, count: bytes)) == nil)
  }
}
