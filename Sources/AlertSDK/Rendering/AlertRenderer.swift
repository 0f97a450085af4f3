/// A surface that can show alerts; `present` puts one up and returns when it is gone.
///
/// The numbered duties R1-R21 are in the guide "Writing a renderer". The core calls `present` for one alert at a time (R2), on any
/// thread, and takes an alert down by cancelling the task that presents it (R4).
public protocol AlertRenderer: Sendable {
  /// A stable lower-case name, used in failures, the registry and logs (R20).
  var name: String { get }

  /// What the surface can do; alerts that need more never reach it (R8). Default: nothing, notices only.
  var capabilities: RendererCapabilities { get }

  /// Puts the alert up and returns when it is gone; calls `request.didAppear()` once the person can see it.
  ///
  /// - Throws: `CancellationError` once taken down after a cancellation, otherwise ``RendererFailure`` (R11, R18).
  func present(_ request: AlertRequest) async throws -> AlertResponse
}

extension AlertRenderer {
  /// The default: notices only.
  public var capabilities: RendererCapabilities { [] }
}
