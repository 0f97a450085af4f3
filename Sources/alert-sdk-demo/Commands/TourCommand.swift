import AlertSDK

/// `tour`: what the queue does, scene by scene.
struct TourCommand {
  let renderer: any AlertRenderer
  let log: EventLog
  var configuration = AlertCenter.Configuration()
  /// Where nobody can answer, the tour answers itself and goes faster.
  var isInteractive = System.isTerminal(System.standardInput) && System.isTerminal(System.standardError)
  var scenes = Tour.scenes

  func run() async throws -> ExitCode {
    let pace: Duration = isInteractive ? .seconds(1.5) : .milliseconds(150)
    let shown = isInteractive ? renderer : SelfAnsweringRenderer(renderer, answersAfter: pace * 3)
    let center = AlertCenter(renderer: shown, configuration: configuration)
    let following = log.follow(center)

    let tour = Tour(center: center, pace: pace)
    await Console.say(
      "A tour of AlertSDK on the renderer '\(renderer.name)'.\(isInteractive ? "" : "\nThere is no terminal, so it answers itself.")")
    let (playing, hasPlayed) = AsyncStream<Void>.makeStream()
    async let played = play(tour, whenDone: { hasPlayed.finish() })
    for await _ in playing {}  // until the last scene is over, or the tour is cancelled
    // A scene may wait for an outcome, which cancellation does not end; with the center every alert has ended.
    await center.shutDown()
    let code = await played
    try await following?.value
    return code
  }

  private func play(_ tour: Tour, whenDone: @Sendable () -> Void) async -> ExitCode {
    defer { whenDone() }
    do {
      for (number, scene) in scenes.enumerated() {
        await Console.say("\n\(number + 1). \(scene.title)\n\(scene.words)\n")
        try await scene.play(tour)
      }
      await Console.say("\nThat was the tour. 'alert-sdk-demo --help' says what else there is.")
      return .success
    } catch is CancellationError {
      return .couldNotAsk  // the program ends with the signal
    } catch {
      await Console.complain("\(error)".plain)
      return .couldNotAsk
    }
  }
}
