import AlertSDK
import AlertTerminal
import Synchronization

#if !canImport(Darwin)
  @preconcurrency import CLibrary  // optind and its kin are plain C variables
#endif

/// One option a command takes.
struct CommandOption: Hashable, Sendable {
  let name: String
  /// A one-letter form.
  var letter: Unicode.Scalar?
  var takesValue = true
}

/// The C library's `getopt_long` as a function from words to values: abbreviations, `--name=value`, `--`, options after words.
enum OptionParser {
  enum Element: Equatable, Sendable {
    case option(CommandOption, value: String)
    case word(String)
  }
  struct Parsed: Equatable, Sendable {
    var elements: [Element] = []
    /// What was not looked at: everything from the first word on, where the parser was told to stop there.
    var rest: [String] = []
  }

  /// `getopt_long` keeps its place in global variables.
  private static let globals = Mutex(())

  /// Takes the words of a command line apart.
  ///
  /// - Parameter stopsAtWord: Leaves the first word that is no option, and all after it, in ``Parsed/rest``.
  /// - Throws: ``UsageError`` for an unknown or ambiguous option, a missing value, or a value nobody wants.
  static func parse(_ words: [String], options: [CommandOption], stopsAtWord: Bool = false) throws(UsageError) -> Parsed {
    let result: Result<Parsed, UsageError> = globals.withLock { _ in
      Result { () throws(UsageError) in try parseLocked(words, options: options, stopsAtWord: stopsAtWord) }
    }
    return try result.get()
  }

  private static func parseLocked(_ words: [String], options: [CommandOption], stopsAtWord: Bool) throws(UsageError) -> Parsed {
    var arguments: [UnsafeMutablePointer<CChar>?] = ([""] + words).map { strdup($0) } + [nil]
    let names = options.map { strdup($0.name) }
    defer { for copy in arguments + names { free(copy) } }
    let table =
      zip(options, names).enumerated().map { index, pair in
        option(
          name: UnsafePointer(pair.1), has_arg: pair.0.takesValue ? required_argument : no_argument, flag: nil,
          val: firstLongOption + Int32(index))
      } + [option()]
    // "+" stops at the first word, "-" hands every word over in its place; ":" makes a missing value tell itself from an unknown option.
    let letters = options.compactMap(\.letter).reduce(into: stopsAtWord ? "+:" : "-:") { $0.unicodeScalars.append($1) }

    var parsed = Parsed()
    #if canImport(Darwin)
      (optind, optreset) = (1, 1)
    #else
      optind = 0
    #endif
    opterr = 0
    while true {
      let result = getopt_long(Int32(words.count + 1), &arguments, letters, table, nil)
      switch result {
      case -1:
        let rest = words.dropFirst(Int(optind) - 1)
        if stopsAtWord { parsed.rest = Array(rest) } else { parsed.elements += rest.map { .word($0) } }
        return parsed
      case 1: parsed.elements.append(.word(optarg.map { String(cString: $0) } ?? ""))
      case Int32(UInt8(ascii: ":")): throw UsageError("\(spelling(optopt, options)) needs a value")
      case Int32(UInt8(ascii: "?")):
        throw refusal(after: words.prefix(max(0, Int(optind) - 1)).last, code: optopt, options)
      default:
        guard let found = known(result, options) else { continue }
        parsed.elements.append(.option(found, value: found.takesValue ? optarg.map { String(cString: $0) } ?? "" : ""))
      }
    }
  }

  /// Codes of long options start above every letter.
  private static let firstLongOption: Int32 = 256

  private static func known(_ code: Int32, _ options: [CommandOption]) -> CommandOption? {
    if code >= firstLongOption { return options[Int(code - firstLongOption)] }
    return options.first { $0.letter.map { Int32($0.value) } == code }
  }

  private static func spelling(_ code: Int32, _ options: [CommandOption]) -> String {
    known(code, options).map { "--\($0.name)" } ?? "the option"
  }

  /// `getopt_long` says only that it will not have something; this finds out what.
  ///
  /// - Parameters:
  ///   - word: The last one it has done with; for a long option that is the one it refused.
  ///   - code: What it left in `optopt`: nothing for an unknown long option, else the code or the byte of the option.
  private static func refusal(after word: String?, code: Int32, _ options: [CommandOption]) -> UsageError {
    switch code {
    case 0: break
    case firstLongOption...: return UsageError("\(spelling(code, options)) takes no value")
    case 0x21...0x7E: return UsageError("unknown option -\(Unicode.Scalar(UInt8(code)))")
    default: return UsageError("unknown option: a letter that is none")  // half of a character, most likely
    }
    let name = (word ?? "").dropFirst(2).prefix { $0 != "=" }
    let candidates = options.filter { $0.name.hasPrefix(name) }.map { "--\($0.name)" }
    if candidates.count > 1 { return UsageError("--\(name) could be \(candidates.joined(separator: " or "))".plain) }
    return UsageError("unknown option --\(name)\(hint(for: "--\(name)", among: options.map { "--\($0.name)" }))".plain)
  }
}
