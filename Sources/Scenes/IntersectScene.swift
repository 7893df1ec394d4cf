import Localization
import PanelViews

/// Three intersecting planes in one 3D space: each plane is cut along its intersections with the others.
final class IntersectScene: Scene {
  /// The distance from the center, in points, at which the planes follow the finger.
  private static let turnRadius = 130.0

  private let space = View(name: "space", frame: Rect(0, 0, 220, 220), transformsOnly: true)
  var rotation = Rotation(angle: 0.62, x: 0, y: 1, z: 0).concatenating(Rotation(angle: -0.5, x: 1, y: 0, z: 0)) {
    didSet { apply() }
  }
  private lazy var turnGesture = TurnGesture(on: content) { [unowned self] in turn(by: $0) }

  init() {
    super.init(name: "intersect", title: LocalizedText.sceneIntersect.text)
    let planes = [
      (label: LocalizedText.redPlane, color: 0, letter: "F", x: 0.0, y: 0.0), (.bluePlane, 1, "R", 0, 1),
      (.yellowPlane, 3, "G", 1, 0),
    ]
    for (index, (label, color, letter, x, y)) in planes.enumerated() {
      let plane = Card(
        name: "plane\(index + 1)", accessibilityLabel: label.text, edgeLength: 220, colorIndex: color, letter: letter,
        isQuartered: true)
      // If the axis is zero, as for the first plane, the transform is the identity.
      plane.layer.transform = Transform3D(rotationAngle: .pi / 2, x: x, y: y, z: 0)
      plane.center = Point(110, 110)
      space.addSubview(plane)
    }
    content.addSubview(space)
    _ = turnGesture
  }

  override var box: Rect { Rect(-165, -165, 330, 330) }
  override var hint: StatusText { StatusText(.hintIntersect) }

  override func layout(scale: Double) {
    space.center = center
    apply()
  }

  private func apply() {
    space.layer.transform = rotation.transform.concatenating(Transform3D(perspectiveDistance: 700))
    onHitTestingChange?()
  }

  override var canTurn: Bool { true }

  override func turn(by step: Point) {
    guard step.length > 0 else { return }
    rotation = rotation.concatenating(
      Rotation(angle: step.length / (Self.turnRadius * magnification), x: -step.y, y: step.x, z: 0))
  }
}
