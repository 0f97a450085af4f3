import AlertJSON
import AlertSDK

/// One alert read from a line of input, and the name its outcome goes by.
struct AlertInput: Equatable, Sendable {
  var id: String
  var content: AlertContent
  var scheduling: AlertScheduling
  /// Keys of the line that mean nothing here.
  var unknownKeys: [String] = []

  /// What the two formats make of a line; nil: there is nothing to show in it.
  typealias Parser = @Sendable (_ line: [UInt8], _ number: Int) throws(Reason) -> AlertInput?
}

extension AlertInput {
  /// Reads a line of NDJSON: an object with `title` and whatever else of the alert is to be said.
  ///
  /// - Parameter number: The line's number; the alert's id where the line gives none.
  /// - Returns: Nil for a blank line.
  static func ndjson(_ line: [UInt8], number: Int) throws(Reason) -> AlertInput? {
    if line.isBlank { return nil }
    return try AlertInput(try JSONObjectReader(line: line), number: number)
  }

  private init(_ reader: JSONObjectReader, number: Int) throws(Reason) {
    var reader = reader
    var unknownInside: [String] = []
    content = AlertContent(title: try reader.requiredString("title"))
    content.message = try reader.string("message") ?? ""
    content.severity = try reader.word("severity", of: AlertSeverity.allCases) ?? .info
    content.icon = try reader.string("icon")
    content.progress = try reader.number("progress", in: 0...1)
    for (index, value) in try reader.array("actions").enumerated() {
      var action = try JSONObjectReader(value, path: "actions[\(index)].")
      content.actions.append(
        AlertAction(
          id: try action.requiredString("id"), title: try action.requiredString("title"),
          role: try action.word("role", of: AlertAction.Role.allCases) ?? .normal, isPreferred: try action.bool("preferred") ?? false))
      unknownInside += action.unknownKeys.map { "actions.\($0)" }
    }
    for (index, value) in try reader.array("fields").enumerated() {
      var field = try JSONObjectReader(value, path: "fields[\(index)].")
      content.fields.append(
        AlertField(
          id: try field.requiredString("id"), label: try field.requiredString("label"), initialValue: try field.string("value") ?? "",
          isSecure: try field.bool("secure") ?? false))
      unknownInside += field.unknownKeys.map { "fields.\($0)" }
    }
    if let twice = content.actions.map(\.id).firstRepeated { throw Reason("actions: two have the id \(twice.quoted)") }
    if let twice = content.fields.map(\.id).firstRepeated { throw Reason("fields: two have the id \(twice.quoted)") }

    scheduling = AlertScheduling(
      priority: try reader.priority("priority") ?? .medium, timeLimit: try reader.seconds("timeLimit"),
      waitLimit: try reader.seconds("waitLimit"), key: try reader.string("key"),
      whenDuplicate: try reader.word("whenDuplicate", of: [.allow, .join, .replace, .drop]) ?? .join,
      whenInterrupted: try reader.word("whenInterrupted", of: [.automatic, .never, .requeue, .discard]) ?? .automatic,
      source: try reader.string("source"))
    id = try reader.string("id") ?? String(number)
    unknownKeys = reader.unknownKeys + unknownInside
  }
}

extension JSONObjectReader {
  fileprivate mutating func priority(_ key: String) throws(Reason) -> AlertPriority? {
    switch value(key) {
    case nil: return nil
    case .integer(let height): return AlertPriority(rawValue: height)
    case .string(let name):
      if let priority = AlertPriority(named: name) { return priority }
      throw Reason("\(path)\(key): expected low, medium, high or an integer, found \(name.quoted)")
    case .some(let other): throw Reason("\(path)\(key): expected low, medium, high or an integer, found \(other.kind)")
    }
  }
}

extension AlertPriority {
  init?(named name: String) {
    switch name {
    case "low": self = .low
    case "medium": self = .medium
    case "high": self = .high
    default: return nil
    }
  }
}

extension [UInt8] {
  /// Whether the line holds nothing but white space.
  var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}

extension [String] {
  var firstRepeated: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}
