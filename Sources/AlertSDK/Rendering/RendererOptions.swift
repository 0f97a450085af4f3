/// The options of one renderer in a spec, by name; a flag (`ansi:mouse`) is the text `true`.
public struct RendererOptions: Sendable, ExpressibleByDictionaryLiteral {
  let values: [String: String]
  /// Options by name; none by default.
  public init(_ values: [String: String] = [:]) { self.values = values }
  /// Options by name; of two equal names the later counts.
  public init(dictionaryLiteral elements: (String, String)...) { values = Dictionary(elements) { $1 } }
  /// The option's text, or nil where it was not given.
  public subscript(_ name: String) -> String? { values[name] }

  /// The option as a value that text can say (`Int`, `Double`, `Bool`, `String`), or the default where it was not given.
  ///
  /// - Throws: ``RendererRegistry/Failure`` that names the option, its text and what is allowed.
  public func value<Value: LosslessStringConvertible>(
    _ name: String, default fallback: Value
  ) throws(RendererRegistry.Failure) -> Value {
    guard let text = values[name] else { return fallback }
    guard let value = Value(text) else { throw Self.refusal(of: text, for: name, allowed: Self.description(of: Value.self)) }
    return value
  }

  /// The option as one case of an enumeration, by raw value, or the default where it was not given.
  ///
  /// - Throws: ``RendererRegistry/Failure`` that names the option, its text and what is allowed.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, default fallback: Choice
  ) throws(RendererRegistry.Failure) -> Choice {
    guard let text = values[name] else { return fallback }
    guard let choice = Choice(rawValue: text) else {
      throw Self.refusal(of: text, for: name, among: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// The option as one of several named values, or the default where it was not given.
  ///
  /// - Throws: ``RendererRegistry/Failure`` that names the option, its text and what is allowed.
  public func choice<Choice>(
    _ name: String, among choices: KeyValuePairs<String, Choice>, default fallback: Choice
  ) throws(RendererRegistry.Failure) -> Choice {
    guard let text = values[name] else { return fallback }
    guard let choice = choices.first(where: { $0.key == text }) else {
      throw Self.refusal(of: text, for: name, among: choices.map(\.key))
    }
    return choice.value
  }

  private static func refusal(of text: String, for name: String, among choices: [String]) -> RendererRegistry.Failure {
    refusal(of: text, for: name, allowed: choices.joined(separator: ", ") + hint(for: text, among: choices))
  }

  private static func refusal(of text: String, for name: String, allowed: String) -> RendererRegistry.Failure {
    .init("option \(name.debugDescription) cannot be \(text.debugDescription); allowed: \(allowed)")
  }

  private static func description(of type: any LosslessStringConvertible.Type) -> String {
    switch type {
    case is Bool.Type: "true, false"
    case is any BinaryInteger.Type: "a whole number"
    case is any FloatingPoint.Type: "a number"
    default: "\(type)"
    }
  }
}
