import AlertSDK
import AlertTerminal
import CAlertSDKPlugin

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Notices as lines of a file.
struct LogfileRenderer: AlertRenderer {
  let path: String
  let name = "logfile"

  func present(_ request: AlertRequest) async throws -> AlertResponse {
    let content = request.content
    let text = [content.title, content.message].map { SafeText.title($0).text }.filter { !$0.isEmpty }
    let line = "\(content.severity): \(text.joined(separator: ": "))\n"

    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw RendererFailure.unavailable("\(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    // One call, so that lines of several programs do not mix.
    guard write(file, line, line.utf8.count) == line.utf8.count else {
      throw RendererFailure.lost("\(path): \(String(cString: strerror(errno)))")
    }
    request.didAppear()
    return .delivered
  }
}

/// What the program that loads this library asks for.
@c(alertsdk_renderer_plugin)
public func rendererPlugin() -> PluginEntry {
  PluginEntry {
    RendererPluginBox.retained(
      RendererPlugin(name: "logfile", summary: "notices as lines of a file", options: ["path"]) { options in
        guard let path = options["path"] else { throw RendererRegistry.Failure("logfile needs a path, as in logfile:path=/tmp/alerts.log") }
        return LogfileRenderer(path: path)
      })
  }
}
