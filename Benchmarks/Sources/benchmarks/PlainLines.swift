import AlertSDK
import RendererStdout

/// Plain lines into a file, beside a bare loop of `write(2)` of the same lines.
func plainLines(_ effort: Effort) async throws -> [Row] {
  let alerts = effort.scaled(20_000)
  let content = AlertContent(title: "The disk is nearly full", message: "/var has 312 MB left", severity: .warning)
  let file = ScratchFile()
  let renderer = StdoutRenderer(mode: .plain, stream: .descriptor(file.descriptor), answers: .nobody)
  let request = AlertRequest(PlainAlert(content), content: content)
  _ = try await renderer.present(request)
  let lines = file.contents()

  let (alone, bare) = try await alternating(
    effort.runs,
    {
      file.truncate()
      return try await cpuTime { for _ in 0..<alerts { _ = try await renderer.present(request) } } / Double(alerts)
    },
    {
      file.truncate()
      return cpuTime { for _ in 0..<alerts { file.append(lines) } } / Double(alerts)
    })
  var queued: [Double] = []
  for _ in 0..<effort.runs {
    file.truncate()
    let center = AlertCenter.paused(renderer: renderer)
    for _ in 0..<alerts { center.show(alert: PlainAlert(content)) }
    queued.append(
      await cpuTime {
        center.resume()
        await center.drain()
      } / Double(alerts))
  }
  return [
    row("plain lines into a file, the renderer alone", per: alone, bare: bare, bytes: lines.count),
    row("plain lines into a file, through the queue", per: queued.median, bare: bare, bytes: lines.count),
  ]
}

private func row(_ measure: String, per alert: Double, bare: Double, bytes: Int) -> Row {
  Row(
    measure: "\(measure), alerts per second", figure: count(Int(1e9 / alert)),
    beside: "`write(2)` of the same \(bytes) bytes: \(count(Int(1e9 / bare)))",
    ratio: bare / alert, target: ("≥ 0.5 ×", bare >= 0.5 * alert))
}
