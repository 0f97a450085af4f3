#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import CAlertSDKPlugin

/// A file that may be loaded: whole, a shared library, and nobody else's to change.
struct PluginFile {
  /// Without links and relative parts; a bare name would make the system search its own directories.
  let path: String

  init(_ path: String) throws(Refusal) {
    if path.utf8.contains(0) { throw Refusal("a path cannot hold a null character") }
    self.path = try Self.resolve(path)

    // Nothing must happen by the opening alone: a FIFO would wait for its other end.
    let file = open(self.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Refusal(Self.systemError()) }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw Refusal(Self.systemError()) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw Refusal("it is no file") }
    if let complaint = FileTrust(facts).complaint(user: geteuid()) { throw Refusal(complaint) }

    let parent = String(self.path[..<(self.path.lastIndex(of: "/") ?? self.path.startIndex)])
    var directory = stat()
    guard stat(parent.isEmpty ? "/" : parent, &directory) == 0 else { throw Refusal(Self.systemError()) }
    if let complaint = FileTrust(directory).complaint(asDirectoryFor: geteuid()) { throw Refusal(complaint) }

    #if !canImport(Darwin)
      let size = UInt64(facts.st_size)
      let elf = ELFFile(size: size) { offset, count in
        guard offset <= size, UInt64(count) <= size - offset else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(file, &bytes, count, off_t(offset)) == count ? bytes : nil
      }
      if let complaint = elf.complaint { throw Refusal(complaint) }
    #endif
  }

  /// Whether there may be something by this name; what cannot be looked at may be there.
  static func mayExist(_ path: String) -> Bool { access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR) }

  /// The path without links and relative parts.
  static func resolve(_ path: String) throws(Refusal) -> String {
    guard let resolved = realpath(path, nil) else { throw Refusal(systemError()) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names in a directory, sorted by their bytes.
  static func names(in directory: String) throws(Refusal) -> [String] {
    guard let stream = opendir(directory) else { throw Refusal(systemError()) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func systemError() -> String { String(cString: strerror(errno)) }
}

extension FileTrust {
  init(_ facts: stat) {
    self.init(owner: facts.st_uid, permissions: UInt32(facts.st_mode) & 0o777, isSticky: facts.st_mode & S_ISVTX != 0)
  }
}

/// A library in this process; it stays.
struct SharedLibrary {
  #if canImport(Darwin)
    static let suffix = ".dylib"
  #else
    static let suffix = ".so"
  #endif
  private let handle: UnsafeMutableRawPointer

  /// Loads it with all it needs, so that what is missing is an error here and not a crash later.
  init(_ file: PluginFile) throws(Refusal) {
    guard let handle = dlopen(file.path, RTLD_NOW | RTLD_LOCAL) else {
      throw Refusal(dlerror().map { String(cString: $0).plain } ?? "the system could not load it")
    }
    self.handle = handle
  }

  /// What the function of this name returns; nil: there is no such function.
  func entry(_ name: String) -> PluginEntry? { dlsym(handle, name).map { PluginEntry(calling: $0) } }
}
