import PseudoTerminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a process holds, as the kernel of Linux tells.
struct ProcessFootprint: Equatable {
  static let isKnown = access("/proc/self/status", R_OK) == 0

  var descriptors: Int
  var threads: Int
  /// The signals it catches and those it ignores, as sets of bits in hexadecimal.
  var signals: [String]
  /// Memory that is in use, in kB.
  var residentMemory: Int

  init(of process: pid_t) throws {
    var values: [Substring: String] = [:]
    let (status, ending) = Tmux.shell("cat /proc/\(process)/status")
    guard ending == 0 else { throw PseudoTerminal.Missing(description: "process \(process) has ended") }
    for line in status.split(separator: "\n") {
      let pair = line.split(separator: ":", maxSplits: 1)
      if pair.count == 2 { values[pair[0]] = String(pair[1].split(whereSeparator: \.isWhitespace).first ?? "") }
    }
    descriptors = Tmux.shell("ls /proc/\(process)/fd").output.split(separator: "\n").count
    threads = values["Threads"].flatMap { Int($0) } ?? -1
    signals = ["SigCgt", "SigIgn"].map { values[$0] ?? "?" }
    residentMemory = values["VmRSS"].flatMap { Int($0) } ?? -1
  }
}
