import AlertSDK
import AlertSDKPlugins
import AlertTerminal
import RendererANSI
import RendererLibnotify
import RendererStdout

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Shows one notice with a renderer that may come from a shared library.
///
///     plugin-host [--plugin PATH]… [--renderer SPEC] TITLE [MESSAGE]
///     plugin-host [--plugin PATH]… --list
///
/// Exit status: 0 it was shown, 3 it was not (the reason is on standard error), 64 usage. A library that cannot be loaded, or whose
/// renderer has a name that is taken, is told, and the rest goes on.
@main
struct PluginHost {
  static func main() async {
    var words: [String] = []
    var paths: [String] = []
    var spec = "auto"
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--plugin":
        guard let path = arguments.popFirst() else { end(64, "--plugin needs a path") }
        paths.append(path)
      case "--renderer":
        guard let given = arguments.popFirst() else { end(64, "--renderer needs a name") }
        spec = given
      default: words.append(argument)
      }
    }

    let environment = ProcessEnvironment.variables()
    var registry = RendererRegistry()
    do {
      for plugin in [RendererPlugin.ansi, .stdout, .libnotify] { try registry.register(plugin) }
      for plugin in loaded(paths, environment) {
        do { try registry.register(plugin) } catch { say("\(error)") }
      }
      if words == ["--list"] { return list(registry, environment) }
      guard (1...2).contains(words.count) else { end(64, "usage: plugin-host [--plugin PATH]… [--renderer SPEC] TITLE [MESSAGE]") }
      use(renderer: try registry.make(spec, environment: environment))
    } catch { end(64, "\(error)") }

    let handle = AlertCenter.shared.show(alert: .notice(words[0], message: words.count > 1 ? words[1] : ""))
    if case .failed(let failure) = await handle.outcome { end(3, "\(failure)") }
  }

  /// The renderers of the libraries that were named, and of those in the person's directories.
  private static func loaded(_ paths: [String], _ environment: [String: String]) -> [RendererPlugin] {
    var plugins: [RendererPlugin] = []
    for path in paths {
      do throws(PluginFailure) { plugins.append(try PluginLoader.load(path)) } catch { say("\(error)") }
    }
    let found = PluginLoader.loadAll(environment: environment)
    for failure in found.failures { say("\(failure)") }
    return plugins + found.plugins
  }

  private static func list(_ registry: RendererRegistry, _ environment: [String: String]) {
    for (plugin, availability) in registry.listing(environment: environment) {
      print(plugin.name, plugin.summary, availability == .available ? "" : "(not here)")
    }
  }

  private static func say(_ text: String) {
    let line = "plugin-host: \(text)\n"
    _ = write(2, line, line.utf8.count)
  }

  private static func end(_ status: Int32, _ text: String) -> Never {
    say(text)
    exit(status)
  }
}
