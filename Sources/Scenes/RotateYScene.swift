import Geometry
import Layers

/// A rotation in space without perspective: it only looks squashed.
final class RotateYScene: ListingScene {
  private lazy var angle = add(.angle(degrees: 45))

  init() {
    super.init(name: "rotate-y", title: "Rotate about y", view: Card(color: 3, caption: "no perspective"))
    apply()
  }

  override func apply() {
    view.layer.transform = Transform3D(rotationAngle: angle.radians, x: 0, y: 1, z: 0)
  }
}
