/// The command line makes no sense; the reason says which part.
struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
