/// Shows each alert on several renderers at once: a desktop popup and the terminal, whichever the person reaches first.
///
/// A choice or a dismissal on one ends the alert, and the others take it down. A delivery or an expiry counts only when no other
/// one has the alert. One that fails is ignored as long as another has it. Each gets only what it can show; limits, left-behind and
/// failed renderers, updates and the failure of all are as in ``FallbackRenderer``.
public final class MultiplexRenderer: AlertRenderer {
  let children: RendererChildren

  /// A renderer that shows on all of these; combinators may stand among them.
  public init(_ renderers: [any AlertRenderer]) { children = RendererChildren(renderers) }

  /// The names as in a spec: `stdout+libnotify`.
  public var name: String { children.names(joinedBy: "+") }
  /// What at least one of them can do.
  public var capabilities: RendererCapabilities { children.capabilities }

  /// Presents on all that can; see ``MultiplexRenderer``.
  ///
  /// - Throws: `CancellationError` once taken down after a cancellation, ``RendererFailure`` when all have failed.
  public func present(_ request: AlertRequest) async throws -> AlertResponse {
    try await CombinedPresentation.present(request, on: children, allAtOnce: true)
  }
}
