/// Why something was refused, in words for the person who wrote it.
struct Reason: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
