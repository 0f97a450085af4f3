/// One of the duties R1-R21 of a renderer, as the guide "Writing a renderer" numbers them.
public struct ConformanceRule: Sendable, Hashable, Identifiable, CustomStringConvertible {
  /// How much it matters that the rule holds.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// A renderer that breaks it is wrong.
    case required
    /// A renderer that breaks it can be improved.
    case recommended
  }

  /// Its number: 4 for R4.
  public let number: Int
  /// What it asks, in a few words.
  public let title: String
  /// How much it matters.
  public let level: Level

  /// The rule's number.
  public var id: Int { number }
  /// As the guide writes it: `R4`.
  public var description: String { "R\(number)" }

  /// All of them, in order.
  public static let all: [ConformanceRule] = ConformanceCase.all.map(\.rule)
}

/// How the kit finds out whether a rule holds.
struct ConformanceCase: Sendable {
  let rule: ConformanceRule
  /// The rule counts as broken when it is not decided by then.
  let limit: Duration
  /// Whether it looks at the whole process, so that only one such rule may be tried at a time.
  let isProcessWide: Bool
  /// Returns when the rule holds; throws ``Violation`` or ``CannotDrive``.
  let body: @Sendable (Trial) async throws -> Void

  init(
    _ number: Int, _ title: String, level: ConformanceRule.Level = .required, limit: Duration = .seconds(30),
    isProcessWide: Bool = false, body: @escaping @Sendable (Trial) async throws -> Void
  ) {
    rule = ConformanceRule(number: number, title: title, level: level)
    (self.limit, self.isProcessWide, self.body) = (limit, isProcessWide, body)
  }

  static let all = (life + answers + updates + failures + text + process).sorted { $0.rule.number < $1.rule.number }
}

/// A rule does not hold: what was done, what was expected, what happened.
struct Violation: Error {
  let message: String
  init(_ did: String, expected: String, but happened: String) { message = "\(did): expected \(expected), but \(happened)" }
}
