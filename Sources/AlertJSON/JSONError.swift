/// Why a text is not read, in words for the person who wrote it.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// How many bytes come before the one that does not fit; all of them where the text ends too early.
  package let position: Int
  /// A whole sentence, which counts bytes from 1; it never quotes the text, which may hold a secret (R16).
  package let description: String
}
