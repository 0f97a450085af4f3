extension AlertCenter {
  /// Shows an alert and blocks the calling thread until its answer is there; for programs without async code.
  ///
  /// The only call of this library that blocks. Not from the main thread when the alert or its answer lives on the main actor, which
  /// could not run meanwhile.
  /// - Throws: what `answer(for:)` throws: ready-made alerts throw ``AlertError`` when nobody was asked.
  @available(*, noasync, message: "in async code use 'try await ask(alert:)'")
  public func askBlocking<A: AlertPresentable>(alert: A) throws -> A.Answer {
    let cell = BlockingCell<Result<A.Answer, any Error>>()
    Task.detached {
      let result: Result<A.Answer, any Error>
      do { result = .success(try await self.ask(alert: alert)) } catch { result = .failure(error) }
      cell.set(result)
    }
    return try cell.wait().get()
  }
}
