/// The renderers a program can choose from at run time, by a spec such as `ansi`, `libnotify,stdout`, `stdout+libnotify` or `auto`.
public struct RendererRegistry: Sendable {
  /// Why a spec or a registration was refused, in words for a person.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason.
    public let description: String
  }
  /// An empty registry.
  public init() {}
  /// A registry of these renderers.
  ///
  /// - Throws: ``Failure`` for an empty or duplicate name.
  public init(_ plugins: [RendererPlugin]) throws { for plugin in plugins { try register(plugin) } }
  /// Adds a renderer.
  ///
  /// - Throws: ``Failure`` for an empty or duplicate name.
  public mutating func register(_ plugin: RendererPlugin) throws {}
  /// The registered names, sorted.
  public var names: [String] { [] }
  /// Makes the renderer a spec names.
  ///
  /// - Throws: ``Failure`` for an unknown name or option or a spec that is not one.
  public func make(_ spec: String, environment: [String: String] = [:]) throws -> any AlertRenderer {
    throw Failure(description: "no renderer '\(spec)'")
  }
}
