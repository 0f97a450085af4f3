public import AlertSDK
import CAlertSDKPlugin

/// Loads renderers from shared libraries.
///
/// A library runs with all rights of the program from the moment it is loaded, and is never unloaded: nobody could know that none of
/// its code is running. Program and library must use one copy of the SDK, the product `AlertSDKDynamic`, built by the same compiler.
/// Everything here reads files and blocks its thread meanwhile: it belongs at a program's start.
public enum PluginLoader {
  /// The variable with the directories to search, separated by colons.
  public static let pathVariable = "ALERTSDK_PLUGIN_PATH"

  /// The function that a library exports to C.
  static let entryPoint = "alertsdk_renderer_plugin"

  /// The renderer that one shared library brings.
  ///
  /// - Throws: ``PluginFailure`` for a file that is missing, cut off, no shared library, open to be changed by others, built for another
  ///   SDK or compiler, or that brings a copy of the SDK of its own.
  public static func load(_ path: String) throws(PluginFailure) -> RendererPlugin {
    do throws(Refusal) {
      let library = try SharedLibrary(try PluginFile(path))
      guard let entry = library.entry(entryPoint) else {
        throw Refusal("it is no renderer: it has no function \(entryPoint)")
      }
      let (theirs, ours) = (entry.build_tag.map { String(cString: $0) } ?? "no tag", String(cString: buildTag()))
      guard theirs == ours else {
        throw Refusal("it was built for \(theirs.plain), and this program for \(ours); build the renderer anew")
      }
      guard let box = entry.box?() else { throw Refusal("it hands over no renderer") }
      guard let plugin = RendererPluginBox.open(box) else {
        throw Refusal(
          "it has a copy of AlertSDK of its own; link program and renderer with the product AlertSDKDynamic, and nothing else of it")
      }
      return plugin
    } catch { throw PluginFailure(path, error.reason) }
  }

  /// The renderers of all shared libraries in a directory, by the order of their file names; those below it do not count.
  ///
  /// - Throws: ``PluginFailure`` for a directory that cannot be read.
  public static func loadAll(in directory: String) throws(PluginFailure) -> LoadedPlugins {
    var loaded = LoadedPlugins()
    do throws(Refusal) { try add(to: &loaded, from: directory) } catch { throw PluginFailure(directory, error.reason) }
    return loaded
  }

  /// The renderers of all directories that the person's environment names; each is searched once, and one that is missing is skipped.
  ///
  /// A program that runs with other rights than the person who starts it must not call this.
  public static func loadAll(environment: [String: String]) -> LoadedPlugins {
    var loaded = LoadedPlugins()
    var searched: Set<String> = []
    for directory in directories(environment: environment) where PluginFile.mayExist(directory) {
      do throws(Refusal) {
        if searched.insert(try PluginFile.resolve(directory)).inserted { try add(to: &loaded, from: directory) }
      } catch {
        loaded.add(PluginFailure(directory, error.reason))
      }
    }
    return loaded
  }

  /// Where renderers are searched, first to last: `ALERTSDK_PLUGIN_PATH`, then `alertsdk/renderers` in the person's data directory.
  ///
  /// That is `XDG_DATA_HOME`, or `.local/share` in `HOME` (XDG Base Directory Specification 0.8). A path that is not absolute is
  /// left out: what it means would depend on where the program was started.
  public static func directories(environment: [String: String]) -> [String] {
    var directories = environment[pathVariable, default: ""].split(separator: ":").map(String.init)
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let data = absolute("XDG_DATA_HOME") ?? absolute("HOME").map({ $0 + "/.local/share" }) {
      directories.append(data + "/alertsdk/renderers")
    }
    return directories.filter { $0.hasPrefix("/") }
  }

  private static func add(to loaded: inout LoadedPlugins, from directory: String) throws(Refusal) {
    for name in try PluginFile.names(in: directory) where name.hasSuffix(SharedLibrary.suffix) && !name.hasPrefix(".") {
      let path = "\(directory)/\(name)"
      loaded.add(path) { () throws(PluginFailure) in try load(path) }
    }
  }
}

/// A reason to refuse a file, before it is known by which name the caller knows it.
struct Refusal: Error, Equatable {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

extension String {
  /// The text without characters that could steer a terminal: it comes from a file that was refused.
  var plain: String { String(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }) }
}
