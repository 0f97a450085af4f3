import AlertSDK
import RendererStdout

/// The renderers this program is built with. A new one is added to ``plugins``, and nowhere else.
enum Renderers {
  static let plugins: [RendererPlugin] = [.stdout]

  /// The renderer a spec names.
  ///
  /// - Parameter spec: What the command line says; nil: what `ALERTSDK_RENDERER` says, or else `auto`.
  /// - Throws: ``UsageError`` for an unknown name or option.
  static func make(_ spec: String?, environment: [String: String]) throws(UsageError) -> any AlertRenderer {
    // Asked for on the command line is asked for: the variable only stands in where nothing was said.
    var environment = environment
    let variable = environment.removeValue(forKey: "ALERTSDK_RENDERER").flatMap { $0.isEmpty ? nil : $0 }
    do {
      return try RendererRegistry(plugins).make(spec ?? variable ?? "auto", environment: environment)
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
  init(_ plugins: [RendererPlugin], environment: [String: String]) {
    rows = plugins.sorted { ($1.rank, $0.name) < ($0.rank, $1.name) }.map { plugin in
      var row = Row(name: plugin.name, summary: plugin.summary, options: plugin.optionNames)
      if case .unavailable(let reason) = plugin.availability(environment) { row.reason = reason }
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
      JSONValue.object([
        .init(key: "name", value: .string(row.name)), .init(key: "summary", value: .string(row.summary)),
        .init(key: "available", value: .bool(row.reason == nil)), .init(key: "reason", value: row.reason.map { .string($0) } ?? .null),
        .init(key: "options", value: .array(row.options.map { .string($0) })),
      ]).text
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]"
  }
}
