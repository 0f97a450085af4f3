import AlertSDK
import AlertSDKTestKit

extension BrokenRenderer {
  static let answers = [
    BrokenRenderer(
      rule: 6, fault: "answers with an action that is none",
      message: "presented a question with the actions \"yes\", \"no\", \"later\": expected a response that names one of them, "
        + "but it returned .chose(\"OK\")"
    ) { request, paper in try await answering(request, paper) { _ in .chose("OK") } },
    BrokenRenderer(
      rule: 6, fault: "the same without a person",
      message: "presented a question with the actions \"yes\", \"no\", \"later\": expected a response that names one of them, "
        + "but it returned .chose(\"OK\")", isDriven: false
    ) { request, paper in try await drawn(request, paper) { .chose("OK") } },
    BrokenRenderer(
      rule: 6, fault: "answers with the first action whatever is pressed",
      message: "pressed \"no\" (Refuse): expected .chose(\"no\") without values, but it returned .chose(\"yes\")"
    ) { request, paper in try await answering(request, paper) { _ in .chose("yes") } },
    BrokenRenderer(
      rule: 7, fault: "takes closing for the end of its time",
      message: "closed a question without choosing: expected .dismissed, or its cancel action .chose(\"later\"), but it returned .timedOut"
    ) { request, paper in try await answering(request, paper) { _ in .timedOut } },
    BrokenRenderer(
      rule: 7, fault: "delivers a question",
      message: "presented a question: expected an answer, or an error where nobody can be asked, but it returned .delivered",
      isDriven: false
    ) { request, paper in try await drawn(request, paper) { .delivered } },
    BrokenRenderer(
      rule: 8, fault: "claims fields and gives no values",
      message:
        "pressed \"save\" with \"Ann\" in the field \"name\"; its capabilities have .fields: expected .chose(\"save\") with that value, "
        + "but it returned .chose(\"save\") with no values"
    ) { request, paper in
      try await answering(request, paper) { if case .press(let action, _) = $0 { .chose(action) } else { nil } }
    },
    BrokenRenderer(
      rule: 15, fault: "preselects what destroys",
      message: "pressed Enter as soon as a question was up whose first and preferred action, \"wipe\", is destructive: "
        + "expected anything but that action, but it returned .chose(\"wipe\")"
    ) { request, paper in
      try await answering(request, paper) { _ in .chose(request.content.actions.first { $0.isPreferred }?.id ?? "") }
    },
    BrokenRenderer(
      rule: 15, fault: "obeys keys from before it was up",
      message: "pressed Enter before a question came up whose first and preferred action, \"wipe\", is destructive: "
        + "expected anything but that action, but it returned .chose(\"wipe\")"
    ) { request, paper in
      try paper.draw(request.content)
      defer { paper.erase() }
      let early = paper.takeWhatWasDone()
      request.didAppear()
      if early { return .chose("wipe") }
      while await paper.nextAct() != nil {}
      throw CancellationError()
    },
    BrokenRenderer(
      rule: 16, fault: "shows what is typed",
      message: "typed into a secure field: expected nobody to see it, but what was typed reached the surface"
    ) { request, paper in
      try await answering(request, paper) {
        guard case .press(let action, let values) = $0 else { return nil }
        paper.write(values.values.joined())
        return .chose(action, values: values)
      }
    },
    BrokenRenderer(
      rule: 16, fault: "shows what is in the field from the start",
      message: "presented a secure field with a value in it: expected nobody to see it, but the surface got the value"
    ) { request, paper in
      paper.write(request.content.fields.map(\.initialValue).joined())
      return try await PaperRenderer(paper: paper).present(request)
    },
    BrokenRenderer(
      rule: 16, fault: "logs what was typed",
      message: "typed into a secure field: expected nobody to see it, but what was typed stood on stdout or stderr"
    ) { request, paper in
      let response = try await PaperRenderer(paper: paper).present(request)
      if case .chose(let choice) = response { print(choice.values) }
      return response
    },
  ]
}
