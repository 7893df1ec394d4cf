import PanelViews

/// Shows a scene and scales it: all subviews use the scene's points.
public final class SceneView: View {
  public var scene: Scene {
    didSet {
      guard scene !== oldValue else { return }
      oldValue.content.removeFromSuperview()
      addSubview(scene.content)
      layer.layoutDirection = scene.layoutDirection
    }
  }

  public init(_ scene: Scene) {
    self.scene = scene
    super.init(name: "fit", transformsOnly: true)
    addSubview(scene.content)
    layer.layoutDirection = scene.layoutDirection
  }

  /// An accessibility increment turns the scene like a drag of this length, in the window's points.
  private static let turnStep = 60.0

  /// A scene that a drag turns is adjustable: increments and decrements turn it. In the cube, each face is adjustable.
  public override var accessibilityDefaults: AccessibilityDefaults {
    guard scene.canTurn, !(scene is CubeScene) else { return super.accessibilityDefaults }
    return .init(label: scene.title, traits: .adjustable, elements: [scene.content])
  }
  public override func accessibilityIncrement() { scene.turn(by: Point(Self.turnStep, 0)) }
  public override func accessibilityDecrement() { scene.turn(by: Point(-Self.turnStep, 0)) }

  /// Lays out the scene.
  ///
  /// - Parameters:
  ///   - center: the center of the scene's container, in the superview's points.
  ///   - magnification: the superview's points per point of the scene.
  ///   - size: the size of the container, in the scene's points.
  ///   - freeSize: the size without the bar and the status line; `nil` for all of it.
  ///   - scrollsIfNeeded: see `Scene.scrollsIfNeeded`.
  public func place(
    center: Point, magnification: Double, size: Size, freeSize: Size? = nil, scrollsIfNeeded: Bool = false
  ) {
    let scale = (window?.scale ?? 1) * magnification
    contentScaleFactor = scale
    bounds = Rect(origin: .zero, size: size)
    setTransform(center: center, magnification: magnification)
    scene.content.frame = bounds
    scene.magnification = magnification
    (scene.freeSize, scene.scrollsIfNeeded) = (freeSize ?? size, scrollsIfNeeded)
    scene.layout(scale: scale)
  }

  /// Moves and scales the scene without laying it out again. Its bitmaps keep their full size.
  ///
  /// In a mirrored superview, a scene that isn't mirrored has the center of `scene.box` at the mirrored place.
  ///
  /// - Parameters:
  ///   - center: the center of the scene's container, in the superview's points.
  ///   - magnification: the superview's points per point of the scene.
  public func setTransform(center: Point, magnification: Double) {
    let isMirrored = superview?.layer.isMirrored == true && !layer.isMirrored
    layer.transform = Transform3D(scaleX: magnification, y: magnification, z: magnification)
    self.center = isMirrored ? center + Point(2 * scene.box.midX * magnification, 0) : center
  }
}
