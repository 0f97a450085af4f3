#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Testing

/// A directory of this test's own, which is gone with it.
final class Folder: Sendable {
  /// An object that is no box.
  final class Stranger: Sendable {}

  let path: String

  init() throws {
    var template = Array("/tmp/alertsdk-plugins-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { Self.run("rm", "-rf", path) }

  /// Writes a file; nobody but its owner may change it, whatever the umask.
  @discardableResult func write(_ name: String, _ bytes: some Sequence<UInt8>, permissions: mode_t = 0o644) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let content = Array(bytes)
    #expect(pwrite(descriptor, content, content.count, 0) == content.count)
    #expect(fchmod(descriptor, permissions) == 0)
    return file
  }

  func read(_ name: String) throws -> [UInt8] {
    let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var facts = stat()
    try #require(fstat(descriptor, &facts) == 0)
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    try #require(pread(descriptor, &bytes, bytes.count, 0) == bytes.count)
    return bytes
  }

  func makeFIFO(_ name: String) -> String {
    mkfifo("\(path)/\(name)", 0o600)
    return "\(path)/\(name)"
  }

  func makeDirectory(_ name: String, permissions: mode_t = 0o755) -> String {
    mkdir("\(path)/\(name)", 0o700)
    chmod("\(path)/\(name)", permissions)
    return "\(path)/\(name)"
  }

  static var openDescriptors: Int { (0..<Int32(min(getdtablesize(), 65_536))).count { fcntl($0, F_GETFD) >= 0 } }

  /// A shared library made of C; the toolchain has the compiler.
  func library(_ name: String, _ source: String) throws -> String {
    let code = try write("\(name).c", source.utf8)
    let library = "\(path)/\(name).so"
    try #require(Self.run("clang", "-shared", "-fPIC", "-I", Self.headers, code, "-o", library) == 0, "clang made no library")
    chmod(library, 0o755)
    return library
  }

  /// Where the header for plugins is, seen from this file.
  private static let headers: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/Sources/CAlertSDKPlugin/include"
  }()

  @discardableResult static func run(_ words: String...) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    guard posix_spawnp(&child, arguments[0]!, nil, nil, &arguments, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    return status
  }
}
