import AlertJSON
import AlertSDK
import RendererANSI
import RendererLibnotify
import RendererProcess
import RendererStdout

/// The renderers this program is built with. A new one is added to ``plugins``, and nowhere else.
enum Renderers {
  static let plugins: [RendererPlugin] = [.ansi, .stdout, .libnotify, .process]

  /// The renderer a spec names.
  ///
  /// - Parameter spec: What the command line says; nil: what `ALERTSDK_RENDERER` says, or else `auto`.
  /// - Throws: ``UsageError`` for a renderer or an option that does not exist.
  static func make(_ spec: String?, environment: [String: String]) throws(UsageError) -> any AlertRenderer {
    do {
      let registry = try RendererRegistry(plugins)
      guard let spec else { return try registry.make(default: "auto", environment: environment) }
      return try registry.make(spec, environment: environment)
    } catch {
      throw UsageError("\(error)".plain)
    }
  }

  /// The name of the renderer that shows alerts with this command line; nil where nobody named one and none is available.
  ///
  /// - Throws: ``UsageError`` as `make(_:environment:)`, where somebody did name one.
  static func used(_ spec: String?, environment: [String: String]) throws(UsageError) -> String? {
    do { return try make(spec, environment: environment).name } catch {
      guard spec == nil, environment[RendererRegistry.environmentVariable, default: ""].isEmpty else { throw error }
      return nil
    }
  }
}

/// `renderers`: what can show alerts here, and why the others cannot.
struct RendererListing {
  struct Row: Equatable {
    var name: String
    var summary: String
    var options: [String]
    /// Why it cannot; nil: it can.
    var reason: String?
  }
  var rows: [Row]
  /// The one that would show alerts now, by name.
  var used: String?

  /// Best first, as `auto` tries them.
  init(_ registry: RendererRegistry, environment: [String: String], used: String? = nil) {
    self.used = used
    rows = registry.listing(environment: environment).map { plugin, availability in
      var row = Row(name: plugin.name, summary: plugin.summary, options: plugin.optionNames)
      if case .unavailable(let reason) = availability { row.reason = reason }
      return row
    }
  }

  /// Every renderer with what there is to say about it, in columns.
  var text: String {
    let width = rows.map(\.name.count).max() ?? 0
    var lines: [String] = []
    for row in rows {
      let facts = [
        row.summary, row.reason.map { "not here: \($0)" } ?? "available",
        row.options.isEmpty ? "no options" : "options: \(row.options.joined(separator: ", "))",
      ]
      for (index, fact) in facts.enumerated() {
        let name = index == 0 ? row.name : ""
        lines.append(name + String(repeating: " ", count: width - name.count + 2) + fact)
      }
    }
    if let used {
      // Not `replacing`: that one call would load the library for regular expressions into every start of the program.
      let alternatives = used.split(separator: ",").map { $0.split(separator: "+").joined(separator: " and ") }
      lines.append("used now: \(alternatives.joined(separator: ", or else "))")
    }
    return lines.map(\.plain).joined(separator: "\n")
  }

  /// An array with a renderer a line.
  var json: String {
    let lines = rows.map { row in
      let json: JSONValue = [
        "name": .string(row.name), "summary": .string(row.summary), "available": .bool(row.reason == nil),
        "reason": row.reason.map { .string($0) } ?? .null, "options": .array(row.options.map { .string($0) }),
      ]
      return json.text
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]"
  }
}
