/// What a type leaves to the defaults of ``AlertPresentable``: such a call need not be made (S11, S35).
///
/// Only the default itself can tell, when it runs for a type for the first time. What it says holds for the process, as conformances do.
struct DefaultCalls: OptionSet {
  let rawValue: UInt8
  static let didEnd = Self(rawValue: 1)
  static let isStillRelevant = Self(rawValue: 2)

  private static let types = Lock<[ObjectIdentifier: Self]>([:])

  /// A default runs for a value of this type.
  static func note(_ call: Self, of type: Any.Type) { types.withLock { $0[ObjectIdentifier(type), default: []].formUnion(call) } }

  /// What is known of this type by now.
  static func known(of type: Any.Type) -> Self { types.withLock { $0[ObjectIdentifier(type)] ?? [] } }
}
