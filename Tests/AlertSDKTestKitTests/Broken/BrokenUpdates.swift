import AlertSDK
import AlertSDKTestKit

extension BrokenRenderer {
  static let updates = [
    BrokenRenderer(
      rule: 9, fault: "claims updates and never listens",
      message: "presented a question; its capabilities have .updates: expected a task that iterates request.updates, "
        + "but nobody does so within 3 s", isDriven: false
    ) { request, paper in try await answering(request, paper) { _ in nil } },
    BrokenRenderer(
      rule: 9, fault: "listens and draws nothing",
      message: "sent one update of the title: expected the newest title on the surface within 3 s, but it is not there"
    ) { request, paper in
      try await drawn(request, paper) {
        for await _ in request.updates {}
        throw CancellationError()
      }
    },
    BrokenRenderer(
      rule: 9, fault: "takes the alert down on an update",
      message: "sent one update: expected the alert to stay up, but it returned .dismissed", isDriven: false
    ) { request, paper in
      try await drawn(request, paper) {
        for await _ in request.updates { return .dismissed }
        throw CancellationError()
      }
    },
    BrokenRenderer(
      rule: 10, fault: "takes its own expiry for a person",
      message: "presented with a time limit of 0.4 s and waited: expected the alert to stay up, or .timedOut, but it returned .dismissed",
      isDriven: false
    ) { request, paper in
      try await drawn(request, paper) {
        try await request.sleep(for: request.timeLimit ?? .seconds(10))
        return .dismissed
      }
    },
    BrokenRenderer(
      rule: 10, fault: "takes the surface's expiry for a person",
      message: "let the surface's own time run out after the time limit: expected .timedOut, but it returned .dismissed"
    ) { request, paper in try await answering(request, paper) { _ in .dismissed } },
  ]
}
