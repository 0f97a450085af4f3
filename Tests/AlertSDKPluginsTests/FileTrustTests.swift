import Testing

@testable import AlertSDKPlugins

@Suite struct FileTrustTests {
  @Test(arguments: [0o755, 0o700, 0o644, 0o555] as [UInt32])
  func aFileThatOnlyItsOwnerMayChangeIsTrusted(permissions: UInt32) {
    #expect(FileTrust(owner: 1000, permissions: permissions).complaint(user: 1000) == nil)
    #expect(FileTrust(owner: 0, permissions: permissions).complaint(user: 1000) == nil)
  }

  @Test(arguments: [0o775, 0o757, 0o777, 0o622] as [UInt32])
  func aFileThatOthersMayChangeIsRefusedWithTheCure(permissions: UInt32) throws {
    let complaint = try #require(FileTrust(owner: 1000, permissions: permissions).complaint(user: 1000))
    #expect(complaint.contains("chmod go-w"))
  }

  @Test func aFileOfAnotherUserIsRefused() {
    #expect(FileTrust(owner: 1001, permissions: 0o755).complaint(user: 1000)?.contains("another user (1001)") == true)
    #expect(FileTrust(owner: 1001, permissions: 0o755).complaint(user: 0) != nil)
  }

  @Test func aDirectoryInWhichOthersMayReplaceTheFileIsRefused() {
    #expect(FileTrust(owner: 0, permissions: 0o777).complaint(asDirectoryFor: 1000) != nil)
    #expect(FileTrust(owner: 0, permissions: 0o777, isSticky: true).complaint(asDirectoryFor: 1000) == nil)
    #expect(FileTrust(owner: 1001, permissions: 0o755).complaint(asDirectoryFor: 1000) != nil)
    #expect(FileTrust(owner: 1000, permissions: 0o775).complaint(asDirectoryFor: 1000) == nil)
  }
}
