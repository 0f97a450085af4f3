import AlertSDK
import AlertSDKTestKit

extension BrokenRenderer {
  static let failures = [
    BrokenRenderer(
      rule: 11, fault: "answers when its surface goes away",
      message: "took the surface away while an alert was up: expected present to throw .lost, but it returned .dismissed"
    ) { request, paper in try await answering(request, paper) { _ in .dismissed } },
    BrokenRenderer(
      rule: 11, fault: "answers without a surface",
      message: "presented on a surface that has gone: expected an error with a reason: nobody there to ask is no answer, "
        + "but it returned .dismissed"
    ) { request, paper in
      do { return try await PaperRenderer(paper: paper).present(request) } catch let failure as RendererFailure
        where failure.kind == .unavailable
      {
        return .dismissed
      }
    },
    BrokenRenderer(
      rule: 11, fault: "fails without a reason",
      message: "presented a question: expected a reason that a person understands, but present threw .unavailable with an empty one",
      isDriven: false
    ) { _, _ in throw RendererFailure.unavailable(" ") },
    BrokenRenderer(
      rule: 12, fault: "hangs on numbers that are none",
      message: "presented a notice with progress nan: expected it to appear, or an error with a reason, but neither came within 3 s",
      isDriven: false
    ) { request, paper in
      if request.content.progress?.isNaN == true { try await Task.sleep(for: .seconds(3600)) }
      return try await PaperRenderer(paper: paper).present(request)
    },
    BrokenRenderer(
      rule: 12, fault: "prints what it shows",
      message: "presented a notice on the driver's surface: expected nothing of it anywhere else, but its title stood on stdout or stderr"
    ) { request, paper in
      print("debug: \(request.content.title)")
      return try await PaperRenderer(paper: paper).present(request)
    },
    BrokenRenderer(
      rule: 13, fault: "puts text out as it is",
      message: "presented a notice with escape sequences in its title: expected no control character of it on the surface, "
        + #"but "\u{1B}]777;kit" was put out"#
    ) { request, paper in
      try await drawn(request, paper) {
        try paper.draw(request.content, isRaw: true)
        while await paper.nextAct() != nil {}
        throw CancellationError()
      }
    },
    BrokenRenderer(
      rule: 13, fault: "finds an action by its title",
      message: "pressed the second of two actions with the same title: expected .chose(\"b\"), but it returned .chose(\"a\")"
    ) { request, paper in
      try await answering(request, paper) {
        guard case .press(let id, _) = $0, let pressed = request.content.actions.first(where: { $0.id == id }) else { return nil }
        return .chose(request.content.actions.first { $0.title == pressed.title }?.id ?? id)
      }
    },
    BrokenRenderer(
      rule: 18, fault: "throws its own errors",
      message: "cancelled the task that presents an alert: expected CancellationError or a RendererFailure, "
        + "but present threw OwnError (something broke)", isDriven: false
    ) { request, paper in
      try await drawn(request, paper) {
        while await paper.nextAct() != nil {}
        throw OwnError()
      }
    },
    BrokenRenderer(
      rule: 18, fault: "throws its own error when the surface goes",
      message: "took the surface away while an alert was up: expected CancellationError or a RendererFailure, "
        + "but present threw OwnError (something broke)"
    ) { request, paper in
      try await answering(request, paper) { if case .tear = $0 { throw OwnError() } else { nil } }
    },
  ]
}

private struct OwnError: Error, CustomStringConvertible { let description = "something broke" }
