#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file without a name, gone when it is closed.
final class ScratchFile: Sendable {
  let descriptor: Int32

  init() {
    var name = Array("/tmp/benchmarks.XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { stop("no file in /tmp") }
    unlink(name)
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) {
    guard write(descriptor, bytes, bytes.count) == bytes.count else { stop("the file cannot be written") }
  }

  func truncate() {
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
  }

  /// All that has been written; the end stays where it is.
  func contents() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_CUR)))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { stop("the file cannot be read") }
    return bytes
  }
}
