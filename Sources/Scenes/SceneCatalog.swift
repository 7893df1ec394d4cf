/// The scenes of the program, in the order in which they are offered.
public enum SceneCatalog {
  public static let names = [
    "cube", "fold", "carousel", "rotate", "compound", "shear", "rotate-y", "perspective", "shared-perspective",
    "backface", "flatten-z", "flatten-y", "order", "intersect",
  ]

  /// A new scene, as it is before anyone touched it; `nil` for a name that none has.
  public static func make(
    _ name: String, touchFix: TouchFix = .none, lighting: Lighting = .book, view: ViewAngle = .cornerOn,
    faces: [Int: FaceDescription] = FaceDescription.book
  ) -> Scene? {
    switch name {
    case "cube": CubeScene(touchFix: touchFix, lighting: lighting, view: view, faces: faces)
    case "fold": FoldScene()
    case "carousel": CarouselScene()
    case "rotate": RotateScene()
    case "compound": CompoundScene()
    case "shear": ShearScene()
    case "rotate-y": RotateYScene()
    case "perspective": PerspectiveScene()
    case "shared-perspective": SharedPerspectiveScene()
    case "backface": BackfaceScene()
    case "flatten-z": FlattenScene(axis: .z)
    case "flatten-y": FlattenScene(axis: .y)
    case "order": OrderScene()
    case "intersect": IntersectScene()
    default: nil
    }
  }
}
