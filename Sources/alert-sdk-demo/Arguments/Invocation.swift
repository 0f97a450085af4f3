import AlertSDK

/// What a command line asks for.
struct Invocation: Equatable, Sendable {
  enum Command: Equatable, Sendable {
    case help(Help.Topic)
    case version
    case tour
    case show(AlertContent, AlertScheduling)
    case run(InputSource, InputFormat)
    case renderers(json: Bool)
    case check(String)
  }
  enum InputSource: Equatable, Sendable {
    case standardInput
    case file(String)

    /// As it stands in messages about its lines.
    var name: String {
      switch self {
      case .standardInput: "-"
      case .file(let path): path
      }
    }
  }
  enum InputFormat: String, CaseIterable, Sendable { case ndjson, journal }

  var command: Command
  /// A renderer spec; nil: the environment's, or else `auto`.
  var renderer: String?
  /// Where every event goes as a JSON line; `-` is standard error.
  var events: String?
}

extension Invocation {
  private static let common = [
    CommandOption(name: "renderer"), CommandOption(name: "events"), CommandOption(name: "plugin"),
    CommandOption(name: "help", letter: "h", takesValue: false), CommandOption(name: "version", letter: "V", takesValue: false),
  ]

  /// Understands a command line.
  ///
  /// - Parameter words: The words after the program's name.
  /// - Throws: ``UsageError`` with what is wrong.
  init(_ words: [String]) throws(UsageError) {
    let before = try OptionParser.parse(words, options: Self.common, stopsAtWord: true)
    var options = CommonOptions()
    for element in before.elements { _ = try options.take(element) }

    guard let name = before.rest.first else {
      self = options.invocation(.tour, topic: .overview)
      return
    }
    let rest = Array(before.rest.dropFirst())
    switch name {
    case "tour":
      try options.takeAll(rest, own: []) { element throws(UsageError) in throw element.unexpected }
      self = options.invocation(.tour, topic: .tour)
    case "show":
      var show = ShowArguments()
      try options.takeAll(rest, own: ShowArguments.options) { element throws(UsageError) in try show.take(element) }
      self = options.isAsking ? options.invocation(.tour, topic: .show) : options.invocation(try show.command(), topic: .show)
    case "run":
      var (source, format) = (InputSource?.none, InputFormat.ndjson)
      try options.takeAll(rest, own: [CommandOption(name: "format")]) { element throws(UsageError) in
        switch element {
        case .option(_, let value):
          guard let known = InputFormat(rawValue: value) else {
            throw UsageError("--format: expected \(InputFormat.allCases.map(\.rawValue).joined(separator: " or ")), found \(value.quoted)")
          }
          format = known
        case .word(let path):
          guard source == nil else { throw element.unexpected }
          source = path == "-" ? .standardInput : .file(path)
        }
      }
      self = options.invocation(.run(source ?? .standardInput, format), topic: .run)
    case "renderers":
      var json = false
      try options.takeAll(rest, own: [CommandOption(name: "json", takesValue: false)]) { element throws(UsageError) in
        guard case .option = element else { throw element.unexpected }
        json = true
      }
      self = options.invocation(.renderers(json: json), topic: .renderers)
    case "help":
      var topic = Help.Topic.overview
      try options.takeAll(rest, own: []) { element throws(UsageError) in
        guard case .word(let name) = element, let known = Help.Topic(rawValue: name) else { throw element.unexpected }
        topic = known
      }
      self = options.invocation(.help(topic), topic: topic)
    case "check":
      var spec: String?
      try options.takeAll(rest, own: []) { element throws(UsageError) in
        guard case .word(let name) = element, spec == nil else { throw element.unexpected }
        spec = name
      }
      if let spec = spec ?? options.renderer {
        self = options.invocation(.check(spec), topic: .check)
      } else if options.isAsking {
        self = options.invocation(.tour, topic: .check)
      } else {
        throw UsageError("check needs the name of a renderer")
      }
    default: throw UsageError("unknown command \(name.quoted)" + hint(for: name, among: Help.Topic.commands.map(\.rawValue)).plain)
    }
  }

  /// The command that words are about whether or not they make sense; nil where none is named.
  static func topic(of words: [String]) -> Help.Topic? {
    let name = (try? OptionParser.parse(words, options: common, stopsAtWord: true))?.rest.first
    return Help.Topic.commands.first { $0.rawValue == name }
  }

  /// The options every command has.
  private struct CommonOptions {
    var renderer: String?
    var events: String?
    var wantsHelp = false
    var wantsVersion = false

    var isAsking: Bool { wantsHelp || wantsVersion }

    /// - Returns: Whether the element was one of these.
    mutating func take(_ element: OptionParser.Element) throws(UsageError) -> Bool {
      guard case .option(let option, let value) = element, Invocation.common.contains(option) else { return false }
      switch option.name {
      case "renderer": renderer = value
      case "events": events = value
      case "help": wantsHelp = true
      case "version": wantsVersion = true
      case "plugin":
        throw UsageError(
          "--plugin: this program has AlertSDK built in and cannot load renderers from shared libraries; Examples/PluginHost can")
      default: break
      }
      return true
    }

    mutating func takeAll(
      _ words: [String], own: [CommandOption], other: (OptionParser.Element) throws(UsageError) -> Void
    ) throws(UsageError) {
      for element in try OptionParser.parse(words, options: Invocation.common + own).elements where try !take(element) {
        try other(element)
      }
    }

    func invocation(_ command: Command, topic: Help.Topic) -> Invocation {
      Invocation(command: wantsHelp ? .help(topic) : wantsVersion ? .version : command, renderer: renderer, events: events)
    }
  }
}

extension OptionParser.Element {
  /// The complaint about a word, or an option, that has no place here.
  var unexpected: UsageError {
    switch self {
    case .word(let text): UsageError("unexpected argument \(text.quoted)")
    case .option(let option, _): UsageError("--\(option.name) has no meaning here")
    }
  }
}
