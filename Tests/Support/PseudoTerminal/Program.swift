package import AlertTerminal
import Synchronization

extension PseudoTerminal {
  /// The program a terminal controls, and how it ended.
  struct Program {
    var child: ChildProcess?
    var end: ChildProcess.End?
  }

  /// Starts a program whose controlling terminal this is; killed with it, at the latest.
  package func start(_ arguments: [String], variables: [String: String], input: Int32?) throws {
    let child = try ChildProcess(arguments[0], Array(arguments.dropFirst()), on: self, environment: variables, input: input)
    program.withLock { $0 = Program(child: child) }
  }

  package var process: pid_t { program.withLock { $0.child?.id ?? -1 } }
  /// Its exit status, or minus the signal; nil while it runs.
  package var ending: Int32? {
    program.withLock { program in
      if program.end == nil { program.end = program.child?.endNow() }
      return switch program.end {
      case .exited(let status): status
      case .killed(let signal): -signal
      case nil: nil
      }
    }
  }
  package func waitForEnd(within limit: Duration = .seconds(20), reading: Bool = true) throws {
    try wait("the end of the program", within: limit, reading: reading) { ending != nil }
  }

  func endProgram() {
    guard process > 0, ending == nil else { return }
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}
