import Localization
import PanelViews

/// Two adjacent views that are turned toward each other. With a common perspective they share a vanishing point; with
/// separate perspectives each has its own.
final class SharedPerspectiveScene: ListingScene {
  private let angle = BarItem.angle(45)
  private let distance = BarItem.eyeDistance()
  private let second = Card(name: "view2", accessibilityLabel: LocalizedText.rightCard.text, colorIndex: 5, letter: "F")
  private let sharing = BarItem(
    name: "sharing", heading: .perspective,
    options: [
      ("shared", (.perspectiveShared, .perspectiveSharedDetail)), ("own", (.perspectiveOwn, .perspectiveOwnDetail)),
    ])

  init() {
    super.init(
      "shared-perspective", .sceneSharedPerspective,
      Card(name: "view1", accessibilityLabel: LocalizedText.leftCard.text),
      [angle, distance], choice: sharing, box: Rect(-230, -130, 460, 260), isOutlined: false)
    content.addSubview(second)
  }

  override func layout(scale: Double) {
    super.layout(scale: scale)
    view.center = Point(center.x - 110, center.y)
    second.center = Point(center.x + 110, center.y)
  }

  override func apply() {
    let perspective = Transform3D(perspectiveDistance: distance.value)
    let isShared = sharing.selectedIndex == 0
    let viewPerspective = isShared ? Transform3D.identity : perspective
    content.layer.sublayerTransform = isShared ? perspective : .identity
    view.layer.transform = viewPerspective.rotated(by: angle.value.radians, x: 0, y: 1, z: 0)
    second.layer.transform = viewPerspective.rotated(by: -angle.value.radians, x: 0, y: 1, z: 0)
  }
}
