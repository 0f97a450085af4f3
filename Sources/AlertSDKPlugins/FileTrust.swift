/// Who may change a file or directory: whoever may, decides what a program does that loads it.
struct FileTrust: Equatable {
  var owner: UInt32
  var permissions: UInt32
  /// In a directory with this bit only a file's owner can replace it.
  var isSticky = false

  /// Why a file of these facts must not be loaded by this user; nil: it may.
  func complaint(user: UInt32) -> String? {
    if owner != 0 && owner != user { return "it belongs to another user (\(owner)) than the one who runs this program, or root" }
    if permissions & 0o022 != 0 { return "others than its owner may write to it; take that from them with chmod go-w" }
    return nil
  }

  /// Why no file in a directory of these facts must be loaded by this user; nil: they may.
  func complaint(asDirectoryFor user: UInt32) -> String? {
    if owner != 0 && owner != user { return "its directory belongs to another user (\(owner)), who could replace it" }
    if permissions & 0o002 != 0 && !isSticky { return "everybody may replace it: its directory is open to all; chmod o-w that" }
    return nil
  }
}
