/// The initial state of scenes. Each scene uses the options that apply to it.
public struct SceneOptions {
  public var touchFix: TouchFix
  /// The touch fixes that visitors can choose.
  public var touchFixes = TouchFix.allCases
  public var lighting: Lighting
  /// The strength of the cube's shades, 0…1: 1 for the shading of "iOS Core Animation: Advanced Techniques", chapter 5,
  /// `nil` for the maximum at which each face stays legible.
  public var shade: Double?
  /// The cube's orientation at first and after a double tap on the background.
  public var view: ViewAngle
  /// The content of the cube's faces, by number. A face without content shows its number.
  public var faces: [Int: FaceDescription]
  public var values: Values

  public init(
    touchFix: TouchFix = .none, lighting: Lighting = .book, shade: Double? = nil, view: ViewAngle = .cornerOn,
    faces: [Int: FaceDescription] = FaceDescription.defaultFaces, values: Values = Values()
  ) {
    (self.touchFix, self.lighting, self.shade) = (touchFix, lighting, shade)
    (self.view, self.faces, self.values) = (view, faces, values)
  }
}
