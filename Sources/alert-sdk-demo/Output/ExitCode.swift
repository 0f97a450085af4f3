import AlertSDK

/// How the program ends, for scripts.
enum ExitCode: Int32, Sendable {
  case success = 0
  /// The cancel action was chosen, or a question was closed without an answer.
  case declined = 1
  /// Nobody was asked.
  case couldNotAsk = 3
  case usage = 64
  case badInput = 65
  case noInput = 66
  case outputFailed = 74
  case timedOut = 124

  /// The status of `show` for an alert that ended this way.
  init(_ outcome: AlertOutcome, of content: AlertContent) {
    let isQuestion = !content.requiredCapabilities.isEmpty
    self =
      switch outcome {
      case .chose(let choice): content.actions.first { $0.id == choice.action }?.role == .cancel ? .declined : .success
      case .dismissed: isQuestion ? .declined : .success
      case .timedOut: isQuestion ? .timedOut : .success
      case .delivered: .success
      default: .couldNotAsk
      }
  }
}

extension AlertOutcome {
  /// Why nobody was asked, for a person; nil where somebody was.
  var complaint: String? {
    switch self {
    case .failed(let failure): "\(failure)"
    case .dropped(let reason): "the alert was dropped (\(reason.rawValue))"
    case .withdrawn: "the alert was withdrawn"
    case .superseded: "the alert was superseded"
    default: nil
    }
  }
}
