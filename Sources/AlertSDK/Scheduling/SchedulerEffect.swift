/// What a step of the scheduler asks for; the center performs it after the step (S32: events take their place under the lock).
enum SchedulerEffect: Equatable {
  /// An event takes its place in every subscriber's buffer.
  indirect case event(AlertCenter.Event)
  /// An app or a renderer is to be called.
  case work(SchedulerWork)
  /// The task that performs this call is to be cancelled.
  case cancel(CallNumber)
  /// It is on screen for the first time: `onPresent` and those who wait for it.
  case appeared(Slot)
  /// A duplicate with an `onPresent` joined it while it is on screen.
  case joinedOnScreen(Slot, AlertID)
  /// One of several participants left; the alert goes on.
  case left(Slot, AlertID)
  /// It is off the screen: those who wait for its outcome.
  indirect case ended(Slot, AlertOutcome)
  /// `didEnd` is over or was not needed: the slot is free, and what the app gave leaves the center (S12).
  case finished(Slot)
  /// The renderer is to hear of new content, time or counts.
  case push(Slot, CallNumber)
  /// A renderer could not show it now; it waits for the retry (S25).
  indirect case setAside(Slot, RendererFailure)
  /// For the first time something waits for a renderer: a person should know (S25).
  indirect case reportWait(RendererFailure)
  /// Its renderer was given up (S26).
  case abandoned(CallNumber)
  /// A turn begins: its body runs now, in the caller's task.
  case turnStarted(Slot, TurnNumber)
  /// A turn that waited will not begin: it throws `CancellationError`.
  case turnRefused(Slot)
  /// A `drain` or `shutDown` is over; true when all was done.
  case drained(Int, Bool)
  /// Nothing will happen any more.
  case subscriptionsEnd
}

/// A call into an app or a renderer; the answer comes back with the same number.
enum SchedulerWork: Equatable {
  /// Ask whether it is still relevant (S15).
  case confirm(Slot, CallNumber)
  /// Read its content (S15), then see whether the renderer can show it.
  case read(Slot, CallNumber)
  /// Hand it to the renderer.
  case present(Slot, CallNumber)
  /// Run `didEnd` while the queue waits; it is a turn (S11, S20).
  case end(Slot, TurnNumber)
  /// Run `didEnd` beside the queue (S11).
  case endBeside(Slot, CallNumber)
}
