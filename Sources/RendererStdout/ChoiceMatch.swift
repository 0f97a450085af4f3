/// What a typed line means among numbered choices: a number, a name, or the beginning of just one name.
enum ChoiceMatch: Hashable {
  case one(Int)
  case none
  case several([Int])

  /// Letters count the same in both cases. Numbers come first, as they are what is printed before the names.
  init(_ typed: String, in choices: [AlertText.Choice], default preset: Int?) {
    let typed = typed.lowercased()
    if typed.isEmpty {
      self = preset.map(Self.one) ?? .none
      return
    }
    if let number = Int(typed), choices.indices.contains(number - 1) {
      self = .one(number - 1)
      return
    }
    let names = choices.map { [$0.label.lowercased(), $0.id.lowercased()] }
    var found = names.indices.filter { names[$0].contains(typed) }
    if found.isEmpty { found = names.indices.filter { names[$0].contains { $0.hasPrefix(typed) } } }
    self = found.count == 1 ? .one(found[0]) : found.isEmpty ? .none : .several(found)
  }
}
