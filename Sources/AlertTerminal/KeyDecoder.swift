/// Turns the bytes a terminal sends into key events; a state machine that takes the time and reads no clock.
///
/// Understands UTF-8, CSI and SS3 keys with modifiers, `CSI u`, modifyOtherKeys, SGR mouse reports and bracketed paste. Answers to
/// terminal queries and focus reports are swallowed, and so is whatever is malformed. Memory is bounded: 64 KiB of a paste, 64
/// bytes of a sequence. Not for use from several threads at once.
public struct KeyDecoder: Sendable {
  /// How long a lone ESC waits for the rest of a sequence.
  public let escapeTimeout: Duration
  /// When `expire(at:)` should be called although no byte came; nil while nothing is pending.
  public private(set) var deadline: ContinuousClock.Instant?

  private var state = State.ground
  private var events: [KeyEvent] = []

  private enum State {
    case ground
    case utf8(collected: UInt32, missing: Int, least: UInt32)
    case escape(alt: Bool)
    case csi(parameters: [UInt8], alt: Bool)
    case ss3(alt: Bool)
    case skip(Int)  // the three bytes of an old mouse report
    case string(escaped: Bool)  // OSC, DCS, APC, PM, SOS: an answer to a query, up to ST or BEL
    case paste([UInt8])
  }

  /// Longer than any key's sequence; the rest of a longer one is swallowed unread.
  private static let sequenceLimit = 64
  private static let pasteLimit = 65_536
  /// A paste whose end never comes must not swallow ^C for ever.
  private static let pasteTimeout = Duration.seconds(1)
  /// What has begun as a sequence is no lone ESC: its rest, late over a slow line, must not be taken for keys.
  private static let sequenceTimeout = Duration.milliseconds(500)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// A decoder; the timeout of a lone ESC is 50 ms unless said otherwise (`TerminalInfo.escapeTimeout` knows better).
  public init(escapeTimeout: Duration = .milliseconds(50)) { self.escapeTimeout = escapeTimeout }

  /// Decodes what came at a moment; what is not complete yet waits for more, or for `expire(at:)`.
  public mutating func feed(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [KeyEvent] {
    expirePending(at: now)
    var isInterruption = true
    for byte in bytes {
      isInterruption = isInterruption && Self.interrupts(byte)
      take(byte)
    }
    deadline =
      switch state {
      case .ground: nil
      case .escape: now + escapeTimeout
      // Who presses ^C again and again wants to get out of it.
      case .paste: isInterruption ? deadline ?? now + Self.pasteTimeout : now + Self.pasteTimeout
      default: now + max(escapeTimeout, Self.sequenceTimeout)
      }
    return takeEvents()
  }

  /// Decides what is pending, once its deadline has passed: a lone ESC becomes Escape, half a sequence nothing.
  public mutating func expire(at now: ContinuousClock.Instant) -> [KeyEvent] {
    expirePending(at: now)
    return takeEvents()
  }

  private mutating func takeEvents() -> [KeyEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  private mutating func expirePending(at now: ContinuousClock.Instant) {
    guard let limit = deadline, now >= limit else { return }
    if case .escape = state { events.append(.key(.escape)) }
    if case .paste(let bytes) = state { emitPaste(bytes) }
    (state, deadline) = (.ground, nil)
  }

  /// ^C, ^\ and ^Z: a key to get out with, in no sequence of any terminal.
  private static func interrupts(_ byte: UInt8) -> Bool { byte == 0x03 || byte == 0x1C || byte == 0x1A }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .csi, .ss3, .string:
      if Self.interrupts(byte) { return ground(byte, modifiers: []) }
    default: break
    }
    switch state {
    case .ground: ground(byte, modifiers: [])
    case .utf8(let collected, let missing, let least): utf8(byte, collected, missing, least)
    case .escape(let alt): escape(byte, alt: alt)
    case .csi(let parameters, let alt): csi(byte, parameters, alt: alt)
    case .ss3(let alt): ss3(byte, alt: alt)
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .ground
    case .string(let escaped):
      state = byte == 0x07 || (escaped && byte == UInt8(ascii: "\\")) ? .ground : .string(escaped: byte == 0x1B)
    case .paste(var bytes):
      state = .ground  // so that the array below is not copied
      bytes.append(byte)
      if bytes.count >= Self.pasteEnd.count, byte == UInt8(ascii: "~"), bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
        emitPaste(bytes.dropLast(Self.pasteEnd.count))
      } else {
        // Past the limit only the newest bytes are kept, enough to find the end.
        if bytes.count > Self.pasteLimit + 64 { bytes.removeSubrange(Self.pasteLimit..<(bytes.count - Self.pasteEnd.count)) }
        state = .paste(bytes)
      }
    }
  }

  private mutating func emitPaste(_ bytes: some Collection<UInt8>) {
    events.append(.paste(String(decoding: bytes.prefix(Self.pasteLimit), as: UTF8.self)))
  }

  private mutating func ground(_ byte: UInt8, modifiers: KeyEvent.Modifiers) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape(alt: false)
    case 0x09: events.append(.key(.tab, modifiers))
    case 0x0A, 0x0D: events.append(.key(.enter, modifiers))
    case 0x08, 0x7F: events.append(.key(.backspace, modifiers))
    case 0x00: events.append(.key(.text(" "), modifiers.union(.control)))
    case 0x01...0x1A: events.append(.key(.text(Unicode.Scalar(byte + 0x60)), modifiers.union(.control)))
    case 0x1C...0x1F: events.append(.key(.text(Unicode.Scalar(byte + 0x40)), modifiers.union(.control)))
    case 0x20...0x7E: events.append(.key(.text(Unicode.Scalar(byte)), modifiers))
    case 0xC2...0xDF: state = .utf8(collected: UInt32(byte & 0x1F), missing: 1, least: 0x80)
    case 0xE0...0xEF: state = .utf8(collected: UInt32(byte & 0x0F), missing: 2, least: 0x800)
    case 0xF0...0xF4: state = .utf8(collected: UInt32(byte & 0x07), missing: 3, least: 0x10000)
    default: break  // not UTF-8
    }
  }

  private mutating func utf8(_ byte: UInt8, _ collected: UInt32, _ missing: Int, _ least: UInt32) {
    guard byte & 0xC0 == 0x80 else { return ground(byte, modifiers: []) }
    let value = collected << 6 | UInt32(byte & 0x3F)
    if missing > 1 {
      state = .utf8(collected: value, missing: missing - 1, least: least)
    } else {
      state = .ground
      // C1 controls are no keys and no text.
      if value >= least, value >= 0xA0, let scalar = Unicode.Scalar(value) { events.append(.key(.text(scalar))) }
    }
  }

  private mutating func escape(_ byte: UInt8, alt: Bool) {
    switch byte {
    case UInt8(ascii: "["): state = .csi(parameters: [], alt: alt)
    case UInt8(ascii: "O"): state = .ss3(alt: alt)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"): state = .string(escaped: false)
    case 0x1B: state = .escape(alt: true)  // ESC ESC [ A is Alt-Up; ESC ESC alone is one Escape
    default:
      if alt {
        events.append(.key(.escape))
        ground(byte, modifiers: [])
      } else {
        ground(byte, modifiers: .alt)
      }
    }
  }

  private mutating func ss3(_ byte: UInt8, alt: Bool) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape(alt: false)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"): state = .ss3(alt: alt)  // modifiers some terminals put here
    default: if let key = Self.letterKey(byte) ?? Self.keypadKey(byte) { events.append(.key(key, alt ? .alt : [])) }
    }
  }

  private mutating func csi(_ byte: UInt8, _ parameters: [UInt8], alt: Bool) {
    switch byte {
    case 0x1B: state = .escape(alt: false)
    case 0x20...0x3F:
      state = .csi(parameters: parameters.count < Self.sequenceLimit ? parameters + [byte] : parameters, alt: alt)
    case UInt8(ascii: "M") where parameters.isEmpty: state = .skip(3)
    case 0x40...0x7E:
      state = .ground
      if parameters.count < Self.sequenceLimit { finish(byte, parameters, alt: alt) }
    default: state = .ground
    }
  }

  private mutating func finish(_ final: UInt8, _ bytes: [UInt8], alt: Bool) {
    if bytes.first == UInt8(ascii: "<") { return mouse(final, Self.numbers(bytes.dropFirst())) }
    // With any other prefix or an intermediate it is an answer to a query, not a key.
    guard bytes.allSatisfy({ (0x30...0x3B).contains($0) }) else { return }
    let groups = Self.numbers(bytes[...])
    func parameter(_ index: Int, _ sub: Int = 0) -> Int {
      index < groups.count && sub < groups[index].count ? groups[index][sub] : 0
    }
    var modifiers = KeyEvent.Modifiers(rawValue: max(0, parameter(1) - 1) & 7)
    if alt { modifiers.insert(.alt) }
    guard parameter(1, 1) != 3 else { return }  // a key was released
    switch final {
    case UInt8(ascii: "~"):
      switch parameter(0) {
      case 200: state = .paste([])
      case 27: emit(code: parameter(2), modifiers)  // modifyOtherKeys
      default: if let key = Self.numberedKey(parameter(0)) { events.append(.key(key, modifiers)) }
      }
    case UInt8(ascii: "u"): emit(code: parameter(0), modifiers)
    case UInt8(ascii: "Z"): events.append(.key(.tab, modifiers.union(.shift)))
    // R is also the answer to a cursor query, I and O are focus reports.
    case UInt8(ascii: "R"), UInt8(ascii: "I"), UInt8(ascii: "O"): break
    default: if let key = Self.letterKey(final) { events.append(.key(key, modifiers)) }
    }
  }

  private mutating func emit(code: Int, _ modifiers: KeyEvent.Modifiers) {
    switch code {
    case 9: events.append(.key(.tab, modifiers))
    case 10, 13, 57414: events.append(.key(.enter, modifiers))
    case 27: events.append(.key(.escape, modifiers))
    case 8, 127: events.append(.key(.backspace, modifiers))
    case 57_344...63_743: break  // keys of their own, none of which means anything here
    default: if code >= 32, let scalar = Unicode.Scalar(UInt32(code)) { events.append(.key(.text(scalar), modifiers)) }
    }
  }

  private mutating func mouse(_ final: UInt8, _ groups: [[Int]]) {
    guard groups.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return }
    let action: KeyEvent.Mouse.Action =
      switch (groups[0][0] & ~0b11100, final) {  // without Shift, Alt, Control
      case (64, _): .scrollUp
      case (65, _): .scrollDown
      case (0...2, UInt8(ascii: "m")): .release
      case (0, _): .press
      default: .other
      }
    events.append(.mouse(.init(action, column: groups[1][0], row: groups[2][0])))
  }

  /// `1:2;3` as [[1, 2], [3]]; what is missing or absurd is 0.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [[Int]] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { group in
      group.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
        digits.count <= 7 ? digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) } : 0
      }
    }
  }

  private static func letterKey(_ byte: UInt8) -> KeyEvent.Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }

  private static func keypadKey(_ byte: UInt8) -> KeyEvent.Key? {
    switch byte {
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .text(Unicode.Scalar(byte - 0x40))  // * + , - . / and the digits
    default: nil
    }
  }

  private static func numberedKey(_ number: Int) -> KeyEvent.Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
