import Raster

/// The content of a face of the cube.
public struct FaceDescription {
  /// In place of the face's number.
  public var label: String?
  /// From the top left corner to the bottom right one.
  public var colors: (from: Color, to: Color)?
  /// Over the colours, filling the face.
  public var image: Bitmap?
  public var buttons: [Button] = []

  public struct Button {
    /// Of its view: the last part of its path.
    public var name: String
    /// `nil` for what its kind says: how the lamp is, or "Run".
    public var title: String?
    /// The name for those who don't see it: in a screen reader's words, and in the journal. `nil` for its title.
    public var accessibilityLabel: String?
    /// True for one that switches the cube's light, and shows how it is.
    public var isLamp: Bool
    /// True for one that has to be held for a second.
    public var needsHold: Bool

    public init(name: String, title: String? = nil, isLamp: Bool = false, needsHold: Bool = false) {
      (self.name, self.title, self.isLamp, self.needsHold) = (name, title, isLamp, needsHold)
    }
  }

  public init() {}

  /// The most buttons that a finger can tell apart on a face.
  public static let mostButtons = 12

  /// The chapter's cube: a button on face 3.
  public static var book: [Int: FaceDescription] {
    var face = FaceDescription()
    face.buttons = [Button(name: "button", isLamp: true)]
    return [3: face]
  }
}
