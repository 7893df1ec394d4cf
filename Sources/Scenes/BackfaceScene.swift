import Geometry
import Layers
import Views

/// Half a turn about y: the picture is mirrored, or, for a layer that isn't double-sided, gone. The view takes touches
/// either way.
final class BackfaceScene: ListingScene {
  private lazy var angle = add(.angle(degrees: 180))
  private let sides = Choice(
    name: "double-sided", heading: "Sides",
    [(true, "yes", "Double-sided", "the back is drawn"), (false, "no", "Front only", "the back is not drawn")],
    selection: true)

  init() {
    super.init(name: "backface", title: "Back face", view: Card(color: 1, caption: "This is the front"))
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
