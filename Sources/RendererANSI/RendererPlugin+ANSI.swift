public import AlertSDK
internal import AlertTerminal

extension RendererPlugin {
  /// The box in the terminal, by name `ansi`; `auto` prefers it where a terminal is.
  ///
  /// Options: `theme` (automatic, plain, contrast), `mode` (overlay, inline), `interrupt` (signal, dismiss), `ambiguous` (1, 2), and
  /// `mouse`, `record`, `capture`, `sync`, `ci` (true, false; a bare name is true).
  public static let ansi = RendererPlugin(
    name: "ansi", summary: "a box over whatever is in the terminal", rank: 100,
    options: ["theme", "mode", "interrupt", "ambiguous", "mouse", "record", "capture", "sync", "ci"],
    availability: { environment in
      do throws(RendererFailure) {
        if try ANSIRenderer.terminalInfo(ANSIOptions(), environment).isAccessible {
          return .unavailable("ACCESSIBLE asks for plain lines")  // who names this renderer all the same gets the box
        }
      } catch { return .unavailable(error.reason) }
      do throws(TerminalDevice.Failure) {
        let device = try TerminalDevice()
        defer { device.shut() }
        return device.isForeground ? .available : .unavailable("the program is in the background of its terminal")
      } catch { return .unavailable(error.reason) }
    },
    make: { try ANSIRenderer(options: ANSIOptions($0)) })
}

extension ANSIOptions {
  /// Options by the names a spec uses.
  init(_ spec: RendererOptions) throws(RendererRegistry.Failure) {
    self.init()
    theme = try spec.choice("theme", among: ["automatic": .automatic, "plain": .plain, "contrast": .highContrast], default: theme)
    mode = try spec.choice("mode", among: ["overlay": .overlay, "inline": .inline], default: mode)
    interrupt = try spec.choice("interrupt", default: interrupt)
    width.ambiguous = try spec.choice("ambiguous", among: ["1": .one, "2": .two], default: width.ambiguous)
    usesMouse = try spec.value("mouse", default: usesMouse)
    leavesRecord = try spec.value("record", default: leavesRecord)
    capturesStdio = try spec.value("capture", default: capturesStdio)
    synchronizesFrames = try spec.value("sync", default: synchronizesFrames)
    asksInCI = try spec.value("ci", default: asksInCI)
  }
}
