import AlertJSON
import AlertSDK

/// `run`: many alerts in, one line about each out.
struct RunCommand {
  let source: Invocation.InputSource
  let format: Invocation.InputFormat
  let center: AlertCenter
  let log: EventLog
  var output = OutputFile.standardOutput
  /// How many alerts the center lets wait.
  var capacity = AlertCenter.Configuration().capacity

  func run() async throws -> ExitCode {
    let descriptor: Int32
    let reader: LineReader
    do {
      descriptor = try open()
      reader = try LineReader(descriptor)
    } catch {
      await Console.complain("\(source.name.plain): \(error)")
      return .noInput
    }
    // A pipe may hold up whoever writes to it, so it is read at once; a file waits.
    let limit = System.isRegularFile(descriptor) ? capacity / 2 : .max
    let ledger = RunLedger(center: center, log: log, output: output, limit: limit)
    // Not a child task: it writes what is left also when this one is cancelled.
    let following = Task { [events = center.events(bufferingNewest: nil)] in try await ledger.follow(events) }

    let code = await withTaskGroup(of: ExitCode?.self) { group in
      group.addTask {
        let code = await feed(reader, to: ledger)
        await center.drain()
        return code
      }
      group.addTask {  // when the output has failed there is nobody to read for
        _ = await following.result
        return nil
      }
      let code = await group.next() ?? nil
      group.cancelAll()
      await center.shutDown()
      return code
    }
    try await following.value
    return code ?? .outputFailed
  }

  private func open() throws(System.Failure) -> Int32 {
    guard case .file(let path) = source else { return System.standardInput }
    return try System.openForReading(path)
  }

  /// Shows every alert of the input as its line is read.
  private func feed(_ reader: LineReader, to ledger: RunLedger) async -> ExitCode {
    let parse: AlertInput.Parser = format == .journal ? JournalEntry.alert : AlertInput.ndjson
    var notes = UnknownKeys()
    var code = ExitCode.success
    var number = 0
    while true {
      await ledger.room()
      do {
        guard let line = try await reader.next() else { return code }
        number += 1
        guard let alert = try alert(in: line, number: number, parse) else { continue }
        for note in notes.take(alert.unknownKeys) { await Console.say("\(source.name.plain):\(number): note: \(note)") }
        await ledger.show(alert)
      } catch let error as Reason {
        code = .badInput
        await Console.say("\(source.name.plain):\(number): \(error)")
      } catch {
        await Console.complain("\(source.name.plain): \(error)")
        return .noInput
      }
    }
  }

  private func alert(in line: LineSplitter.Line, number: Int, _ parse: AlertInput.Parser) throws(Reason) -> AlertInput? {
    switch line {
    case .bytes(let bytes): return try parse(bytes, number)
    case .tooLong: throw Reason("longer than 1 MiB")
    }
  }
}

/// Which keys were noted already: each is worth one note, and a stream that makes up new ones for ever is worth an end of them.
struct UnknownKeys {
  static let limit = 100
  private var noted: Set<String> = []

  /// The notes to make about these keys.
  mutating func take(_ keys: [String]) -> [String] {
    var notes: [String] = []
    for key in keys where noted.count <= Self.limit && noted.insert(key).inserted {
      notes.append(noted.count <= Self.limit ? "unknown key \(key.quoted) is ignored" : "further unknown keys are ignored without a note")
    }
    return notes
  }
}
