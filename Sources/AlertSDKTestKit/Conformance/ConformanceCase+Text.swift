import AlertSDK

extension ConformanceCase {
  /// R13 and R20: any text, and the renderer's own name.
  static let text = [
    ConformanceCase(13, "any text is safe", limit: .seconds(60)) { trial in
      let hostile = "\(needles.joined(separator: " "))\r\u{8}\u{0}\u{7F}\u{2028}"
      var contents = [
        ("a notice with escape sequences in its title", AlertContent(title: hostile)),
        ("a notice with escape sequences in its message", AlertContent(title: "", message: "\(hostile)\n\n\(hostile)")),
        (
          "a notice with a message of 1 MB",
          AlertContent(title: trial.bench.token(), message: String(repeating: "0123456789abcde\n", count: 65_536))
        ),
        ("a notice with one word of 100,000 letters", AlertContent(title: String(repeating: "w", count: 100_000))),
        ("a notice without any text", AlertContent(title: "")),
        (
          "a notice of combining marks and repaired UTF-8",
          AlertContent(
            title: String(repeating: "\u{301}", count: 5_000),
            message: String(decoding: [0x61, 0xC3, 0xFF, 0xED, 0xA0, 0x80], as: UTF8.self))
        ),
      ]
      if trial.capabilities.contains(.actions) {
        contents.append(
          (
            "a question with escape sequences in its actions",
            trial.question([AlertAction(id: "a", title: hostile), AlertAction(id: "b", title: "")])
          ))
        contents.append(("a question with 200 actions", trial.question((1...200).map { AlertAction(id: "\($0)", title: "Action \($0)") })))
      }
      if trial.capabilities.isSuperset(of: [.actions, .fields]) {
        contents.append(
          ("a form with escape sequences in its field", trial.form(AlertField(id: "f", label: hostile, initialValue: hostile))))
      }
      for (what, content) in contents {
        try await trial.survives(what, content)
        if let output = try await trial.output(), let needle = needles.first(where: { output.contains(text: $0) }) {
          throw Violation(
            "presented \(what)", expected: "no control character of it on the surface", but: "\(needle.debugDescription) was put out")
        }
      }
      guard trial.capabilities.contains(.actions) else { return }
      do {
        let twins = try await trial.show(trial.question([AlertAction(id: "a", title: "Same"), AlertAction(id: "b", title: "Same")]))
        let ending = try await trial.press("b", on: twins)
        guard ending == .response(.chose("b")) else {
          throw Violation("pressed the second of two actions with the same title", expected: ".chose(\"b\")", but: "\(ending)")
        }
      } catch let reason as CannotDrive { trial.notes.add("\(reason)") }
    },

    ConformanceCase(20, "a stable lower-case name") { trial in
      let name = trial.renderer.name
      if name.isEmpty { throw Violation("read its name", expected: "one", but: "it is empty") }
      if name != name.lowercased() || name.contains(where: \.isWhitespace) || name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
        throw Violation("read its name", expected: "lower case without spaces", but: "it is \(name.debugDescription)")
      }
      let notice = trial.begin(trial.notice())
      _ = await notice.settles(within: Bench.appearanceLimit)
      let other = try await trial.bench.makeDriver().renderer.name
      for (when, found) in [("while it presented", trial.renderer.name), ("of another instance", other)] where found != name {
        throw Violation(
          "read its name twice", expected: "\(name.debugDescription) both times", but: "it was \(found.debugDescription) \(when)")
      }
    },
  ]

  /// What a terminal would obey, and no renderer sends of its own accord.
  private static let needles = ["\u{1B}]777;kit", "\u{1B}[1977t", "\u{9B}1977t", "\u{1B}Pkit"]
}
