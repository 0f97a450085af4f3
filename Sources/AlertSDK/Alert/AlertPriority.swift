/// How urgent an alert is; higher goes first, and only a strictly higher one interrupts (S2, S4).
public struct AlertPriority: RawRepresentable, Sendable, Hashable, Comparable, Codable {
  /// Any integer; the named ones are 250 apart.
  public let rawValue: Int
  /// A priority of any height between, above or below the named ones.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// 250: worth knowing; an interrupted one is dropped unless its policy says otherwise.
  public static let low = Self(rawValue: 250)
  /// 500: the default.
  public static let medium = Self(rawValue: 500)
  /// 750: needs attention now.
  public static let high = Self(rawValue: 750)
  /// Whether the first goes after the second.
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
