/// The first state of scenes. A scene takes of it the part that it knows.
public struct SceneOptions {
  /// The rule by which taps find a face of the cube.
  public var touchFix: TouchFix
  /// The shading of the cube.
  public var lighting: Lighting
  /// The part of the cube's shades, 0…1, that is seen: 1 for the book's own picture, `nil` for as much as leaves each face
  /// legible.
  public var shade: Double?
  /// The cube's turn at first, and after a double tap on the background.
  public var view: ViewAngle
  /// The content of the cube's faces, by their numbers; a face without one shows its number.
  public var faces: [Int: FaceDescription]
  /// What live texts show.
  public var values: Values

  public init(
    touchFix: TouchFix = .none, lighting: Lighting = .book, shade: Double? = nil, view: ViewAngle = .cornerOn,
    faces: [Int: FaceDescription] = FaceDescription.book, values: Values = Values()
  ) {
    (self.touchFix, self.lighting, self.shade) = (touchFix, lighting, shade)
    (self.view, self.faces, self.values) = (view, faces, values)
  }
}
