extension String {
  /// Whether these bytes occur.
  ///
  /// What `contains(_:)` does comes from the library for regular expressions, which a program would load at each start, and one more.
  func contains(text: String) -> Bool {
    let bytes = Array(utf8)
    let searched = Array(text.utf8)
    return bytes.count >= searched.count && (0...bytes.count - searched.count).contains { bytes[$0...].starts(with: searched) }
  }
}
