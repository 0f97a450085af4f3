import AlertSDK
import AlertSDKTestKit

extension BrokenRenderer {
  static let life = [
    BrokenRenderer(
      rule: 1, fault: "returns while the alert is still up",
      message: "presented a notice until present returned: expected it to be gone by then, but the surface still shows it"
    ) { request, paper in
      try paper.draw(request.content)
      request.didAppear()
      return .delivered
    },
    BrokenRenderer(
      rule: 1, fault: "closes it by itself",
      message: "presented a notice and touched nothing: expected it to stay up, or .delivered once it is out for good, "
        + "but it returned .dismissed"
    ) { request, paper in try await drawn(request, paper) { .dismissed } },
    BrokenRenderer(
      rule: 1, fault: "goes on after it was closed",
      message: "closed a notice as a person would: expected present to return, but it still runs after 3 s"
    ) { request, paper in try await answering(request, paper) { _ in nil } },
    {
      let first = Lock<UInt?>(nil)
      return BrokenRenderer(
        rule: 2, fault: "wants to be called on one thread",
        message: "presented three notices, one after another, each on a thread of its own: expected the second to appear as the first did, "
          + "but it threw .lost (called on another thread)"
      ) { request, paper in
        let here = currentThread()
        let isFirst = first.withLock { first in
          first = first ?? here
          return first == here
        }
        guard isFirst else { throw RendererFailure.lost("called on another thread") }
        return try await PaperRenderer(paper: paper).present(request)
      }
    }(),
    BrokenRenderer(
      rule: 3, fault: "never says that it appeared",
      message: "presented a question: expected request.didAppear() once it can be seen, but it was not called within 3 s"
    ) { request, paper in
      try paper.draw(request.content)
      defer { paper.erase() }
      _ = await paper.nextAct()
      throw CancellationError()
    },
    BrokenRenderer(
      rule: 3, fault: "answers before it appeared",
      message: "presented a question: expected request.didAppear() before any response, but it returned .dismissed without that call"
    ) { _, _ in .dismissed },
    BrokenRenderer(
      rule: 3, fault: "says so with nothing to be seen",
      message: "presented a question until request.didAppear() was called: expected its title on the surface, but it is not there"
    ) { request, paper in
      request.didAppear()
      _ = await paper.nextAct()
      throw CancellationError()
    },
    BrokenRenderer(
      rule: 4, fault: "is deaf to cancellation", message: deaf, present: stayDeaf),
    BrokenRenderer(rule: 4, fault: "is deaf to cancellation", message: deaf, isDriven: false, present: stayDeaf),
    BrokenRenderer(
      rule: 4, fault: "leaves it up when cancelled",
      message: "cancelled the task that presents an alert: expected the alert to be gone once present is back, "
        + "but the surface still shows it"
    ) { request, paper in
      try paper.draw(request.content)
      request.didAppear()
      _ = await paper.nextAct()
      throw CancellationError()
    },
    BrokenRenderer(
      rule: 5, fault: "draws first and asks later",
      message: "called present in a cancelled task: expected nothing to be drawn, but it called request.didAppear()"
    ) { request, paper in
      try paper.draw(request.content)
      request.didAppear()
      defer { paper.erase() }
      _ = await paper.nextAct()
      throw CancellationError()
    },
    BrokenRenderer(
      rule: 5, fault: "draws, and says nothing",
      message: "called present in a cancelled task: expected nothing to be drawn, but its title was put out"
    ) { request, paper in
      try paper.draw(request.content)
      try Task.checkCancellation()
      return try await PaperRenderer(paper: paper).present(request)
    },
  ]

  private static let deaf =
    "cancelled the task that presents an alert: expected present to take it down and come back within 2 s (aim at 100 ms), "
    + "but it still runs"
  @Sendable private static func stayDeaf(_ request: AlertRequest, _ paper: Paper) async throws -> AlertResponse {
    try await drawn(request, paper) {
      await Task { try? await Task.sleep(for: .seconds(6)) }.value  // not structured, so it hears of no cancellation
      return .dismissed
    }
  }
}
