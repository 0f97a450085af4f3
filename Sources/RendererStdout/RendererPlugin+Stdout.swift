public import AlertSDK
import AlertTerminal

extension RendererPlugin {
  /// Plain lines; the last resort of `auto`, as it works almost anywhere.
  ///
  /// Options: `mode` (auto, prompt, accessible, ci, plain, json), `format` (text, json), `stream` (stderr, stdout or a descriptor),
  /// `answers` (terminal, stdin, nobody or a descriptor), `answer` (the action that answers every question). A `mode` goes before a
  /// `format`. `make` throws `RendererFailure` for any other value.
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

  private static func mode(_ options: RendererOptions) throws(RendererFailure) -> StdoutRenderer.Mode? {
    if let named = options["mode"], named != "auto" {
      guard let mode = StdoutRenderer.Mode(rawValue: named) else {
        throw unknown("mode", named, known: ["auto"] + StdoutRenderer.Mode.allCases.map(\.rawValue))
      }
      return mode
    }
    switch options["format"] {
    case nil, "text": return nil
    case "json": return .json
    case let format?: throw unknown("format", format, known: ["text", "json"])
    }
  }

  private static func stream(_ options: RendererOptions) throws(RendererFailure) -> StdoutRenderer.Stream {
    switch options["stream"] {
    case nil, "stderr": return .standardError
    case "stdout": return .standardOutput
    case let name?:
      guard let number = descriptor(name) else { throw unknown("stream", name, known: ["stderr", "stdout", "a descriptor"]) }
      return .descriptor(number)
    }
  }

  private static func answers(_ options: RendererOptions) throws(RendererFailure) -> StdoutRenderer.Answers {
    switch (options["answers"], options["answer"]) {
    case (nil, nil), ("terminal", nil): return .terminal
    case ("stdin", nil): return .descriptor(STDIN_FILENO)
    case ("nobody", nil): return .nobody
    case (nil, let action?) where !action.isEmpty: return .action(action)
    case (nil, _): throw .unsupported("stdout: answer= needs the id of an action")
    case (_?, _?): throw .unsupported("stdout: answers= and answer= exclude each other")
    case (let name?, nil):
      guard let number = descriptor(name) else { throw unknown("answers", name, known: ["terminal", "stdin", "nobody", "a descriptor"]) }
      return .descriptor(number)
    }
  }

  private static func descriptor(_ name: String) -> Int32? { Int32(name).flatMap { $0 >= 0 ? $0 : nil } }

  private static func unknown(_ option: String, _ value: String, known: [String]) -> RendererFailure {
    .unsupported("stdout: no \(option) '\(SafeText.label(value).text)' (there are \(known.joined(separator: ", ")))")
  }
}
