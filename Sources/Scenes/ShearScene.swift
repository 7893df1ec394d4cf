import Geometry
import Layers
import Words

/// A shear. Its matrix is set directly because no function creates one.
final class ShearScene: ListingScene {
  private lazy var x = add(
    SceneNumber(name: "x", heading: "x", range: -2...2, value: 1, detents: [-1, 0, 1], format: Self.tenths))
  private lazy var y = add(
    SceneNumber(name: "y", heading: "y", range: -2...2, value: 0, detents: [-1, 0, 1], format: Self.tenths))

  private static func tenths(_ value: Double) -> String {
    value.written(decimals: 1, point: Word.decimalSeparator.text)
  }

  init() {
    super.init(name: "shear", title: Word.sceneShear.text, view: Card(color: 2, caption: "c = -x, b = y"))
    _ = (x, y)
    apply()
  }

  override var box: Rect { Rect(-215, -135, 430, 270) }

  override func apply() {
    var transform = AffineTransform.identity
    transform.c = -x.value
    transform.b = y.value
    view.layer.transform = Transform3D(transform)
  }
}
