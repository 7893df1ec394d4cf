/// The built-in scenes, in display order.
public enum SceneCatalog {
  /// To add a scene, add a line here and a file with the class.
  private static let scenes: [(name: String, make: @Sendable (SceneOptions) -> Scene)] = [
    (CubeScene.name, { CubeScene($0) }),
    (LessonScene.name, { LessonScene.make($0) }),
    (DeadButtonsScene.name, { _ in DeadButtonsScene() }),
    (FoldScene.name, { _ in FoldScene() }),
    ("carousel", { _ in CarouselScene() }),
    ("rotate", { _ in ListingScene.rotate() }),
    ("compound", { _ in ListingScene.compound() }),
    ("shear", { _ in ListingScene.shear() }),
    ("rotate-y", { _ in ListingScene.rotateY() }),
    ("perspective", { _ in ListingScene.perspective() }),
    ("shared-perspective", { _ in SharedPerspectiveScene() }),
    ("backface", { _ in ListingScene.backface() }),
    ("flatten-z", { _ in FlattenScene(axis: .z) }),
    ("flatten-y", { _ in FlattenScene(axis: .y) }),
    ("order", { _ in OrderScene() }),
    ("intersect", { _ in IntersectScene() }),
  ]

  public static let names = scenes.map(\.name)

  /// Creates a scene in its initial state; `nil` for an unknown name.
  public static func make(_ name: String, _ options: SceneOptions = SceneOptions()) -> Scene? {
    scenes.first { $0.name == name }?.make(options)
  }

  public static func all(_ options: SceneOptions = SceneOptions()) -> [Scene] { scenes.map { $0.make(options) } }
}
