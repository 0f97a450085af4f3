/// Pixels for a popup, scaled down to at most 256×256.
///
/// They travel inside the D-Bus message, where large ones overrun the quotas of other clients or end our own connection.
public struct LibnotifyImage: Sendable, Hashable {
  /// The longest side that is sent, in pixels.
  public static let longestSide = 256

  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Four bytes a pixel: red, green, blue, alpha (not premultiplied), without padding between rows.
  public let rgba: [UInt8]

  /// An image of these pixels, scaled down where a side is longer than ``longestSide``.
  ///
  /// - Returns: nil unless both sides are at least 1 and there are four bytes for each pixel.
  public init?(width: Int, height: Int, rgba: [UInt8]) {
    guard width > 0, height > 0 else { return nil }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, rgba.count.isMultiple(of: 4), rgba.count / 4 == pixels else { return nil }
    let longest = max(width, height)
    guard longest > Self.longestSide else {
      (self.width, self.height, self.rgba) = (width, height, rgba)
      return
    }
    // In doubles: a side times 256 may not fit into an Int.
    let scale = Double(Self.longestSide) / Double(longest)
    self.width = max(1, Int(Double(width) * scale))
    self.height = max(1, Int(Double(height) * scale))
    self.rgba = Self.scaled(rgba, from: (width, height), to: (self.width, self.height))
  }

  /// Each new pixel is the mean of the old ones it covers, colours weighed by their alpha so that transparent pixels do not bleed.
  private static func scaled(_ source: [UInt8], from old: (width: Int, height: Int), to new: (width: Int, height: Int)) -> [UInt8] {
    func span(_ index: Int, _ oldSide: Int, _ newSide: Int) -> Range<Int> {
      let ratio = Double(oldSide) / Double(newSide)
      let first = min(Int(Double(index) * ratio), oldSide - 1)
      return first..<min(max(Int(Double(index + 1) * ratio), first + 1), oldSide)
    }
    var result: [UInt8] = []
    result.reserveCapacity(new.width * new.height * 4)
    for row in 0..<new.height {
      for column in 0..<new.width {
        var (red, green, blue, alpha, count) = (0, 0, 0, 0, 0)
        for y in span(row, old.height, new.height) {
          for x in span(column, old.width, new.width) {
            let pixel = (y * old.width + x) * 4
            let weight = Int(source[pixel + 3])
            red += Int(source[pixel]) * weight
            green += Int(source[pixel + 1]) * weight
            blue += Int(source[pixel + 2]) * weight
            alpha += weight
            count += 1
          }
        }
        let weight = max(alpha, 1)
        result += [UInt8(red / weight), UInt8(green / weight), UInt8(blue / weight), UInt8(alpha / count)]
      }
    }
    return result
  }
}
