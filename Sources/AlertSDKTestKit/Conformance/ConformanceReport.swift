/// What the conformance kit found out about a renderer; `"\(report)"` is a table for a person.
public struct ConformanceReport: Sendable, Hashable, CustomStringConvertible {
  /// Whether a rule holds.
  public enum Verdict: Sendable, Hashable {
    /// It holds as far as could be seen.
    case passed
    /// It does not: what was done, what was expected, what happened.
    case failed(String)
    /// It could not be tried, for this reason.
    case untested(String)
  }

  /// One rule and its verdict.
  public struct Result: Sendable, Hashable {
    /// The rule.
    public let rule: ConformanceRule
    /// Whether it holds.
    public let verdict: Verdict
    /// What could not be looked at although the rule was decided.
    public let notes: [String]
  }

  /// The renderer's name; empty where none could be made.
  public let renderer: String
  /// A result for each rule that was asked for, by number.
  public let results: [Result]

  /// Whether an alert could be shown, and no required rule is broken.
  public var passes: Bool { failures.isEmpty && !isUnproven }
  /// Whether R1 was to be tried and no alert could be shown: then nothing is proven, whatever passed.
  public var isUnproven: Bool { if case .untested = self[1]?.verdict { true } else { false } }
  /// The required rules that are broken.
  public var failures: [Result] { results.filter { $0.isFailure && $0.rule.level == .required } }
  /// The recommended rules that are broken.
  public var warnings: [Result] { results.filter { $0.isFailure && $0.rule.level == .recommended } }
  /// The rules that could not be tried.
  public var untested: [Result] { results.filter { if case .untested = $0.verdict { true } else { false } } }

  /// The result of the rule with this number; nil where it was not asked for.
  public subscript(number: Int) -> Result? { results.first { $0.rule.number == number } }

  /// A table: a line for each rule, with its reason below it where it did not pass.
  public var description: String {
    let lines = results.map(\.description)
    let counts = [
      "\(results.count { $0.verdict == .passed }) passed", "\(failures.count) failed",
      warnings.isEmpty ? nil : "\(warnings.count) to improve", "\(untested.count) untested",
      isUnproven ? "nothing proven, since no alert could be shown" : nil,
    ]
    return (lines + ["\(renderer.isEmpty ? "no renderer" : renderer): " + counts.compactMap(\.self).joined(separator: ", ")])
      .joined(separator: "\n")
  }
}

extension ConformanceReport.Result: CustomStringConvertible {
  var isFailure: Bool { if case .failed = verdict { true } else { false } }

  /// The rule's line of the table, with its reason and notes below it.
  public var description: String {
    let (word, reason): (String, String?) =
      switch verdict {
      case .passed: ("passed", nil)
      case .failed(let message): (rule.level == .required ? "FAILED" : "improve", message)
      case .untested(let reason): ("untested", reason)
      }
    let number = "\(rule)".padded(to: 3)
    let below = (reason.map { [$0] } ?? []) + notes.map { "not seen: \($0)" }
    return (["\(number) \(word.padded(to: 8)) \(rule.title)"] + below.map { "             \($0)" }).joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
