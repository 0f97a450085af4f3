import AlertJSON

/// Takes typed values out of a JSON object, names what does not fit, and remembers which keys nobody asked for.
///
/// `null` counts as absent, as it does for `Codable`'s optional values.
struct JSONObjectReader {
  /// Where the object stands in the line, as `actions[2].`; empty at the top.
  let path: String
  private let members: [JSONValue.Member]
  private var known: Set<String> = []

  /// - Parameter line: JSON text.
  init(line: [UInt8]) throws(Reason) {
    let value: JSONValue
    do { value = try JSONParser.value(in: line) } catch { throw Reason(error.description) }
    try self.init(value)
  }

  /// - Parameter value: What should be an object.
  init(_ value: JSONValue, path: String = "") throws(Reason) {
    guard case .object(let members) = value else {
      throw Reason("\(path.isEmpty ? "the line" : String(path.dropLast())): expected an object, found \(value.kind)")
    }
    (self.path, self.members) = (path, members)
  }

  /// Keys that were there and that nothing asked for, each once, in order.
  var unknownKeys: [String] {
    var seen = known
    return members.compactMap { seen.insert($0.key).inserted ? $0.key : nil }
  }

  mutating func value(_ key: String) -> JSONValue? {
    known.insert(key)
    let value = members.last { $0.key == key }?.value
    return value == .null ? nil : value
  }

  /// Whether the key is there with nothing in it.
  func isNull(_ key: String) -> Bool { members.last { $0.key == key }?.value == .null }

  mutating func string(_ key: String) throws(Reason) -> String? {
    switch value(key) {
    case nil: return nil
    case .string(let text): return text
    case .some(let other): throw mismatch(key, "a string", other)
    }
  }

  mutating func requiredString(_ key: String) throws(Reason) -> String {
    guard let text = try string(key) else { throw Reason("\(path)\(key) is missing") }
    return text
  }

  mutating func bool(_ key: String) throws(Reason) -> Bool? {
    switch value(key) {
    case nil: return nil
    case .bool(let value): return value
    case .some(let other): throw mismatch(key, "true or false", other)
    }
  }

  mutating func number(_ key: String, in range: ClosedRange<Double>) throws(Reason) -> Double? {
    let number: Double
    switch value(key) {
    case nil: return nil
    case .integer(let value): number = Double(value)
    case .number(let value): number = value
    case .some(let other): throw mismatch(key, "a number", other)
    }
    guard range.contains(number) else { throw Reason("\(path)\(key): expected \(range.inWords), found \(number.inWords)") }
    return number
  }

  mutating func seconds(_ key: String) throws(Reason) -> Duration? {
    try number(key, in: Duration.acceptedSeconds).map { .seconds($0) }
  }

  /// One of a few words; `names` says which, for the message.
  mutating func word<Word: RawRepresentable<String>>(_ key: String, of names: [Word]) throws(Reason) -> Word? {
    guard let text = try string(key) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw Reason("\(path)\(key): expected \(names.map(\.rawValue).joined(separator: ", ")), found \(text.quoted)")
    }
    return word
  }

  mutating func array(_ key: String) throws(Reason) -> [JSONValue] {
    switch value(key) {
    case nil: return []
    case .array(let values): return values
    case .some(let other): throw mismatch(key, "an array", other)
    }
  }

  private func mismatch(_ key: String, _ wanted: String, _ found: JSONValue) -> Reason {
    Reason("\(path)\(key): expected \(wanted), found \(found.kind)")
  }
}

extension Duration {
  /// Any number of seconds up to some thirty years: what an alert may ask for without overflowing a clock.
  static let acceptedSeconds: ClosedRange<Double> = 0...1_000_000_000
}

extension Double {
  /// Without a fraction where there is none: `7`, not `7.0`.
  var inWords: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}

extension ClosedRange<Double> {
  var inWords: String { "\(lowerBound.inWords) to \(upperBound.inWords)" }
}
