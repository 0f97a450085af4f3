extension ProcessRenderer {
  /// How long a program may take; one that takes longer is ended, and its alert fails with the reason.
  public struct Limits: Sendable, Hashable {
    /// Until it has answered `initialize`. Default: 5 s.
    public var start = Duration.seconds(5)
    /// Until it has answered `present` after a `withdraw`; then it is killed. Default: 0.5 s, well within the 2 s of R4.
    public var withdraw = Duration.milliseconds(500)
    /// Until it has read what was sent to it. Default: 5 s.
    public var read = Duration.seconds(5)
    /// From `exit` to SIGTERM. Default: 1 s.
    public var exit = Duration.seconds(1)
    /// From SIGTERM to SIGKILL. Default: 1 s.
    public var terminate = Duration.seconds(1)
    /// The defaults.
    public init() {}
  }
}
