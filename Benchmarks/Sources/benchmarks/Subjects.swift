import AlertSDK

/// The smallest alert: two words, no key, no limits.
struct TwoWords: AlertPresentable {
  var number: Int
  var other = 0
  var content: AlertContent { AlertContent(title: "two words") }
}

/// An alert with a key, a source and a wait limit; its strings are short enough to need no memory of their own.
struct Keyed: AlertPresentable {
  var number: Int
  var content: AlertContent { AlertContent(title: "keyed") }
  var scheduling: AlertScheduling { AlertScheduling(waitLimit: .seconds(3600), key: "key \(number)", source: "source \(number % 100)") }
}

/// A renderer with nothing to do: what is left is the cost of the queue.
struct NoopRenderer: AlertRenderer {
  let name = "noop"
  func present(_ request: AlertRequest) async throws -> AlertResponse {
    request.didAppear()
    return .delivered
  }
}

extension AlertCenter {
  /// A center that holds back whatever it is given until `resume()`.
  static func paused(renderer: any AlertRenderer = NoopRenderer()) -> AlertCenter {
    var configuration = Configuration()
    configuration.capacity = 10_000_000
    let center = AlertCenter(renderer: renderer, configuration: configuration)
    center.pause()
    return center
  }
}
