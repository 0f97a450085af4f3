public import AlertSDK

extension RendererPlugin {
  /// A renderer that is a program of your own, by the name `process`; its option `cmd` is the command line, as the shell reads it.
  ///
  /// `process:cmd=./notify.py --to phone` · in a spec `:`, `,`, `+` and `\` need a backslash before them. Never taken by `auto`: without
  /// `cmd` there is nothing to start, and `make` throws `RendererRegistry.Failure`.
  public static let process = RendererPlugin(
    name: "process", summary: "A program of your own that speaks JSON-RPC on its stdin and stdout", rank: -1000, options: ["cmd"],
    availability: { _ in .unavailable(needsCommand) },
    make: { options in
      guard let command = options["cmd"], command.contains(where: { !$0.isWhitespace }), command != "true" else {
        throw RendererRegistry.Failure(needsCommand)
      }
      return ProcessRenderer(command: command)
    })

  private static let needsCommand = "needs the program to start, as in process:cmd=./notify.py"
}
