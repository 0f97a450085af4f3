// What the benchmarks ask the system; Linux alone knows all of it.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Says why on stderr and ends the program.
func stop(_ reason: String) -> Never {
  let line = "benchmarks: \(reason)\n"
  write(2, line, line.utf8.count)
  exit(64)
}

/// Blocks this thread.
func sleepThread(seconds: Int) {
  var left = UInt32(seconds)
  while left > 0 { left = sleep(left) }
}

/// What all cores together have worked for this process.
func processNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// How often all threads but the calling one have gone to sleep by themselves since they began; those that ended are not counted.
func contextSwitchesOfOtherThreads() -> Int {
  #if os(Linux)
    guard let folder = opendir("/proc/self/task") else { stop("no /proc/self/task") }
    defer { closedir(folder) }
    var target = [CChar](repeating: 0, count: 64)  // PID/task/TID
    let length = readlink("/proc/thread-self", &target, target.count)
    guard length > 0 else { stop("no /proc/thread-self") }
    let own = target[..<length].split(separator: 0x2F).last.map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
    var sum = 0
    while let entry = readdir(folder) {
      let thread = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard thread != own, thread != ".", thread != "..", let status = text("/proc/self/task/\(thread)/status") else { continue }
      for line in status.split(separator: "\n") where line.hasPrefix("voluntary_ctxt_switches:") {
        sum += line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
      }
    }
    return sum
  #else
    stop("wake-ups are counted on Linux alone")
  #endif
}

/// A small file's text; nil if it cannot be read.
func text(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}
