/// ` (did you mean "x"?)` where one of the known words is near enough to be meant, else nothing.
package func hint(for word: String, among known: [String]) -> String {
  nearestSpelling(of: word, among: known).map { " (did you mean \($0.debugDescription)?)" } ?? ""
}

/// The known word with the fewest slips from the one typed, if they are at most a third of its letters (but one always is);
/// of equally near ones the first in the alphabet.
func nearestSpelling(of word: String, among known: [String]) -> String? {
  let typed = Array(word.lowercased())
  guard typed.count <= 100 else { return nil }  // nobody types that; the work grows with the product of the lengths
  return known.sorted().map { ($0, slips(from: typed, to: Array($0.lowercased()))) }
    .filter { $1 <= max(1, max(typed.count, $0.count) / 3) && $1 < $0.count }
    .min { $0.1 < $1.1 }?.0
}

/// How many letters were left out, added, changed, or swapped with their neighbour (optimal string alignment).
private func slips(from first: [Character], to second: [Character]) -> Int {
  var rows = [Array(0...second.count)]
  for row in first.indices {
    var next = [row + 1]
    for column in second.indices {
      var cost = min(
        rows[row][column + 1] + 1, next[column] + 1, rows[row][column] + (first[row] == second[column] ? 0 : 1))
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        cost = min(cost, rows[row - 1][column - 1] + 1)
      }
      next.append(cost)
    }
    rows.append(next)
  }
  return rows[first.count][second.count]
}
