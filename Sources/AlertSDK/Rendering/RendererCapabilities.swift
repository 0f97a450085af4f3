/// What a renderer can do; the core compares it with what an alert requires before it calls (R8).
public struct RendererCapabilities: OptionSet, Sendable, Hashable {
  /// One bit for each capability.
  public let rawValue: Int
  /// A set of capabilities by its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A person can choose an action.
  public static let actions = Self(rawValue: 1)
  /// A person can type into fields.
  public static let fields = Self(rawValue: 2)
  /// Content can change while the alert is up (R9); without it the core takes the alert down and presents it anew.
  public static let updates = Self(rawValue: 4)
  /// Progress is shown.
  public static let progress = Self(rawValue: 8)
}
