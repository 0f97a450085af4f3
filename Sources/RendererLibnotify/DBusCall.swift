#if Libnotify && os(Linux)
  import CLibnotify

  /// One method call over the bus that never blocks and never starts a service by itself.
  struct DBusCall: Sendable {
    var destination: String
    var path: String
    var interface: String
    var method: String
    var arguments: [Argument] = []
    /// How long the answer may take.
    var limit: Duration

    /// A call of the bus itself.
    static func bus(_ method: String, _ arguments: Argument..., limit: Duration) -> DBusCall {
      DBusCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", method: method,
        arguments: arguments, limit: limit)
    }

    /// The few D-Bus types that this module sends.
    enum Argument: Sendable, Equatable {
      case text(String)
      case number(UInt32)

      /// The value as GLib has it, floating.
      fileprivate var variant: OpaquePointer? {
        switch self {
        case .text(let text): g_variant_new_string(text)
        case .number(let number): g_variant_new_uint32(number)
        }
      }
    }

    typealias Answer = Result<DBusBody, DBusFailure>

    /// Sends it; the answer comes on the thread-default context of the calling thread, never inside this call.
    func send(on connection: OpaquePointer, cancellable: UnsafeMutablePointer<GCancellable>? = nil, then: @escaping (Answer) -> Void) {
      let body = arguments.map(\.variant).withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, UInt($0.count)) }
      g_dbus_connection_call(
        connection, destination, path, interface, method, body, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START,
        limit.wholeMilliseconds, cancellable,
        { source, result, box in
          guard let box else { return }
          let reply = Unmanaged<Reply>.fromOpaque(box).takeRetainedValue()
          var error: UnsafeMutablePointer<GError>?
          if let body = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error) {
            defer { g_variant_unref(body) }
            reply.then(.success(DBusBody(body)))
          } else {
            reply.then(.failure(DBusFailure(freeing: error)))
          }
        }, Unmanaged.passRetained(Reply(then)).toOpaque())
    }

    private final class Reply {
      let then: (Answer) -> Void
      init(_ then: @escaping (Answer) -> Void) { self.then = then }
    }
  }
#endif
