import Geometry
import Layers
import Views
import Words

/// A half turn about y: the picture is mirrored, or hidden if the layer isn't double-sided. The view receives touches
/// either way.
final class BackfaceScene: ListingScene {
  private lazy var angle = add(.angle(degrees: 180))
  private let sides = Choice(
    name: "double-sided", heading: Word.sides.text,
    [
      (true, "yes", Word.doubleSided.text, Word.doubleSidedDetail.text),
      (false, "no", Word.frontOnly.text, Word.frontOnlyDetail.text),
    ],
    selection: true)

  init() {
    super.init(
      name: "backface", title: Word.sceneBackface.text, view: Card(color: 1, caption: Word.captionBackface.text))
    _ = angle
    sides.onChange = { [unowned self] in apply() }
    apply()
  }

  override var controls: [SceneControl] { [.choice(sides)] + super.controls }

  override func apply() {
    view.layer.isDoubleSided = sides.selection
    view.layer.transform = Transform3D(perspectiveDistance: 500).rotated(by: angle.radians, x: 0, y: 1, z: 0)
  }
}
