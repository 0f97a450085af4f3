/// Shows each alert on the first renderer that can: for each alert, the first of the list that has what it needs and is available.
///
/// On `.unavailable`, `.unsupported` or `.lost` the next one gets the alert, with what is left of its time. A renderer that failed
/// is passed over for its `retryAfter`, else for 0.1 s, doubled with each failure in a row up to 30 s; if every other one fails, it is
/// tried even so. One that has not appeared within 3 s is cancelled and counts as lost. One that is deaf to cancellation for 1 s is
/// left behind, and passed over until its call has returned.
///
/// A renderer without `.updates` is called anew when the content changes. When all have failed, the failure is `.unavailable` if any
/// may come back, with the earliest `retryAfter`, else `.unsupported`; it names each with its reason. Time is the center's.
public final class FallbackRenderer: AlertRenderer {
  let children: RendererChildren

  /// A renderer that tries these in order; combinators may stand among them.
  public init(_ renderers: [any AlertRenderer]) { children = RendererChildren(renderers) }

  /// The names as in a spec: `libnotify,ansi`.
  public var name: String { children.names(joinedBy: ",") }
  /// What at least one of them can do.
  public var capabilities: RendererCapabilities { children.capabilities }

  /// Presents on the first that can; see ``FallbackRenderer``.
  ///
  /// - Throws: `CancellationError` once taken down after a cancellation, ``RendererFailure`` when all have failed.
  public func present(_ request: AlertRequest) async throws -> AlertResponse {
    try await CombinedPresentation.present(request, on: children, allAtOnce: false)
  }
}
