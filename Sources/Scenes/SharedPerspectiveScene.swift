import Geometry
import Layers
import Views
import Words

/// Two adjacent views that are turned toward each other. With a common perspective they share a vanishing point; with
/// separate perspectives each has another.
final class SharedPerspectiveScene: ListingScene {
  private lazy var angle = add(.angle(degrees: 45))
  private lazy var distance = add(.distance())
  private let second = Card(name: "view2", spoken: Word.rightCard.text, side: 200, color: 5, letter: "F")
  private let sharing = Choice(
    name: "sharing", heading: Word.perspective.text,
    [
      (true, "shared", Word.perspectiveShared.text, Word.perspectiveSharedDetail.text),
      (false, "own", Word.perspectiveOwn.text, Word.perspectiveOwnDetail.text),
    ],
    selection: true)

  init() {
    super.init(
      name: "shared-perspective", title: Word.sceneSharedPerspective.text,
      view: Card(name: "view1", spoken: Word.leftCard.text, color: 0), showsBefore: false)
    content.addSubview(second)
    _ = (angle, distance)
    sharing.onChange = { [unowned self] in apply() }
    apply()
  }

  override var controls: [SceneControl] { [.choice(sharing)] + super.controls }
  override var box: Rect { Rect(-230, -130, 460, 260) }

  override func layout(scale: Double) {
    super.layout(scale: scale)
    view.center = Point(center.x - 110, center.y)
    second.center = Point(center.x + 110, center.y)
  }

  override func apply() {
    let eye = Transform3D(perspectiveDistance: distance.value)
    let own = sharing.selection ? Transform3D.identity : eye
    content.layer.sublayerTransform = sharing.selection ? eye : .identity
    view.layer.transform = own.rotated(by: angle.radians, x: 0, y: 1, z: 0)
    second.layer.transform = own.rotated(by: -angle.radians, x: 0, y: 1, z: 0)
  }
}
