/// Names one `show` call of one center; later calls have greater ids, and none is used twice.
public struct AlertID: Sendable, Hashable, Comparable, CustomStringConvertible {
  let number: UInt64
  /// The number with a `#` before it.
  public var description: String { "#\(number)" }
  /// Whether the first was shown before the second.
  public static func < (first: Self, second: Self) -> Bool { first.number < second.number }
}
