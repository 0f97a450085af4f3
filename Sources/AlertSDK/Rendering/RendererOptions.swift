/// The options of one renderer in a spec, by name.
public struct RendererOptions: Sendable, ExpressibleByDictionaryLiteral {
  let values: [String: String]
  /// Options by name; none by default.
  public init(_ values: [String: String] = [:]) { self.values = values }
  /// Options by name; of two equal names the later counts.
  public init(dictionaryLiteral elements: (String, String)...) { values = Dictionary(elements) { $1 } }
  /// The option's text, or nil where it was not given.
  public subscript(_ name: String) -> String? { values[name] }
}
