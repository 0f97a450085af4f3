public import AlertSDK

/// One surface with a renderer over it, and the person in front of it: how the conformance kit acts and looks.
///
/// Implement what your surface can do. What is left out throws ``CannotDrive``, and the rules that need it are reported as untested with
/// that reason. The kit makes a driver for each rule, and two for R19; a driver must take in whatever its renderer puts out without
/// being asked, or a pipe or a terminal is full some day. Methods may wait for their effect, but not for ever.
public protocol ConformanceDriver: Sendable {
  /// The renderer over this surface.
  var renderer: any AlertRenderer { get }
  /// The person fills in the fields and presses an action; `content` is what was presented, to find the button by its place or title.
  func press(_ action: AlertAction.ID, in content: AlertContent, values: [AlertField.ID: String]) async throws
  /// The person takes what is preselected: presses Enter, without moving. With no alert up it is type-ahead (R15).
  func accept() async throws
  /// The person or the surface closes the alert without choosing.
  func close() async throws
  /// The surface's own expiry ends the alert (R10).
  func expire() async throws
  /// The surface goes away: the window server ends, the terminal hangs up (R11).
  func loseSurface() async throws
  /// Whether an alert is up.
  func isUp() async throws -> Bool
  /// What the surface shows now, as text.
  func text() async throws -> String
  /// All that the renderer put out since the driver was made, control characters and all. Default: what the surface shows.
  func output() async throws -> String
}

/// A driver cannot do what the kit asked for; the rule is untested for this reason.
public struct CannotDrive: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why, for the report.
  public let description: String
  /// A driver cannot, for this reason.
  public init(_ reason: String) { description = reason }
}

extension ConformanceDriver {
  /// Throws: the driver has no way to press an action.
  public func press(_ action: AlertAction.ID, in content: AlertContent, values: [AlertField.ID: String]) async throws {
    throw missing("press an action")
  }
  /// Throws: the driver has no way to press Enter.
  public func accept() async throws { throw missing("take what is preselected") }
  /// Throws: the driver has no way to close an alert.
  public func close() async throws { throw missing("close an alert") }
  /// Throws: the driver has no way to let an alert expire.
  public func expire() async throws { throw missing("let the surface's own time run out") }
  /// Throws: the driver has no way to take the surface away.
  public func loseSurface() async throws { throw missing("take the surface away") }
  /// Throws: the driver has no way to tell.
  public func isUp() async throws -> Bool { throw missing("tell whether an alert is up") }
  /// Throws: the driver has no way to look.
  public func text() async throws -> String { throw missing("see what the surface shows") }
  /// What the surface shows now.
  public func output() async throws -> String { try await text() }

  private func missing(_ ability: String) -> CannotDrive {
    CannotDrive(self is Undriven ? "nobody there to \(ability): no driver" : "the driver has no way to \(ability)")
  }
}

/// A renderer without a person in front of it.
struct Undriven: ConformanceDriver {
  let renderer: any AlertRenderer
}
