/// What a spec string says, before anybody knows whether such renderers exist.
///
/// ```
/// spec     = multiple { "," multiple }        the first that can show an alert
/// multiple = renderer { "+" renderer }        all at once; binds tighter
/// renderer = name { ":" option }
/// option   = key "=" value | flag             a flag is the value "true"
/// ```
/// A backslash makes the next character an ordinary one, so values may hold `,`, `+`, `:` and `\`; a value may hold `=` as it is.
/// Spaces around names, keys and values do not count unless a backslash stands before them.
indirect enum RendererSpec: Hashable, Sendable {
  case auto
  case renderer(String, options: [String: String])
  case fallback([RendererSpec])
  case multiplex([RendererSpec])

  /// The name that stands for every available renderer, best first.
  static let autoName = "auto"
  /// What cannot stand in a name.
  static let separators: [Unicode.Scalar] = [",", "+", ":", "=", "\\"]

  /// Parses a spec.
  ///
  /// - Throws: ``RendererRegistry/Failure`` that says what is wrong and where.
  init(_ text: String) throws(RendererRegistry.Failure) {
    let symbols = try Self.symbols(in: text)
    guard !Symbol.trimmed(symbols[...]).isEmpty else { throw .init("no renderer named; give a name, or \(Self.autoName)") }
    self = try Self.combined(symbols[...], by: ",", of: text, into: Self.fallback) { part throws(RendererRegistry.Failure) in
      try Self.combined(part, by: "+", of: text, into: Self.multiplex) { part throws(RendererRegistry.Failure) in
        try Self.renderer(part, of: text)
      }
    }
  }

  /// The names of the renderers in it, `auto` not counted.
  var names: Set<String> {
    switch self {
    case .auto: []
    case .renderer(let name, _): [name]
    case .fallback(let parts), .multiplex(let parts): parts.reduce(into: []) { $0.formUnion($1.names) }
    }
  }

  /// One character, and whether a backslash made it an ordinary one.
  private struct Symbol {
    var character: Character
    var isLiteral: Bool
    func separates(_ separator: Character) -> Bool { !isLiteral && character == separator }
    static func trimmed(_ symbols: ArraySlice<Symbol>) -> ArraySlice<Symbol> {
      let isSpace = { (symbol: Symbol) in !symbol.isLiteral && symbol.character.isWhitespace }
      var rest = symbols.drop(while: isSpace)
      while let last = rest.last, isSpace(last) { rest.removeLast() }
      return rest
    }
    static func text(of symbols: ArraySlice<Symbol>) -> String { String(trimmed(symbols).map(\.character)) }
  }

  private static func symbols(in text: String) throws(RendererRegistry.Failure) -> [Symbol] {
    var symbols: [Symbol] = []
    var isLiteral = false
    for character in text {
      if character == "\\", !isLiteral {
        isLiteral = true
      } else {
        symbols.append(Symbol(character: character, isLiteral: isLiteral))
        isLiteral = false
      }
    }
    if isLiteral { throw .init("a backslash at the end of \(text.debugDescription) stands before nothing") }
    return symbols
  }

  private static func split(_ symbols: ArraySlice<Symbol>, by separator: Character) -> [ArraySlice<Symbol>] {
    symbols.split(omittingEmptySubsequences: false) { $0.separates(separator) }
  }

  private static func combined(
    _ symbols: ArraySlice<Symbol>, by separator: Character, of text: String, into combine: ([RendererSpec]) -> RendererSpec,
    parse: (ArraySlice<Symbol>) throws(RendererRegistry.Failure) -> RendererSpec
  ) throws(RendererRegistry.Failure) -> RendererSpec {
    var parts: [RendererSpec] = []
    for part in split(symbols, by: separator) { parts.append(try parse(part)) }
    return parts.count == 1 ? parts[0] : combine(parts)
  }

  private static func renderer(_ symbols: ArraySlice<Symbol>, of text: String) throws(RendererRegistry.Failure) -> RendererSpec {
    let parts = split(symbols, by: ":")
    let name = Symbol.text(of: parts[0])
    if name.isEmpty { throw .init("a name is missing in \(text.debugDescription)") }
    var options: [String: String] = [:]
    for part in parts.dropFirst() {
      let equals = part.firstIndex { $0.separates("=") }
      let key = Symbol.text(of: part[..<(equals ?? part.endIndex)])
      if key.isEmpty { throw .init("an option of \(name) has no name in \(text.debugDescription)") }
      let value = equals.map { Symbol.text(of: part[($0 + 1)...]) } ?? "true"
      if options.updateValue(value, forKey: key) != nil { throw .init("option \(key.debugDescription) of \(name) is given twice") }
    }
    guard name == autoName else { return .renderer(name, options: options) }
    if !options.isEmpty { throw .init("\(autoName) takes no options; name the renderer they are for") }
    return .auto
  }
}
