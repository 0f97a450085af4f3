/// One line of the table in RESULTS.md.
struct Row: CustomStringConvertible {
  /// What was measured.
  var measure: String
  /// What came out.
  var figure: String
  /// What was measured beside it in the same run.
  var beside = ""
  /// The figure as a multiple of what stands beside it.
  var ratio: Double?
  /// What the figure or the ratio should be, and whether it is.
  var target: (text: String, isMet: Bool)?

  static let head = """
    | measure | figure | beside it, same run | ratio | target | met |
    | --- | --- | --- | --- | --- | --- |
    """

  var description: String {
    let cells = [
      measure, figure, beside, ratio.map { decimal($0, places: 2) } ?? "", target?.text ?? "", target.map { $0.isMet ? "yes" : "no" } ?? "",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }
}

/// A number with a fixed count of decimal places.
func decimal(_ value: Double, places: Int) -> String {
  var scale = 1
  for _ in 0..<places { scale *= 10 }
  let scaled = Int((value.magnitude * Double(scale)).rounded())
  let fraction = String(scaled % scale)
  let padded = String(repeating: "0", count: places - (places > 0 ? fraction.count : 0)) + fraction
  return (value < 0 ? "-" : "") + "\(scaled / scale)" + (places > 0 ? ".\(padded)" : "")
}

/// Nanoseconds in the unit that reads best.
func time(_ nanoseconds: Double) -> String {
  nanoseconds < 1000 ? "\(decimal(nanoseconds, places: 0)) ns" : "\(decimal(nanoseconds / 1000, places: 2)) µs"
}

/// A count in words that fit into a cell.
func count(_ number: Int) -> String {
  number >= 1_000_000 ? "\(number / 1_000_000) M" : number >= 1000 ? "\(number / 1000) k" : "\(number)"
}
