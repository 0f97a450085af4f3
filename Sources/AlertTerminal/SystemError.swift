/// What the C library calls an error number.
package enum SystemError {
  package static func text(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // The buffer is longer than any message; the number is part of what is said where there is no message.
    _ = strerror_r(number, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? "error \(number)" : text
  }
}
