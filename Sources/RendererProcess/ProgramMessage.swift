import AlertJSON
import AlertSDK

/// One line from a program: a message of JSON-RPC 2.0.
enum ProgramMessage: Equatable {
  case result(request: Int, JSONValue)
  case error(request: Int?, RendererFailure)
  case notification(method: String, JSONValue?)
  /// A request of the program's own, with the id to refuse it by.
  case request(JSONValue)

  /// Whether an id can be sent back: a refusal must not be larger than what asked for it.
  private static func isShort(_ id: JSONValue) -> Bool {
    switch id {
    case .integer, .number, .null: true
    case .string(let text): text.utf8.count <= 256
    default: false
    }
  }

  /// What is wrong with a line, for the person who wrote the program; never quotes it (R16).
  struct Malformed: Error, Equatable { var reason: String }

  /// How deep a message may be nested: what the stack of the thread has room for even without optimisation.
  static let depthLimit = 32

  init(_ line: [UInt8]) throws(Malformed) {
    let json: JSONValue
    do { json = try JSONParser.value(in: line, depthLimit: Self.depthLimit) } catch { throw Malformed(reason: error.description) }
    guard case .object = json else { throw Malformed(reason: "a message is no JSON object") }
    guard json["jsonrpc"] == "2.0" else { throw Malformed(reason: #"a message lacks "jsonrpc":"2.0""#) }
    if let method = json["method"] {
      guard case .string(let method) = method else { throw Malformed(reason: "a 'method' is no string") }
      switch json["id"] {
      case nil: self = .notification(method: method, json["params"])
      case let id? where Self.isShort(id): self = .request(id)
      default: throw Malformed(reason: "the id of a request is no number and no short text")
      }
      return
    }
    let request: Int? = if case .integer(let number)? = json["id"] { number } else { nil }
    if let error = json["error"] {
      guard case .object = error else { throw Malformed(reason: "an 'error' is no object") }
      self = .error(request: request, RendererFailure(json: error))
    } else if let result = json["result"] {
      guard let request else { throw Malformed(reason: "a result lacks the id of its request") }
      self = .result(request: request, result)
    } else {
      throw Malformed(reason: "a message has no 'method', 'result' or 'error'")
    }
  }
}

extension RendererFailure {
  /// The failure that an error object of JSON-RPC tells: its message, and in `data` the `kind` and perhaps `retryAfter`, in seconds.
  fileprivate init(json error: JSONValue) {
    var kind = Kind.lost
    var retryAfter: Duration?
    if case .string(let name)? = error["data"]?["kind"], let named = Kind(rawValue: name) { kind = named }
    if error["code"] == -32601, error["data"]?["kind"] == nil { kind = .unsupported }  // "method not found"
    switch error["data"]?["retryAfter"] {
    case .integer(let seconds)? where (0...86_400).contains(seconds): retryAfter = .seconds(seconds)
    case .number(let seconds)? where (0...86_400).contains(seconds): retryAfter = .seconds(seconds)
    default: break
    }
    let message: String = if case .string(let text)? = error["message"], !text.isEmpty { text } else { "it gave no reason" }
    self.init(kind, message, retryAfter: retryAfter)
  }
}
