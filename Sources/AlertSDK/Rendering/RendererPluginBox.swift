/// Carries a ``RendererPlugin`` out of a shared library through a C pointer.
///
/// It is the core's own class, so that a loader can see by it whether program and library use the same copy of the core: in two
/// copies every type exists twice, and no error that one throws is known to the other.
public final class RendererPluginBox: Sendable {
  /// What the library brings.
  public let plugin: RendererPlugin

  private init(_ plugin: RendererPlugin) { self.plugin = plugin }

  /// A box as the pointer that a library's entry point hands over; whoever takes it owns it.
  public static func retained(_ plugin: RendererPlugin) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(RendererPluginBox(plugin)).toOpaque()
  }

  /// The plugin of a box that `retained(_:)` has made; the box is released.
  ///
  /// - Parameter box: What an entry point has handed over; any other pointer is undefined behaviour.
  /// - Returns: nil where the box is of another copy of the core.
  public static func open(_ box: UnsafeMutableRawPointer) -> RendererPlugin? {
    let object = Unmanaged<AnyObject>.fromOpaque(box).takeRetainedValue()
    return (object as? RendererPluginBox)?.plugin
  }
}
