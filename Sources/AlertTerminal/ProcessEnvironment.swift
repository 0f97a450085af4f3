/// The environment of this process, read without Foundation.
public enum ProcessEnvironment {
  /// All variables as they are now; the first of two with one name counts, as for `getenv`.
  ///
  /// Invalid UTF-8 in a name or value is repaired. Callable from any thread, but like every reader of the environment it must not
  /// run beside `setenv`.
  public static func variables() -> [String: String] {
    guard let entries = firstEntry() else { return [:] }
    var count = 0
    while entries[count] != nil { count += 1 }
    var variables = [String: String](minimumCapacity: count)
    // From the last one: what is first in the end has replaced the others.
    for index in stride(from: count - 1, through: 0, by: -1) {
      guard let text = entries[index], let equals = strchr(text, CInt(UInt8(ascii: "="))), equals != text else { continue }
      let name = String(decoding: UnsafeRawBufferPointer(start: text, count: equals - text), as: UTF8.self)
      variables[name] = String(cString: equals + 1)
    }
    return variables
  }

  private typealias Entries = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private static func firstEntry() -> Entries? {
    #if canImport(Glibc)
      // Swift's own `environ` traps after `clearenv()`, which leaves the C variable null; it is only the second choice, for
      // programs linked so statically that nothing can be looked up.
      guard let variable = dlsym(nil, "environ") else { return environ }
      return variable.load(as: Entries?.self)
    #elseif canImport(Darwin)
      return _NSGetEnviron().pointee
    #else
      return environ
    #endif
  }
}
