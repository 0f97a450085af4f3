import AlertSDK
import CAlertSDKPlugin
import Testing

/// The layout of the types that pass between a program and a shared library.
///
/// When one of these fails: raise `ALERTSDK_PLUGIN_ABI`, and write down the new numbers here with it. A library built against the old
/// layout would read a property where another one lies. What these numbers do not show (two properties that changed places, another
/// order of a protocol's requirements) raises it too.
@Suite struct LayoutTests {
  private struct Layout: Equatable, CustomStringConvertible {
    let size: Int
    let stride: Int
    init(_ size: Int, _ stride: Int) { (self.size, self.stride) = (size, stride) }
    init<T>(of type: T.Type) { self.init(MemoryLayout<T>.size, MemoryLayout<T>.stride) }
    var description: String { "(\(size), \(stride))" }
  }

  @Test(.enabled(if: Int.bitWidth == 64, "the numbers are those of 64-bit machines")) func theLayoutIsThatOfThisABI() {
    #expect(String(cString: buildTag()).contains(", ABI 1, "))
    #expect(Layout(of: AlertAction.self) == Layout(34, 40))
    #expect(Layout(of: AlertContent.self) == Layout(96, 96))
    #expect(Layout(of: AlertField.self) == Layout(49, 56))
    #expect(Layout(of: AlertRequest.self) == Layout(248, 248))
    #expect(Layout(of: AlertReply.self) == Layout(16, 16))
    #expect(Layout(of: AlertResponse.self) == Layout(24, 24))
    #expect(Layout(of: AlertUpdate.self) == Layout(176, 176))
    #expect(Layout(of: AlertUpdates.self) == Layout(16, 16))
    #expect(Layout(of: RendererCapabilities.self) == Layout(8, 8))
    #expect(Layout(of: RendererFailure.self) == Layout(64, 64))
    #expect(Layout(of: RendererOptions.self) == Layout(8, 8))
    #expect(Layout(of: RendererPlugin.self) == Layout(80, 80))
    #expect(Layout(of: RendererPlugin.Availability.self) == Layout(16, 16))
  }
}
