import AlertSDK

/// One call of `present`: the request, and the result that the program's thread gives it once.
final class Presentation: Sendable {
  private enum State: Sendable {
    case open
    case awaited(CheckedContinuation<AlertResponse, any Error>)
    case over(Result<AlertResponse, any Error>)
  }
  let number: Int
  let request: AlertRequest
  private let state = Lock(State.open)

  init(_ number: Int, _ request: AlertRequest) { (self.number, self.request) = (number, request) }

  func finish(_ result: Result<AlertResponse, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<AlertResponse, any Error>? in
      switch state {
      case .open: state = .over(result)
      case .awaited(let continuation):
        state = .over(result)
        return continuation
      case .over: break
      }
      return nil
    }
    waiting?.resume(with: result)
  }

  /// Awaited once.
  var response: AlertResponse {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<AlertResponse, any Error>? in
          if case .over(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }
}
