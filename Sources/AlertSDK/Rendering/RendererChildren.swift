/// The renderers that a combinator puts together, with what it remembers of them from one alert to the next.
final class RendererChildren: Sendable {
  /// Rest of a failed child that does not say itself when to try again: doubled with each failure in a row, up to the ceiling.
  static let firstRest: Duration = .milliseconds(100)
  static let longestRest: Duration = .seconds(30)

  private struct Standing: Sendable {
    var calls = 0  // that have not returned; those of earlier alerts are deaf to cancellation
    var failures = 0  // in a row
    var rest: Task<Void, Never>?  // sleeps as long as the child should be left alone
    var restNumber = 0
  }

  let renderers: [any AlertRenderer]
  private let standings: Lock<[Standing]>

  init(_ renderers: [any AlertRenderer]) {
    self.renderers = renderers
    standings = Lock(renderers.map { _ in Standing() })
  }

  deinit {
    for standing in standings.withLock({ $0 }) { standing.rest?.cancel() }
  }

  /// What at least one of them can do.
  var capabilities: RendererCapabilities { renderers.reduce(into: []) { $0.formUnion($1.capabilities) } }

  /// Their names as a spec would put them together.
  func names(joinedBy separator: String) -> String {
    renderers.map { $0 is FallbackRenderer ? "(\($0.name))" : $0.name }.joined(separator: separator)
  }

  func canShow(_ content: AlertContent, at index: Int) -> Bool {
    renderers[index].capabilities.isSuperset(of: content.requiredCapabilities)
  }

  func isCombinator(at index: Int) -> Bool { renderers[index] is FallbackRenderer || renderers[index] is MultiplexRenderer }

  /// Those that can be called for this content, in order; `resting` ones have failed not long ago.
  func candidates(for content: AlertContent) -> (ready: [Int], resting: [Int]) {
    let able = renderers.indices.filter { canShow(content, at: $0) }
    return standings.withLock { standings in
      let free = able.filter { standings[$0].calls == 0 }
      return (free.filter { standings[$0].rest == nil }, free.filter { standings[$0].rest != nil })
    }
  }

  /// Presents on a child in a task of its own.
  ///
  /// - Parameter onEnd: told the result, and whether the task was cancelled by then, so that the result counts no more (R4).
  func call(
    _ index: Int, _ request: AlertRequest, onEnd: @escaping @Sendable (Result<AlertResponse, any Error>, _ wasCancelled: Bool) -> Void
  ) -> Task<Void, Never> {
    standings.withLock { $0[index].calls += 1 }
    // Not structured: a child deaf to cancellation is left behind, and the combinator returns before it does.
    return Task { [renderer = renderers[index]] in
      let result: Result<AlertResponse, any Error>
      do { result = .success(try await renderer.present(request)) } catch { result = .failure(error) }
      let wasCancelled = Task.isCancelled
      self.standings.withLock { $0[index].calls -= 1 }
      onEnd(result, wasCancelled)
    }
  }

  /// The child has shown an alert: its failures are forgotten.
  func succeeded(_ index: Int) {
    let rest = standings.withLock { standings in
      defer { (standings[index].failures, standings[index].rest) = (0, nil) }
      return standings[index].rest
    }
    rest?.cancel()
  }

  /// The child has failed and is left alone for a while, unless it never can show such an alert.
  ///
  /// - Parameter sleep: the center's clock; nothing of the alert is held while the child rests.
  /// - Returns: the failure with its renderer's name and the rest as `retryAfter`.
  func failed(_ index: Int, _ error: any Error, sleep: @escaping @Sendable (Duration) async throws -> Void) -> RendererFailure {
    var failure = RendererFailure(error, of: renderers[index].name)
    guard failure.kind != .unsupported else { return failure }
    let old = standings.withLock { standings in
      var standing = standings[index]
      let doublings = min(standing.failures, 16)  // past the ceiling by then
      let duration = failure.retryAfter ?? min(Self.firstRest * (1 << doublings), Self.longestRest)
      failure.retryAfter = duration
      let old = standing.rest
      standing.failures += 1
      standing.restNumber += 1
      standing.rest = rest(index, number: standing.restNumber, for: duration, sleep: sleep)
      standings[index] = standing
      return old
    }
    old?.cancel()
    return failure
  }

  // Neither structured nor with the caller's task-locals: the rest outlasts the alert, and must not keep its center alive.
  private func rest(
    _ index: Int, number: Int, for duration: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) -> Task<Void, Never> {
    Task.detached { [weak self] in
      try? await sleep(duration)  // a clock that fails must not keep the child out for ever
      self?.standings.withLock { standings in
        if standings[index].restNumber == number { standings[index].rest = nil }
      }
    }
  }

  /// Why none of them could show the content: each name with its reason.
  ///
  /// `.unavailable` if any may come back, with the earliest `retryAfter`; else `.unsupported`.
  func failure(_ failures: [Int: RendererFailure], for content: AlertContent) -> RendererFailure {
    if renderers.isEmpty { return .unsupported("there is no renderer to choose from") }
    let all = renderers.indices.map { index in
      failures[index] ?? (canShow(content, at: index) ? Self.deaf : .unsupported("cannot show \(missing(for: content, at: index))"))
    }
    let reasons = zip(renderers.indices, all).map { index, failure in
      // The reason of a nested combinator has the names in it already.
      isCombinator(at: index) ? failure.reason : "\(renderers[index].name): \(failure.reason)"
    }
    let reason = reasons.joined(separator: "; ")
    let comingBack = all.filter { $0.kind != .unsupported }
    return comingBack.isEmpty ? .unsupported(reason) : .unavailable(reason, retryAfter: comingBack.compactMap(\.retryAfter).min())
  }

  static let deaf = RendererFailure.unavailable("has not taken an earlier alert down")

  private func missing(for content: AlertContent, at index: Int) -> String {
    let missing = content.requiredCapabilities.subtracting(renderers[index].capabilities)
    return [missing.contains(.actions) ? "actions" : nil, missing.contains(.fields) ? "fields" : nil].compactMap(\.self)
      .joined(separator: " and ")
  }
}
