import AlertJSON
import AlertSDK
import RendererANSI
import RendererLibnotify
import RendererStdout

/// The renderers this program is built with. A new one is added to ``plugins``, and nowhere else.
enum Renderers {
  static let plugins: [RendererPlugin] = [.ansi, .stdout, .libnotify]

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
      throw UsageError("\(error)".printable)
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

  /// Best first, as `auto` tries them.
  init(_ registry: RendererRegistry, environment: [String: String]) {
    rows = registry.listing(environment: environment).map { plugin, availability in
      var row = Row(name: plugin.name, summary: plugin.summary, options: plugin.optionNames)
      if case .unavailable(let reason) = availability { row.reason = reason }
      return row
    }
  }

  /// A renderer a line, in columns.
  var text: String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      let name = row.name + String(repeating: " ", count: width - row.name.count)
      return "\(name)  \(row.summary)\n" + String(repeating: " ", count: width) + "  \(row.reason.map { "not here: \($0)" } ?? "available")"
    }.joined(separator: "\n").split(separator: "\n").map { String($0).printable }.joined(separator: "\n")
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
