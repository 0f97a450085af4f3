public import AlertSDK

/// What only a desktop popup knows about an alert: hints to the notification server, an image, the meaning of a click on the body.
///
/// Given by a type through ``LibnotifyAlertPresentable``, or by any alert through `AlertContent.attributes` under these names:
/// `libnotify.urgency`, `.category`, `.desktop-entry`, `.image-path`, `.sound-name`, `.sound-file`, `.transient`, `.resident`,
/// `.body-click`. Servers ignore the hints they do not know.
public struct LibnotifyHints: Sendable, Hashable {
  /// How much a popup may insist.
  public enum Urgency: String, Sendable, Hashable, CaseIterable {
    /// Some servers show no popup at all.
    case low
    /// The default for everything but errors.
    case normal
    /// The default for errors; many servers keep it until it is closed, a time limit of the alert still ends it.
    case critical
  }

  /// The value of a hint of another name.
  public enum Value: Sendable, Hashable {
    /// A boolean.
    case flag(Bool)
    /// An unsigned byte.
    case byte(UInt8)
    /// A signed 32-bit number.
    case number(Int32)
    /// A floating-point number.
    case real(Double)
    /// A string.
    case text(String)
  }

  /// How much the popup may insist; nil: critical for errors, normal for the rest.
  public var urgency: Urgency?
  /// The type of notification, such as `transfer.error`.
  public var category: String?
  /// The name of the app's desktop file without `.desktop`; nil: the renderer's own.
  public var desktopEntry: String?
  /// The name of an icon or the absolute path of an image; nil: the content's `icon`.
  public var imagePath: String?
  /// Pixels to show; sent in the message itself, so at most 256×256 of them.
  public var image: LibnotifyImage?
  /// A sound of the sound theme, such as `message-new-instant`.
  public var soundName: String?
  /// The absolute path of a sound file.
  public var soundFile: String?
  /// Whether the server forgets it once it is closed; nil: yes where there is a time limit and the server keeps a history.
  public var isTransient: Bool?
  /// Whether the server leaves it up after an action; this renderer then closes it itself.
  public var isResident: Bool?
  /// The action that a click on the popup's body stands for, instead of having a button. A destructive action keeps its button (R15).
  public var bodyClick: AlertAction.ID?
  /// Hints of other names; those this renderer sets itself win.
  public var others: [String: Value]

  /// No hints; set what is needed.
  public init() { others = [:] }

  /// The hints in an alert's attributes; names without the prefix `libnotify.` and values that make no sense are ignored.
  init(attributes: [String: String]) {
    self.init()
    func text(_ name: String) -> String? { attributes["libnotify." + name] }
    func flag(_ name: String) -> Bool? { text(name).flatMap(Bool.init) }
    urgency = text("urgency").flatMap(Urgency.init)
    (category, desktopEntry, imagePath) = (text("category"), text("desktop-entry"), text("image-path"))
    (soundName, soundFile, bodyClick) = (text("sound-name"), text("sound-file"), text("body-click"))
    (isTransient, isResident) = (flag("transient"), flag("resident"))
  }

  /// These hints where they say something, the others where they do not.
  func over(_ base: LibnotifyHints) -> LibnotifyHints {
    var result = base
    func fill<T>(_ field: WritableKeyPath<LibnotifyHints, T?>) {
      if let value = self[keyPath: field] { result[keyPath: field] = value }
    }
    fill(\.urgency)
    fill(\.category)
    fill(\.desktopEntry)
    fill(\.imagePath)
    fill(\.image)
    fill(\.soundName)
    fill(\.soundFile)
    fill(\.isTransient)
    fill(\.isResident)
    fill(\.bodyClick)
    result.others.merge(others) { _, own in own }
    return result
  }
}
