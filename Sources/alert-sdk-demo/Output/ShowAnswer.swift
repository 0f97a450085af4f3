import AlertSDK

/// What `show` prints on stdout: answers, and nothing else.
enum ShowAnswer {
  /// The chosen action's id and, unless that is a cancel action, a line `id<TAB>value` for each field in order.
  ///
  /// A value is one line by nature; should it hold a line break all the same, that becomes a space. All else stays as it was typed.
  static func lines(for outcome: AlertOutcome, to content: AlertContent) -> [String] {
    guard let choice = outcome.choice else { return [] }
    let isCancel = content.actions.first { $0.id == choice.action }?.role == .cancel
    return [choice.action] + (isCancel ? [] : content.fields.map { "\($0.id)\t\((choice.values[$0.id] ?? "").onOneLine)" })
  }
}

extension String {
  fileprivate var onOneLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
