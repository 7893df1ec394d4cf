import Geometry
import Layers
import Words

/// A rotation in space without perspective: the view merely looks squashed.
final class RotateYScene: ListingScene {
  private lazy var angle = add(.angle(degrees: 45))

  init() {
    super.init(name: "rotate-y", title: Word.sceneRotateY.text, view: Card(color: 3, caption: Word.captionRotateY.text))
    apply()
  }

  override func apply() {
    view.layer.transform = Transform3D(rotationAngle: angle.radians, x: 0, y: 1, z: 0)
  }
}
