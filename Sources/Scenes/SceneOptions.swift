/// The first state of scenes. A scene takes of it the part that it knows.
public struct SceneOptions {
  /// The rule by which taps find a face of the cube.
  public var touchFix: TouchFix
  /// The shading of the cube.
  public var lighting: Lighting
  /// The cube's turn at first, and after a double tap on the background.
  public var view: ViewAngle
  /// The content of the cube's faces, by their numbers; a face without one shows its number.
  public var faces: [Int: FaceDescription]

  public init(
    touchFix: TouchFix = .none, lighting: Lighting = .book, view: ViewAngle = .cornerOn,
    faces: [Int: FaceDescription] = FaceDescription.book
  ) {
    (self.touchFix, self.lighting, self.view, self.faces) = (touchFix, lighting, view, faces)
  }
}
