import Geometry
import Layers
import Words

/// An affine rotation, by π/4 as in the chapter.
final class RotateScene: ListingScene {
  private lazy var angle = add(.angle(degrees: 45))

  init() {
    super.init(name: "rotate", title: Word.sceneRotate.text, view: Card(caption: Word.captionRotate.text))
    apply()
  }

  override func apply() {
    view.layer.transform = Transform3D(AffineTransform(rotationAngle: angle.radians))
  }
}
