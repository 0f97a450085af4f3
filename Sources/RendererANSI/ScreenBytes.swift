/// The bytes with which a box takes a screen and gives it back; pure, and the same in an orderly end and an emergency.
struct ScreenBytes: Equatable {
  enum Surface: Equatable { case overlay, inline, compose, lines }

  var surface: Surface
  var usesMouse = false
  var usesKeyboardProtocol = false
  var synchronizesFrames = true

  /// Takes the screen; inline and line surfaces add their own room.
  var enter: String {
    switch surface {
    case .overlay: "\u{1B}7\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25h" + input
    case .inline: "\u{1B}[?7l" + input
    case .compose: "\u{1B}[0m"
    case .lines: ""
    }
  }

  /// Gives it back. Never clears a main screen.
  var leave: String {
    switch surface {
    case .overlay: "\u{1B}[0m" + inputOff + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\u{1B}8"
    case .inline: "\u{1B}[0m" + inputOff + "\u{1B}[?7h\u{1B}[?25h"
    case .compose: "\u{1B}[0m"
    case .lines: "\n"
    }
  }

  /// Gives it back from any point, also from the middle of a sequence.
  var farewell: [UInt8] {
    let end = "\u{1B}\\\u{1B}[0m" + frameEnd
    let rest =
      switch surface {
      case .overlay: inputOff + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\u{1B}8"
      // Whether the box has moved over is not known here, nor where it stands: the shell goes on below it.
      case .inline: inputOff + "\u{1B}[?1047l\u{1B}[?7h\u{1B}[?25h\u{1B}[999B\r\n"
      case .compose: ""
      case .lines: "\r\n"
      }
    return Array((end + rest).utf8)
  }

  /// Goes from the text to the other screen. Not by 1049, which put back where none was set would still move the cursor.
  static let moveOver = "\u{1B}7\u{1B}[?1047h"
  static let moveBack = "\u{1B}[?1047l\u{1B}8"

  /// Marks what comes as one frame; decoration, no frame depends on it (case 49).
  var frameStart: String { synchronizesFrames && surface != .lines ? "\u{1B}[?2026h" : "" }
  var frameEnd: String { synchronizesFrames && surface != .lines ? "\u{1B}[?2026l" : "" }

  private var input: String {
    "\u{1B}[?2004h" + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "") + (usesKeyboardProtocol ? "\u{1B}[>1u" : "")
  }
  private var inputOff: String {
    (usesKeyboardProtocol ? "\u{1B}[<u" : "") + (usesMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[?2004l"
  }
}
