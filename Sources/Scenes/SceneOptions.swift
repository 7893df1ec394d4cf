/// How scenes are to be at first. A scene takes of it what it knows.
public struct SceneOptions {
  /// How taps find a face of the cube.
  public var touchFix: TouchFix
  /// How the cube is shaded.
  public var lighting: Lighting
  /// How the cube is turned at first, and after a double tap on the background.
  public var view: ViewAngle
  /// What is on the cube's faces, by their numbers; a number where nothing is given.
  public var faces: [Int: FaceDescription]

  public init(
    touchFix: TouchFix = .none, lighting: Lighting = .book, view: ViewAngle = .cornerOn,
    faces: [Int: FaceDescription] = FaceDescription.book
  ) {
    (self.touchFix, self.lighting, self.view, self.faces) = (touchFix, lighting, view, faces)
  }
}
