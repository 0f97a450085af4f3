extension AlertCenter {
  /// What happens in a center, in order (S32); outcomes carry the chosen action, never what was typed.
  ///
  /// Of one alert: queued, (updated | joined)*, (presenting, [appeared], (updated | joined)*, [interrupted | moved | failed])*, ended.
  @nonexhaustive(warn)
  public enum Event: Sendable, Hashable {
    /// An alert, or a turn, waits from now on.
    case queued(AlertID)
    /// A duplicate shares the showing and the outcome of a live alert (S23).
    case joined(AlertID, host: AlertID)
    /// The app brought new content.
    case updated(AlertID)
    /// It was handed to the renderer.
    case presenting(AlertID)
    /// It is on screen.
    case appeared(AlertID)
    /// It left the screen for a more urgent one.
    case interrupted(AlertID)
    /// It was taken down to be presented anew.
    case moved(AlertID)
    /// The renderer could not show it now; it waits for the retry.
    case failed(AlertID, RendererFailure)
    /// It is off the screen, with this outcome.
    case ended(AlertID, AlertOutcome)
    /// New presentations are stopped, all of them or those below a priority.
    case paused(below: AlertPriority?)
    /// New presentations go on.
    case resumed
    /// Somebody holds new presentations.
    case held
    /// A hold was released.
    case released
    /// A hold's lease was over before it was released.
    case leaseEnded
    /// A turn has the place.
    case turnStarted(AlertID)
    /// A turn is over, or will not begin.
    case turnEnded(AlertID)
    /// A turn has shown nothing for 10 s while the queue waits for it.
    case turnStalled(AlertID)
    /// The renderer of this alert ignored its cancellation and was given up (S26).
    case rendererAbandoned(AlertID)
  }
}
