/// The renderers a program can choose from at run time, by a spec.
///
/// | spec | meaning |
/// | --- | --- |
/// | `ansi` | this one |
/// | `libnotify,ansi,stdout` | for each alert the first that can show it (``FallbackRenderer``) |
/// | `stdout+libnotify` | all at once, the first answer counts (``MultiplexRenderer``); binds tighter than `,` |
/// | `auto` | all that are available now, best first, but for those the spec names itself; may stand in a list |
/// | `ansi:theme=plain:mouse` | with options; one without a value is a flag, the text `true` |
///
/// A backslash before `,`, `+`, `:` or `\` makes it part of a value; in a value `=` needs none. Spaces around names and values do
/// not count.
public struct RendererRegistry: Sendable {
  /// Why a spec, an option or a registration was refused, in words for a person.
  ///
  /// `"\(error)"` is the text to show; Foundation's `localizedDescription` does not know it.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason.
    public let description: String
    /// A failure with its reason; for plugins that check more of their options than ``RendererOptions`` does.
    public init(_ reason: String) { description = reason }
  }

  /// The variable with which a person overrules the renderer that an app would choose.
  public static let environmentVariable = "ALERTSDK_RENDERER"

  private var plugins: [String: RendererPlugin] = [:]

  /// An empty registry.
  public init() {}

  /// A registry of these renderers.
  ///
  /// - Throws: ``Failure`` as `register(_:)`.
  public init(_ plugins: [RendererPlugin]) throws(Failure) { for plugin in plugins { try register(plugin) } }

  /// Adds a renderer.
  ///
  /// - Throws: ``Failure`` for a name that is empty, taken, `auto`, or holds a space or a character that has a meaning in specs.
  public mutating func register(_ plugin: RendererPlugin) throws(Failure) {
    let name = plugin.name
    if name.isEmpty { throw Failure("a renderer needs a name") }
    if name == RendererSpec.autoName { throw Failure("no renderer can be named \(name): it stands for all of them") }
    if name.unicodeScalars.contains(where: { $0.properties.isWhitespace || RendererSpec.separators.contains($0) }) {
      throw Failure("a renderer cannot be named \(name.debugDescription): no spec could name it")
    }
    if plugins[name] != nil { throw Failure("there is a renderer named \(name.debugDescription) already") }
    plugins[name] = plugin
  }

  /// The registered names, sorted.
  public var names: [String] { plugins.keys.sorted() }

  /// Every registered renderer with whether it can show alerts here and now, in the order in which `auto` tries them.
  public func listing(
    environment: [String: String]
  ) -> [(plugin: RendererPlugin, availability: RendererPlugin.Availability)] {
    plugins.values.sorted { ($1.rank, $0.name) < ($0.rank, $1.name) }.map { ($0, $0.availability(environment)) }
  }

  /// Makes the renderer that a spec names.
  ///
  /// A renderer whose `make` throws a ``RendererFailure`` takes its place nevertheless and answers every alert with that failure,
  /// so that a fallback goes on to the next and the reason is told.
  /// - Parameter environment: the process's environment, which decides what is available.
  /// - Throws: ``Failure`` for an unknown name or option, a refused value, a spec that is not one, or `auto` where none is available.
  public func make(_ spec: String, environment: [String: String] = [:]) throws(Failure) -> any AlertRenderer {
    let parsed = try RendererSpec(spec)
    if let renderer = Self.first(of: try alternatives(in: parsed, of: parsed, environment)) { return renderer }
    let reasons = listing(environment: environment).compactMap { entry -> String? in
      guard case .unavailable(let reason) = entry.availability else { return nil }
      return "\(entry.plugin.name): \(reason)"
    }
    throw Failure("no renderer is available here" + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"))
  }

  /// Makes the renderer that the person asked for in `ALERTSDK_RENDERER`, or else the app's default.
  ///
  /// An empty value counts as none. An app that must not be overruled passes `allowingOverride: false`.
  /// - Throws: ``Failure`` as `make(_:environment:)`; for a spec from the environment it names the variable.
  public func make(
    default spec: String = "auto", environment: [String: String], allowingOverride: Bool = true
  ) throws(Failure) -> any AlertRenderer {
    guard allowingOverride, let override = environment[Self.environmentVariable], !override.isEmpty else {
      return try make(spec, environment: environment)
    }
    do { return try make(override, environment: environment) } catch {
      throw Failure("\(Self.environmentVariable): \(error)")
    }
  }

  /// What a part of a spec would try one after another; an `auto` adds to it what the whole spec does not name.
  private func alternatives(
    in spec: RendererSpec, of whole: RendererSpec, _ environment: [String: String]
  ) throws(Failure) -> [any AlertRenderer] {
    var alternatives: [any AlertRenderer] = []
    switch spec {
    case .renderer(let name, let options):
      alternatives.append(try make(name, options))
    case .fallback(let parts):
      for part in parts { alternatives += try self.alternatives(in: part, of: whole, environment) }
    case .multiplex(let parts):
      var children: [any AlertRenderer] = []
      for part in parts {
        if let child = Self.first(of: try self.alternatives(in: part, of: whole, environment)) { children.append(child) }
      }
      if let only = children.first { alternatives.append(children.count > 1 ? MultiplexRenderer(children) : only) }
    case .auto:
      let named = whole.names
      for (plugin, availability) in listing(environment: environment)
      where availability == .available && !named.contains(plugin.name) {
        alternatives.append(try make(plugin.name, [:]))
      }
    }
    return alternatives
  }

  private static func first(of alternatives: [any AlertRenderer]) -> (any AlertRenderer)? {
    alternatives.count > 1 ? FallbackRenderer(alternatives) : alternatives.first
  }

  private func make(_ name: String, _ options: [String: String]) throws(Failure) -> any AlertRenderer {
    guard let plugin = plugins[name] else {
      let known = names.isEmpty ? "none is registered" : "known: \(names.joined(separator: ", "))"
      throw Failure("no renderer named \(name.debugDescription)\(hint(for: name, among: names)); \(known)")
    }
    if let unknown = options.keys.filter({ !plugin.optionNames.contains($0) }).min() {
      throw Failure("\(name) has no option \(unknown.debugDescription)" + Self.advice(on: unknown, of: plugin))
    }
    do { return try plugin.make(RendererOptions(options)) } catch let failure as RendererFailure {
      return FailingRenderer(name: name, failure: failure)
    } catch {
      throw Failure("\(name): \(error)")
    }
  }
}

extension RendererRegistry {
  /// What to do about an option that is not known: a slip of the fingers, or else a colon where `=` was meant, or within a value.
  private static func advice(on option: String, of plugin: RendererPlugin) -> String {
    let known = plugin.optionNames
    guard let first = known.first else { return "; it takes none" }
    let slip = hint(for: option, among: known)
    let names = "\(slip); known: \(known.joined(separator: ", "))"
    return slip.isEmpty ? names + #", as in \#(plugin.name):\#(first)=VALUE; a colon in a value is written \:"# : names
  }
}

/// Stands where a renderer could not be made; claims every capability so that each alert is told the reason.
private struct FailingRenderer: AlertRenderer {
  let name: String
  let failure: RendererFailure
  var capabilities: RendererCapabilities { [.actions, .fields, .updates, .progress] }
  func present(_ request: AlertRequest) async throws -> AlertResponse { throw failure }
}
