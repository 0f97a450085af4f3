import AlertJSON
import AlertSDK
import AlertWire

/// What is said to a program.
enum ProgramRequest {
  /// The version of the protocol.
  static let version = 1

  static func initialize(_ request: Int) -> JSONValue {
    call("initialize", request, ["version": .integer(version), "client": "alert-sdk"])
  }
  static func present(_ request: Int, _ alert: PresentedAlert) -> JSONValue { call("present", request, alert.parameters(id: request)) }
  static func update(_ presentation: Int, _ alert: PresentedAlert) -> JSONValue { call("update", nil, alert.parameters(id: presentation)) }
  static func withdraw(_ presentation: Int) -> JSONValue { call("withdraw", nil, ["id": .integer(presentation)]) }
  static let exit = call("exit", nil, nil)

  static func refusal(of request: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": request, "error": ["code": -32601, "message": "a renderer is asked, it does not ask"]]
  }

  private static func call(_ method: String, _ request: Int?, _ parameters: JSONValue?) -> JSONValue {
    ["jsonrpc": "2.0", "id": request.map(JSONValue.integer), "method": .string(method), "params": parameters]
  }
}

/// An alert as a program is told of it: at first, or after a change.
struct PresentedAlert: Equatable, Sendable {
  var content: AlertContent
  var timeLimit: Duration?
  var repeatCount = 1
  var waitingCount = 0

  fileprivate func parameters(id: Int) -> JSONValue {
    [
      "id": .integer(id), "content": .object(content.members), "timeLimit": timeLimit?.jsonSeconds,
      "repeatCount": .integer(repeatCount), "waitingCount": .integer(waitingCount),
    ]
  }
}

extension PresentedAlert {
  init(_ request: AlertRequest) {
    self.init(
      content: request.content, timeLimit: request.timeLimit, repeatCount: request.repeatCount, waitingCount: request.waitingCount)
  }
  init(_ update: AlertUpdate) {
    self.init(content: update.content, timeLimit: update.timeLeft, repeatCount: update.repeatCount, waitingCount: update.waitingCount)
  }
}
