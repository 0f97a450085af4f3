import AlertSDK

/// `tour`: what the queue does, scene by scene.
struct TourCommand {
  let renderer: any AlertRenderer
  let log: EventLog

  func run() async throws -> ExitCode {
    // Where nobody can answer, the tour answers itself and goes faster.
    let isInteractive = System.isTerminal(System.standardInput) && System.isTerminal(System.standardError)
    let pace: Duration = isInteractive ? .seconds(1.5) : .milliseconds(150)
    let center = AlertCenter(renderer: isInteractive ? renderer : SelfAnsweringRenderer(renderer, answersAfter: pace * 3))
    let following = Task { [events = center.events(bufferingNewest: nil)] in try await log.follow(events) }

    let tour = Tour(center: center, pace: pace)
    await Console.say(
      "A tour of AlertSDK on the renderer '\(renderer.name)'.\(isInteractive ? "" : "\nThere is no terminal, so it answers itself.")")
    var code = ExitCode.success
    do {
      for (number, scene) in Tour.scenes.enumerated() {
        await Console.say("\n\(number + 1). \(scene.title)\n\(scene.words)\n")
        try await scene.play(tour)
      }
      await Console.say("\nThat was the tour. 'alert-sdk-demo --help' says what else there is.")
    } catch is CancellationError {
      code = .couldNotAsk  // the program ends with the signal
    } catch {
      await Console.complain("\(error)".printable)
      code = .couldNotAsk
    }
    await center.shutDown()
    try await following.value
    return code
  }
}
