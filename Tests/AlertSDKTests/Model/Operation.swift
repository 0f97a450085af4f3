/// One random step of a run. What it means in detail is decided by its own dice when it is applied, so that any operation can be
/// taken out of a list and the others keep their sense.
struct Operation {
  enum Kind: CaseIterable {
    case show, answer, answerOddly, passTime
    case withdraw, withdrawSome, withdrawAll, update
    case pause, resume, hold, extendHold, releaseHold
    case install, uninstall
    case queueTurn, cancelTurn, endTurn, awaitInside, awaitInCall
    case drain, cancelDrain, shutDown

    /// How often it comes, of a thousand.
    var weight: Int {
      switch self {
      case .show: 190
      case .answer: 330
      case .answerOddly: 110
      case .passTime: 130
      case .withdraw: 30
      case .withdrawSome: 5
      case .withdrawAll: 3
      case .update: 30
      case .pause: 12
      case .resume: 22
      case .hold: 8
      case .extendHold: 4
      case .releaseHold: 14
      case .install: 25
      case .uninstall: 8
      case .queueTurn: 22
      case .cancelTurn: 5
      case .endTurn: 24
      case .awaitInside: 8
      case .awaitInCall: 4
      case .drain: 8
      case .cancelDrain: 4
      case .shutDown: 1
      }
    }
  }
  var kind: Kind
  var dice: UInt64

  private static let urn = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

  static func random(_ count: Int, from generator: inout SplitMix64) -> [Operation] {
    (0..<count).map { _ in Operation(kind: urn[generator.below(urn.count)], dice: generator.next()) }
  }
}
