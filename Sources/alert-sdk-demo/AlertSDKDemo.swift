import AlertSDK
import AlertTerminal

/// The command `alert-sdk-demo`: a thin shell around pure functions that read the command line and the input, and write the output.
@main enum AlertSDKDemo {
  static let version = "0.1.0"

  static func main() {
    System.shareHeap()
    System.claimStandardStreams()
    System.unblockSignals()
    MainThread.run { await obey() }
  }

  private static func obey() async -> Never {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      let invocation = try Invocation(words)
      let interruption = try Interruption()
      let ending = await withTaskGroup(of: Ending?.self) { group in
        group.addTask { await run(invocation, of: words) }
        group.addTask {
          // What the command begins with is before it in the queue of the main thread; a signal waits in the pipe meanwhile.
          await Task.yield()
          return await interruption.next().map { .signal($0) }
        }
        // Whichever comes first, the other is cancelled, and the command ends in order: alerts off the screen, outcomes written.
        let first = await group.next() ?? nil
        group.cancelAll()
        await group.waitForAll()
        return first
      }
      switch ending {
      case .signal(let number): Interruption.end(with: number)
      case .code(let code): System.exitProcess(code.rawValue)
      case nil: System.exitProcess(ExitCode.couldNotAsk.rawValue)
      }
    } catch let error as UsageError {
      await complain(error, about: words)
      System.exitProcess(ExitCode.usage.rawValue)
    } catch {
      await Console.complain("\(error)")
      System.exitProcess(ExitCode.couldNotAsk.rawValue)
    }
  }

  private enum Ending { case code(ExitCode), signal(Int32) }

  private static func run(_ invocation: Invocation, of words: [String]) async -> Ending {
    do {
      return .code(try await perform(invocation))
    } catch let error as UsageError {
      await complain(error, about: words)
      return .code(.usage)
    } catch {
      await Console.complain("output failed: \(error)")
      return .code(.outputFailed)
    }
  }

  private static func complain(_ error: UsageError, about words: [String]) async {
    let command = Invocation.topic(of: words).map { "\($0.rawValue) " } ?? ""
    await Console.complain("\(error)\nTry 'alert-sdk-demo \(command)--help'.")
  }

  private static func perform(_ invocation: Invocation) async throws -> ExitCode {
    let environment = ProcessEnvironment.variables()
    var configuration = AlertCenter.Configuration()
    configuration.executor = MainThread.shared
    switch invocation.command {
    case .help(let topic): return try await print(String(Help.text(topic).dropLast()))
    case .version: return try await print("alert-sdk-demo \(version)")
    case .renderers(let json):
      let used = try Renderers.used(invocation.renderer, environment: environment)
      let listing = RendererListing(try RendererRegistry(Renderers.plugins), environment: environment, used: used)
      return try await print(json ? listing.json : listing.text)
    case .check(let spec):
      return try await CheckCommand(spec: spec, registry: try RendererRegistry(Renderers.plugins), environment: environment).run()
    case .show(let content, let scheduling):
      let renderer = try Renderers.make(invocation.renderer, environment: environment)
      let center = AlertCenter(renderer: renderer, configuration: configuration, clock: MainThreadClock())
      return try await ShowCommand(content: content, scheduling: scheduling, center: center, log: try EventLog(invocation.events)).run()
    case .run(let source, let format):
      let renderer = try Renderers.make(invocation.renderer, environment: environment)
      let center = AlertCenter(renderer: renderer, configuration: configuration, clock: MainThreadClock())
      return try await RunCommand(source: source, format: format, center: center, log: try EventLog(invocation.events)).run()
    case .tour:
      let renderer = try Renderers.make(invocation.renderer, environment: environment)
      return try await TourCommand(renderer: renderer, log: try EventLog(invocation.events), configuration: configuration).run()
    }
  }

  private static func print(_ text: String) async throws(System.Failure) -> ExitCode {
    try await OutputFile.standardOutput.write(text)
    return .success
  }
}
