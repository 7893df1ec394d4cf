import Geometry
import Layers
import Words

/// Three steps in one transform: scaled by 0.5, rotated by 30°, translated by (200, 0). The view lands at (+86.6, +50),
/// because each step is applied before the previous ones.
final class CompoundScene: ListingScene {
  private lazy var angle = add(.angle(degrees: 30))
  private lazy var distance = add(
    SceneNumber(name: "translation", heading: Word.move.text, range: 0...300, value: 200, detents: [200]) {
      "\(Int(clamping: $0.rounded())) pt"
    })

  init() {
    super.init(
      name: "compound", title: Word.sceneCompound.text, view: Card(color: 1, caption: Word.captionCompound.text))
    _ = (angle, distance)
    apply()
  }

  override var box: Rect { Rect(-170, -150, 340, 300) }

  override func apply() {
    view.layer.transform = Transform3D(
      AffineTransform.identity.scaledBy(x: 0.5, y: 0.5).rotated(by: angle.radians)
        .translatedBy(x: distance.value, y: 0))
  }
}
