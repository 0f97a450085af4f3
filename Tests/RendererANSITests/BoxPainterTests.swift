import AlertSDK
import AlertTerminal
import Testing

@testable import RendererANSI

/// The bytes a box brings itself onto a screen with, without a terminal.
struct BoxPainterTests {
  private static let size = TerminalInfo.Size(columns: 60, rows: 20)

  private func painter(_ surface: ScreenBytes.Surface, _ mode: ANSIOptions.Mode) -> BoxPainter {
    var painter = BoxPainter(ScreenBytes(surface: surface), mode: mode, layout: AlertLayout())
    painter.enter()
    return painter
  }

  @Test("A host's part of the screen that is none, or reaches beyond it, is no trap and nothing outside is drawn")
  func hostileSurfaces() {
    let (least, most) = (Int.min, Int.max)
    for lent in [
      ANSIRect(top: least, left: least, rows: least, columns: least), ANSIRect(top: most, left: most, rows: most, columns: most),
      ANSIRect(top: -1, left: 0, rows: 10, columns: 40), ANSIRect(top: 0, left: 0, rows: 0, columns: 0),
      ANSIRect(top: 20, left: 0, rows: 5, columns: 20), ANSIRect(top: 3, left: 30, rows: most, columns: most),
    ] {
      var painter = painter(.compose, .compose(ANSIHost(surface: { _ in lent }, repaint: {})))
      var dialog = AlertDialog(Samples.question())
      let terminal = VirtualTerminal(columns: 60, rows: 20)
      terminal.feed(painter.draw(&dialog, size: Self.size, secondsLeft: nil))
      #expect(terminal.violations.isEmpty && terminal.touched.allSatisfy { $0[0] >= lent.top && $0[1] >= lent.left }, "\(lent)")
    }
  }

  @Test("Compose: what the box no longer covers is the host's to draw again; a click finds the button where it stands") func compose() {
    let repaints = Lock(0)
    let part = Lock(ANSIRect(top: 5, left: 12, rows: 10, columns: 40))
    let host = ANSIHost(surface: { _ in part.withLock { $0 } }, repaint: { repaints.withLock { $0 += 1 } })
    var painter = painter(.compose, .compose(host))
    var dialog = AlertDialog(Samples.question())
    let terminal = VirtualTerminal(columns: 60, rows: 20)
    terminal.feed("\u{1B}[?7l")
    for row in 1...20 { terminal.feed("\u{1B}[\(row);1H" + String(repeating: "#", count: 60)) }
    terminal.feed(painter.draw(&dialog, size: Self.size, secondsLeft: nil))
    #expect(repaints.withLock { $0 } == 0)
    #expect(!terminal.lines.contains { $0.drop { $0 == "#" }.reversed().drop { $0 == "#" }.contains("#") }, "the host shows through")
    let row = terminal.lines.firstIndex { $0.contains("[D]elete") } ?? 0
    let column = Array(terminal.lines[row]).firstIndex(of: "D") ?? 0
    #expect(painter.button(row: row, column: column) == 0 && painter.button(row: row - 5, column: column - 12) == nil)

    part.withLock { $0.rows = 4 }
    _ = painter.draw(&dialog, size: Self.size, secondsLeft: nil)
    #expect(repaints.withLock { $0 } == 1)
  }

  @Test("Nothing has changed: nothing is written; ^L: everything is") func again() {
    var painter = painter(.overlay, .overlay)
    var dialog = AlertDialog(Samples.question())
    let first = painter.draw(&dialog, size: Self.size, secondsLeft: nil)
    #expect(painter.draw(&dialog, size: Self.size, secondsLeft: nil).isEmpty)
    painter.forget()
    let (fresh, again) = (VirtualTerminal(columns: 60, rows: 20), VirtualTerminal(columns: 60, rows: 20))
    fresh.feed(first)
    again.feed("\u{1B}[?1049h\u{1B}[?7l" + String(repeating: "garbage", count: 30))
    again.feed(painter.draw(&dialog, size: Self.size, secondsLeft: nil))
    #expect(again.lines == fresh.lines && again.cursor == fresh.cursor)
  }

  @Test("An emergency begins with the end of whatever was being written") func farewell() {
    for surface in [ScreenBytes.Surface.overlay, .inline, .compose, .lines] {
      #expect(String(decoding: ScreenBytes(surface: surface).farewell, as: UTF8.self).hasPrefix("\u{1B}\\\u{1B}[0m"))
    }
  }
}
