import AlertSDK

extension ConformanceCase {
  /// R6-R8, R15 and R16: what a person answers, and nothing else.
  static let answers = [
    ConformanceCase(6, "a response names an action of the content") { trial in
      try trial.requireActions()
      let content = trial.question()
      let unasked = try await trial.show(content)
      if let ending = await unasked.ends(within: Bench.calm) {
        try check(ending, of: content)
        throw CannotDrive("it answers by itself: \(ending)")
      }
      for action in content.actions {
        let question = action == content.actions[0] ? unasked : try await trial.show(trial.question())
        let ending = try await trial.press(action.id, on: question)
        try check(ending, of: question.content)
        guard ending == .response(.chose(action.id)) else {
          throw Violation(
            "pressed \"\(action.id)\" (\(action.title))", expected: ".chose(\"\(action.id)\") without values", but: "\(ending)")
        }
      }
    },

    ConformanceCase(7, "closing is .dismissed or the cancel action; .delivered only where no answer is needed") { trial in
      var closed = 0
      if trial.capabilities.contains(.actions) {
        for hasCancel in [true, false] {
          let content = trial.question(Trial.actions.filter { hasCancel || $0.role != .cancel })
          let question = try await trial.show(content)
          if let ending = await question.ends(within: Bench.calm) {
            if ending == .response(.delivered) {
              throw Violation("presented a question", expected: "an answer, or an error where nobody can be asked", but: "\(ending)")
            }
            throw CannotDrive("it answers by itself: \(ending)")
          }
          if try await close(question, in: trial) { closed += 1 }
        }
      }
      let notice = try await trial.show(trial.notice())
      if await notice.ends(within: Bench.calm) == nil, try await close(notice, in: trial) { closed += 1 }
      if closed == 0 { throw CannotDrive(notice.ending == nil ? "nothing can be closed" : "nothing stays up to be closed") }
    },

    ConformanceCase(8, "the capabilities are honest") { trial in
      var progress = trial.notice()
      progress.progress = 0.5
      let claims: [(RendererCapabilities, String, AlertContent)] = [
        ([], "notices", trial.notice()), (.actions, ".actions", trial.question()),
        ([.actions, .fields], ".fields", trial.form(AlertField(id: "name", label: "Name"))), (.progress, ".progress", progress),
      ]
      // Asked anew each time: a program says what it can do when the first alert has started it.
      for (claimed, claim, content) in claims where trial.capabilities.isSuperset(of: claimed) {
        let presented = trial.begin(content)
        guard await presented.settles(within: Bench.appearanceLimit) else {
          throw CannotDrive("the alert did not appear within 3 s (see R3)")
        }
        if case .failure(let failure) = presented.ending {
          // Whoever turns out to be unable to ask says so, and does not guess.
          let refusal = "it refuses \(trial.name(of: content))"
          let reason = "\(failure.kind), \(failure.reason)"
          if claimed.isEmpty { throw CannotDrive("\(refusal): \(reason)") }
          let advice = content.needsAnswer ? "; right where nobody can be asked here, else it should not claim that" : ""
          throw CannotDrive("\(refusal) although it claims \(claim): \(reason)\(advice)")
        }
        guard content.needsAnswer else {
          try await trial.takeDown(presented)
          continue
        }
        let values = content.fields.isEmpty ? [:] : ["name": "Ann"]
        let action = content.fields.isEmpty ? "yes" : "save"
        do {
          let ending =
            try await presented.ends(within: Bench.calm) == nil ? trial.press(action, on: presented, values: values) : presented.ending
          guard trial.isDriven, let ending, ending != .response(.chose(action, values: values)) else { continue }
          throw Violation(
            "pressed \"\(action)\"" + (values.isEmpty ? "" : " with \"Ann\" in the field \"name\"") + "; its capabilities have \(claim)",
            expected: ".chose(\"\(action)\")" + (values.isEmpty ? "" : " with that value"), but: ending.withValues)
        } catch let reason as CannotDrive {
          trial.notes.add("\(claim): \(reason)")
          try await trial.takeDown(presented)
        }
      }
    },

    ConformanceCase(15, "nothing destructive by Enter, by closing, by time or by type-ahead") { trial in
      try trial.requireActions()
      let actions = [
        AlertAction(id: "wipe", title: "Wipe", role: .destructive, isPreferred: true),
        AlertAction(id: "keep", title: "Keep", role: .cancel),
      ]
      let means: [(String, (Presented) async throws -> Void)] = [
        ("pressed Enter as soon as a question was up", { _ in try await trial.driver.accept() }),
        ("closed a question", { _ in try await trial.driver.close() }),
        ("let the time of a question run out", { _ in try await trial.driver.expire() }),
      ]
      var tried = 0
      for (did, act) in means {
        let question = try await trial.hold(trial.question(actions))
        do {
          try await act(question)
          tried += 1
        } catch let reason as CannotDrive { trial.notes.add("\(reason)") }
        try check(await question.ends(within: Bench.calm), did)
        try await trial.takeDown(question)
      }
      do {
        try await trial.driver.accept()
        tried += 1
        let question = try await trial.show(trial.question(actions))
        try check(await question.ends(within: Bench.calm), "pressed Enter before a question came up")
      } catch let reason as CannotDrive { trial.notes.add("\(reason)") }
      if tried == 0 { throw CannotDrive(trial.notes.all.last ?? "nothing could be tried") }

      func check(_ ending: Presented.Ending?, _ did: String) throws {
        if case .response(.chose(let choice)) = ending, choice.action == "wipe" {
          throw Violation(
            "\(did) whose first and preferred action, \"wipe\", is destructive", expected: "anything but that action",
            but: "it returned .chose(\"wipe\")")
        }
      }
    },

    ConformanceCase(16, "secure fields are never shown or printed", isProcessWide: true) { trial in
      try trial.require([.actions, .fields], "it has no fields")
      let (initial, typed) = (trial.bench.token(), trial.bench.token())
      let filled = try await trial.hold(trial.form(AlertField(id: "word", label: "Word", initialValue: initial, isSecure: true)))
      try check(await trial.output(), initial, "presented a secure field with a value in it", "the surface got the value")
      try await trial.takeDown(filled)
      let form = try await trial.hold(trial.form(AlertField(id: "word", label: "Word", isSecure: true)))
      var ending: Presented.Ending?
      let printed = try await trial.printed { ending = try await trial.press("save", on: form, values: ["word": typed]) }
      try check(await trial.output(), typed, "typed into a secure field", "what was typed reached the surface")
      try check(printed, typed, "typed into a secure field", "what was typed stood on stdout or stderr")
      guard ending == .response(.chose("save", values: ["word": typed])) else {
        throw Violation(
          "typed into a secure field and pressed \"save\"", expected: ".chose(\"save\") with what was typed",
          but: ending?.withValues ?? "nothing")
      }

      func check(_ text: String?, _ secret: String, _ did: String, _ happened: String) throws {
        if text?.contains(text: secret) == true { throw Violation(did, expected: "nobody to see it", but: happened) }
      }
    },
  ]

  private static func check(_ ending: Presented.Ending, of content: AlertContent) throws {
    guard case .response(.chose(let choice)) = ending else { return }
    let ids = content.actions.map(\.id)
    if !ids.contains(choice.action) {
      throw Violation(
        "presented a question with the actions \(ids.map { "\"\($0)\"" }.joined(separator: ", "))",
        expected: "a response that names one of them",
        but: "\(ending)")
    }
  }

  /// Closes what is up; whether that ended it.
  private static func close(_ presented: Presented, in trial: Trial) async throws -> Bool {
    try await trial.driver.close()
    guard let ending = await presented.ends(within: Bench.calm) else {
      try await trial.takeDown(presented)  // it does not let itself be closed
      return false
    }
    let cancel = presented.content.actions.first { $0.role == .cancel }?.id
    if case .response(.chose(let choice)) = ending, choice.action == cancel { return true }
    guard ending == .response(.dismissed) else {
      throw Violation(
        "closed \(trial.name(of: presented.content)) without choosing",
        expected: ".dismissed" + (cancel.map { ", or its cancel action .chose(\"\($0)\")" } ?? ""), but: "\(ending)")
    }
    return true
  }
}

extension Presented.Ending {
  /// The description, with how many values came and never what they are.
  fileprivate var withValues: String {
    guard case .response(.chose(let choice)) = self else { return description }
    return "\(description) with "
      + (choice.values.isEmpty ? "no values" : "other values (of \(choice.values.keys.sorted().joined(separator: ", ")))")
  }
}
