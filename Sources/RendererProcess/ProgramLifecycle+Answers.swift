import AlertJSON
import AlertSDK
import AlertTerminal
import AlertWire

/// What a program says.
extension ProgramLifecycle {
  mutating func read(_ line: [UInt8]) {
    let message: ProgramMessage
    do { message = try ProgramMessage(line) } catch { return misbehaved(error.reason) }
    switch message {
    case .result(let request, let result): answered(request, .success(result))
    case .error(let request?, let failure): answered(request, .failure(named(failure)))
    case .error(nil, let failure): misbehaved("it did not understand a message: \(SafeText.title(failure.reason).text)")
    case .notification(let method, let parameters): notified(method, parameters)
    case .request(let id):
      send(ProgramRequest.refusal(of: id))
      countNoise()
    }
  }

  /// The program's own words, made safe, under its name.
  private func named(_ failure: RendererFailure) -> RendererFailure {
    RendererFailure(failure.kind, "\(label): \(SafeText.title(failure.reason).text)", retryAfter: failure.retryAfter)
  }

  private mutating func answered(_ request: Int, _ answer: Result<JSONValue, RendererFailure>) {
    if case .initializing(request, _) = phase {
      switch answer {
      case .success(let result): initialized(result)
      case .failure(let failure):
        fail(failure)
        leave(by: .asked)
      }
    } else if let up, up.request == request {
      answered(up, answer)
    } else if firstRequest <= request, request <= lastRequest {
      // Late or for the second time: whatever is up now is not what it is about.
      effects.append(.report("\(label) answered request \(request), which is over, or answered it twice"))
      countNoise()
    } else {
      misbehaved("it answered request \(request), which it was not sent")
    }
  }

  private mutating func initialized(_ result: JSONValue) {
    guard case .object = result else { return misbehaved("its answer to 'initialize' is no object") }
    if case .string(let name)? = result["name"], !name.isEmpty { label = SafeText.label(name).text }
    (capabilities, unknownCapability) = ([], nil)
    switch result["capabilities"] {
    case nil: break
    case .array(let names)?: for name in names { learn(name) }
    default: return misbehaved("its 'capabilities' are no array")
    }
    effects.append(.learn(capabilities))
    if let unknownCapability { effects.append(.report("\(label) claims \(unknownCapability)")) }
    phase = .ready
  }

  /// A capability by its name on the wire. One that is not known may be of a later version, or a slip: it is no fault, but told.
  private mutating func learn(_ name: JSONValue) {
    let known = RendererCapabilities.onTheWire
    if case .string(let name) = name, let capability = known.first(where: { $0.key == name })?.value {
      capabilities.formUnion(capability)
    } else if unknownCapability == nil {
      let names = known.map(\.key)
      let what: String
      if case .string(let name) = name {
        what = "\"\(SafeText.label(name).text)\"\(hint(for: name, among: names))"
      } else {
        what = "what is no text"
      }
      unknownCapability = "a capability that is not known, \(what); known: \(names.joined(separator: ", "))"
    }
  }

  private mutating func notified(_ method: String, _ parameters: JSONValue?) {
    if method == "appeared", let up, parameters?["id"] == .integer(up.request) {
      effects.append(.appear(up.number))  // again is harmless (R3)
      self.up?.hasAppeared = true
    }  // late, or a word of a later version: no harm
    countNoise()
  }

  private mutating func countNoise() {
    noise += 1
    if noise == Self.noiseLimit { misbehaved("it sent \(Self.noiseLimit) messages that nobody asked for") }
  }

  private mutating func answered(_ up: Presentation, _ answer: Result<JSONValue, RendererFailure>) {
    self.up = nil
    switch answer {
    case .success(let result):
      do throws(RejectedAnswer) {
        if let response = try response(result, to: up) {
          effects.append(.appear(up.number))  // nothing can be answered that was not seen
          didWell()
          return finish(up.number, .response(response))
        }
        didWell()
      } catch {
        return finish(up.number, up.isCancelled ? .cancelled : .failure(.lost("\(label) gave a wrong answer: \(error.reason)")))
      }
    case .failure(let failure) where up.withdrawalLimit == nil:
      return finish(up.number, .failure(failure))
    case .failure: break
    }
    // It has been taken down.
    if !up.isCancelled, let alert = up.pending { present(up.number, alert) } else { finish(up.number, .cancelled) }
  }

  /// The response, or nil where the alert was taken down as it was to be; a choice or a delivery that crossed the `withdraw` counts.
  private func response(_ result: JSONValue, to up: Presentation) throws(RejectedAnswer) -> AlertResponse? {
    let content = up.alert.content
    switch result["response"] {
    case "chose": return .chose(try AlertChoice(json: result, to: content))
    case "delivered":
      guard content.fields.isEmpty, content.actions.allSatisfy({ $0.role == .cancel }) else {
        throw RejectedAnswer(reason: "'delivered' for an alert that needs an answer")
      }
      return .delivered
    case "dismissed": return up.withdrawalLimit == nil ? .dismissed : nil
    case "timedOut": return up.withdrawalLimit == nil ? .timedOut : nil
    case "withdrawn" where up.withdrawalLimit != nil: return nil
    default: throw RejectedAnswer(reason: "no 'response' that makes sense")
    }
  }
}

extension RendererCapabilities {
  fileprivate static let onTheWire: KeyValuePairs<String, Self> = [
    "actions": .actions, "fields": .fields, "updates": .updates, "progress": .progress,
  ]
}
