import AlertJSON

@testable import alert_sdk_demo

/// The lines of a file beside these tests.
func fixtureLines(_ name: String) async throws -> [[UInt8]] {
  let descriptor = try System.openForReading(fixturePath(name))
  defer { System.closeDescriptor(descriptor) }
  let reader = try LineReader(descriptor)
  var lines: [[UInt8]] = []
  while let line = try await reader.next() {
    if case .bytes(let bytes) = line { lines.append(bytes) }
  }
  return lines
}

func fixturePath(_ name: String) -> String {
  var parts = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast()
  return (parts + ["Fixtures", Substring(name)]).joined(separator: "/")
}
