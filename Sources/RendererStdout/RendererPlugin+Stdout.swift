public import AlertSDK
import AlertTerminal

extension RendererPlugin {
  /// Plain lines; the last resort of `auto`, as it works almost anywhere.
  ///
  /// Options: `mode` (auto, prompt, accessible, ci, plain, json), `format` (text, json), `stream` (stderr, stdout or a descriptor),
  /// `answers` (terminal, stdin, nobody or a descriptor), `answer` (the action that answers every question). A `mode` goes before a
  /// `format`. `make` throws `RendererRegistry.Failure` for any other value.
  public static let stdout = RendererPlugin(
    name: "stdout", summary: "Plain lines: a prompt in a terminal, log lines elsewhere, or JSON lines", rank: -100,
    options: ["mode", "format", "stream", "answers", "answer"],
    availability: { _ in
      fcntl(STDERR_FILENO, F_GETFD) == -1 ? .unavailable("standard error is closed") : .available
    },
    make: { options in
      let mode = try mode(options)
      let stream = try stream(options)
      return StdoutRenderer(mode: mode, stream: stream, answers: try answers(options))
    })

  private static func mode(_ options: RendererOptions) throws(RendererRegistry.Failure) -> StdoutRenderer.Mode? {
    let modes: KeyValuePairs<String, StdoutRenderer.Mode?> = [
      "auto": nil, "prompt": .prompt, "accessible": .accessible, "ci": .ci, "plain": .plain, "json": .json,
    ]
    let formats: KeyValuePairs<String, StdoutRenderer.Mode?> = ["text": nil, "json": .json]
    let format = try options.choice("format", among: formats, default: nil)
    return try options.choice("mode", among: modes, default: nil) ?? format
  }

  private static func stream(_ options: RendererOptions) throws(RendererRegistry.Failure) -> StdoutRenderer.Stream {
    if let number = descriptor(options["stream"]) { return .descriptor(number) }
    return try orDescriptor { () throws(RendererRegistry.Failure) in
      try options.choice("stream", among: ["stderr": .standardError, "stdout": .standardOutput], default: .standardError)
    }
  }

  private static func answers(_ options: RendererOptions) throws(RendererRegistry.Failure) -> StdoutRenderer.Answers {
    if let action = options["answer"] {
      if options["answers"] != nil { throw .init("the options \"answers\" and \"answer\" exclude each other") }
      if action.isEmpty { throw .init("option \"answer\" needs the id of an action") }
      return .action(action)
    }
    if let number = descriptor(options["answers"]) { return .descriptor(number) }
    return try orDescriptor { () throws(RendererRegistry.Failure) in
      try options.choice(
        "answers", among: ["terminal": .terminal, "stdin": .descriptor(STDIN_FILENO), "nobody": .nobody], default: .terminal)
    }
  }

  private static func descriptor(_ text: String?) -> Int32? { text.flatMap { Int32($0) }.flatMap { $0 >= 0 ? $0 : nil } }

  /// A refusal that says that the option takes a number, too.
  private static func orDescriptor<Value>(
    _ value: () throws(RendererRegistry.Failure) -> Value
  ) throws(RendererRegistry.Failure) -> Value {
    do { return try value() } catch { throw .init("\(error), or the number of an open descriptor") }
  }
}
