package import AlertTerminal

/// A program with a pseudo-terminal as its controlling one, in a session of its own.
package struct ChildProcess: Sendable {
  package struct Failed: Error { package var errno: Int32 }
  package enum End: Hashable, Sendable { case exited(Int32), killed(Int32) }

  // POSIX_SPAWN_SETSID; glibc shows it to GNU sources only.
  private static let newSession: Int32 = 0x80

  package let id: pid_t

  /// Starts a program; `input`, if given, is its standard input in place of the terminal.
  package init(_ path: String, _ arguments: [String] = [], on terminal: PseudoTerminal, environment: [String: String], input: Int32? = nil)
    throws
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Opened first by the leader of a new session, the terminal becomes its controlling one.
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(Self.newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var id = pid_t()
    let error = posix_spawn(&id, path, &actions, &attributes, &arguments, &variables)
    guard error == 0 else { throw Failed(errno: error) }
    self.id = id
  }

  package func signal(_ number: Int32) { kill(id, number) }

  /// How it ended; killed after the limit, so that no test leaves one behind.
  package func end(within limit: Duration = .seconds(20)) async throws -> End {
    let (id, deadline) = (id, ContinuousClock.now + limit)
    let killer = Task {
      try await Task.sleep(until: deadline)
      kill(id, SIGKILL)
    }
    defer { killer.cancel() }
    let end = try await onThread { () -> End? in
      var status: Int32 = 0
      while waitpid(id, &status, 0) != id { guard errno == EINTR else { return nil } }
      return Self.end(status)
    }
    guard let end, end != .killed(SIGKILL) || ContinuousClock.now < deadline else {
      throw PseudoTerminal.Missing(description: "not within \(limit): the end of process \(id)")
    }
    return end
  }

  /// How it ended, if it has; once.
  func endNow() -> End? {
    var status: Int32 = 0
    return waitpid(id, &status, WNOHANG) == id ? Self.end(status) : nil
  }

  private static func end(_ status: Int32) -> End { status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F) }

  /// A program that was built beside the tests.
  package static func built(_ name: String) -> String {
    // .build/<triple>/debug/x.xctest or the test runner's own path lead to the same folder.
    let here = CommandLine.arguments.first { $0.split(separator: "/").contains { $0.hasSuffix(".xctest") } } ?? CommandLine.arguments[0]
    let folder = here.split(separator: "/", omittingEmptySubsequences: false).prefix { !$0.hasSuffix(".xctest") }
    return folder.joined(separator: "/") + "/" + name
  }
}
