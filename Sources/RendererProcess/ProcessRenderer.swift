public import AlertSDK
import AlertTerminal

/// Shows alerts through another program, in any language, that speaks JSON-RPC 2.0 on its standard input and output.
///
/// The program runs in a process of its own, so a crash stays there: its alert fails with the reason, and the program is started again.
/// It is started with the first alert, stays for the next ones, and is told to go when the last copy of the renderer is released. What
/// it has to say and to hear is in the guide "Writing a renderer as a program" of AlertSDK.
public struct ProcessRenderer: AlertRenderer {
  /// `process` (R20), whatever the program calls itself; its own name is in the reasons of its failures.
  public let name = "process"
  private let host: ProgramHost

  /// A renderer that is this program; nothing is started before the first alert.
  ///
  /// - Parameters:
  ///   - executable: a path, or a name without a slash that is looked up in `PATH`.
  ///   - arguments: what it is started with, without its own name.
  ///   - environment: its variables. Default: those of this process when the program is started.
  ///   - limits: how long it may take.
  ///   - diagnostics: gets what the program writes to standard error, made safe and at most 100 lines a second, and what it did wrong
  ///     where no alert could be told. Runs on a thread of this module and must not block. Default: nobody.
  public init(
    executable: String, arguments: [String] = [], environment: [String: String]? = nil, limits: Limits = Limits(),
    diagnostics: (@Sendable (String) -> Void)? = nil
  ) {
    let program = Program(
      executable: executable, arguments: arguments, environment: environment,
      label: String(executable.split(separator: "/").last ?? Substring(executable)))
    host = ProgramHost(program, limits: limits, diagnostics: diagnostics)
  }

  /// A renderer that is this command line, as the shell reads it: `./notify.py --verbose 2>>notify.log`.
  ///
  /// The parameters are those of `init(executable:arguments:environment:limits:diagnostics:)`.
  public init(
    command: String, environment: [String: String]? = nil, limits: Limits = Limits(), diagnostics: (@Sendable (String) -> Void)? = nil
  ) {
    let word = command.split(whereSeparator: \.isWhitespace).first ?? ""
    let program = Program(
      executable: "/bin/sh", arguments: ["-c", command], environment: environment,
      label: String(word.split(separator: "/").last ?? word))
    host = ProgramHost(program, limits: limits, diagnostics: diagnostics)
  }

  /// What the program said it can do; everything until it was asked, and an alert it cannot show is `.unsupported` then (R8).
  public var capabilities: RendererCapabilities { host.capabilities }

  /// Hands the alert to the program, which is started where it does not run, and returns when the program has answered.
  ///
  /// - Throws: `CancellationError`, or `RendererFailure`: what the program says, `.unsupported` where there is no such program,
  ///   `.unavailable` while it rests after failures, `.lost` when it ends, is silent or breaks the protocol.
  public func present(_ request: AlertRequest) async throws -> AlertResponse { try await host.present(request) }

  /// Ends the program, and returns when it has ended: `exit` first, then SIGTERM, then SIGKILL, by the ``Limits``.
  ///
  /// An alert that is up is lost. The next alert starts the program again. A renderer that is released ends its program, too. An app
  /// that exits while it has one leaves only the end of its standard input to tell the program; one that may hang needs this first.
  public func stop() async { await host.stop() }
}
