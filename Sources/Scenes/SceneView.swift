import Geometry
import Layers
import Views

/// Shows a scene, enlarged: everything beneath has the scene's own points.
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

  /// Lays the scene out.
  ///
  /// - Parameters:
  ///   - center: the middle of its container, in the superview's points.
  ///   - magnification: the number of these to a point of the scene.
  ///   - size: of the container, in the scene's points.
  public func place(center: Point, magnification: Double, size: Size) {
    bounds = Rect(origin: .zero, size: size)
    place(center, magnification)
    scene.content.frame = bounds
    scene.magnification = magnification
    scene.layout(scale: (window?.scale ?? 1) * magnification)
  }

  /// Shows the scene elsewhere and smaller, laid out as it is: its pictures stay those of its full size.
  ///
  /// - Parameters:
  ///   - center: the middle of its container, in the superview's points.
  ///   - scale: the number of these to a point of the scene.
  public func shrink(to center: Point, scale: Double) {
    place(center, scale)
  }

  /// Among what is mirrored it is mirrored once more about the middle of its box, and so is as it was.
  private func place(_ center: Point, _ scale: Double) {
    let isMirrored = superview?.layer.isMirrored == true && !layer.isMirrored
    layer.transform = Transform3D(scaleX: isMirrored ? -scale : scale, y: scale, z: scale)
    self.center = isMirrored ? center + Point(2 * scene.box.midX * scale, 0) : center
  }
}
