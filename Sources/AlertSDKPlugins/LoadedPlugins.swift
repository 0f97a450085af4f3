public import AlertSDK

/// What a search for plugins has brought: one bad file keeps nobody from the good ones.
public struct LoadedPlugins: Sendable {
  /// The renderers, in the order in which they were found, with no name twice.
  public private(set) var plugins: [RendererPlugin] = []
  /// The files and directories that brought none, and why.
  public private(set) var failures: [PluginFailure] = []
  private var paths: [String: String] = [:]

  init() {}

  /// Takes the renderer of a file, or the reason that there is none; a name that is taken stays with the file that came first.
  mutating func add(_ path: String, _ load: () throws(PluginFailure) -> RendererPlugin) {
    do throws(PluginFailure) {
      let plugin = try load()
      if let first = paths[plugin.name] {
        throw PluginFailure(path, "its renderer \(plugin.name.debugDescription) is that of \(first.debugDescription), which comes first")
      }
      paths[plugin.name] = path
      plugins.append(plugin)
    } catch { failures.append(error) }
  }

  mutating func add(_ failure: PluginFailure) { failures.append(failure) }
}
