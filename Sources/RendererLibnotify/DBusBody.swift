#if Libnotify && os(Linux)
  import CLibnotify

  /// The body of a D-Bus message, in the few shapes that this module reads.
  enum DBusBody: Sendable, Equatable {
    case text(String)
    case texts([String])
    case threeTexts(String, String, String)
    case numberAndText(UInt32, String)
    case numbers(UInt32, UInt32)
    /// Any other shape; nothing matches it.
    case other

    /// Reads a message's body, a tuple.
    init(_ body: OpaquePointer?) {
      guard let body, let type = g_variant_get_type_string(body) else {
        self = .other
        return
      }
      func child<T>(_ index: UInt, _ read: (OpaquePointer?) -> T) -> T {
        let child = g_variant_get_child_value(body, index)
        defer { g_variant_unref(child) }
        return read(child)
      }
      switch String(cString: type) {
      case "(s)": self = .text(child(0, Self.text))
      case "(as)": self = .texts(child(0, Self.texts))
      case "(sss)": self = .threeTexts(child(0, Self.text), child(1, Self.text), child(2, Self.text))
      case "(us)": self = .numberAndText(child(0, g_variant_get_uint32), child(1, Self.text))
      case "(uu)": self = .numbers(child(0, g_variant_get_uint32), child(1, g_variant_get_uint32))
      default: self = .other
      }
    }

    private static func text(_ variant: OpaquePointer?) -> String { g_variant_get_string(variant, nil).map { String(cString: $0) } ?? "" }

    private static func texts(_ variant: OpaquePointer?) -> [String] {
      (0..<g_variant_n_children(variant)).map { index in
        let child = g_variant_get_child_value(variant, index)
        defer { g_variant_unref(child) }
        return text(child)
      }
    }
  }
#endif
