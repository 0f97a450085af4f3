#if Libnotify && os(Linux)
  import AlertSDK
  import Testing

  @testable import RendererLibnotify

  @Suite struct PopupTests {
    @Test("case 25: about a popup its own server has a say, on the connection it was shown on, and nobody else")
    func sender() throws {
      // Only the addresses count; nothing is behind them.
      let session = BusSession(connection: try #require(OpaquePointer(bitPattern: 16)), service: .server)
      let content = AlertContent(title: "t")
      let popup = Popup(
        token: 1, request: AlertRequest(PlainAlert(content), content: content), session: session, owner: ":1.1",
        style: PopupStyle(appName: "a"), wires: ActionWires())
      #expect(popup.isShown(by: ":1.1", on: 16))
      #expect(!popup.isShown(by: ":1.2", on: 16))
      #expect(!popup.isShown(by: ":1.1", on: 32), "after a restart of the bus its unique names begin anew")
    }
  }
#endif
