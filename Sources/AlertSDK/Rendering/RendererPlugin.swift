/// A renderer that can be chosen by name at run time; each renderer module exports one.
public struct RendererPlugin: Sendable {
  /// Whether the renderer can show alerts in this process now.
  public enum Availability: Sendable, Hashable {
    /// It can.
    case available
    /// It cannot, for this reason.
    case unavailable(String)
  }
  /// The renderer's stable lower-case name (R20).
  public let name: String
  /// One line for a list of renderers.
  public let summary: String
  /// Its place in `auto`: highest first. Default: 0.
  public let rank: Int
  /// The options a spec may give it; any other is an error.
  public let optionNames: [String]
  /// Whether it can show alerts with this environment; called for `auto` and for lists.
  public let availability: @Sendable (_ environment: [String: String]) -> Availability
  /// Makes the renderer; throws when an option's value makes no sense.
  public let make: @Sendable (_ options: RendererOptions) throws -> any AlertRenderer

  /// A renderer by name; always available unless said otherwise.
  public init(
    name: String, summary: String, rank: Int = 0, options: [String] = [],
    availability: @escaping @Sendable (_ environment: [String: String]) -> Availability = { _ in .available },
    make: @escaping @Sendable (_ options: RendererOptions) throws -> any AlertRenderer
  ) {
    (self.name, self.summary, self.rank, optionNames, self.availability, self.make) = (name, summary, rank, options, availability, make)
  }
}
