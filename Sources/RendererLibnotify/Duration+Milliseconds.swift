extension Duration {
  /// Whole milliseconds as GLib takes them: rounded up, at least 1, so that no limit ends early or turns into "none".
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max / 1_000) else { return .max }
    return max(1, Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
