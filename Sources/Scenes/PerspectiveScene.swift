import Geometry
import Layers
import Words

/// A rotation in space with perspective.
final class PerspectiveScene: ListingScene {
  private lazy var angle = add(.angle(degrees: 45))
  private lazy var distance = add(.distance())

  init() {
    super.init(name: "perspective", title: Word.scenePerspective.text, view: Card(color: 4, caption: "m34 = -1 / eye"))
    _ = (angle, distance)
    apply()
  }

  override func apply() {
    view.layer.transform = Transform3D(perspectiveDistance: distance.value).rotated(by: angle.radians, x: 0, y: 1, z: 0)
  }
}
