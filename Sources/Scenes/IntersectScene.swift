import Geometry
import Layers
import Raster
import Views
import Words

/// Three intersecting planes in one 3D space: each plane is cut along its intersections with the others.
final class IntersectScene: Scene {
  private let space = View(name: "space", frame: Rect(0, 0, 220, 220), transformsOnly: true)
  private var rotation = Rotation(angle: 0.62, x: 0, y: 1, z: 0).concatenating(Rotation(angle: -0.5, x: 1, y: 0, z: 0))
  private lazy var dragging = TurnGesture(on: content) { [unowned self] in turn(by: $0) }

  init() {
    super.init(name: "intersect", title: Word.sceneIntersect.text)
    let turns = [
      Transform3D.identity, Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0),
      Transform3D(rotationAngle: .pi / 2, x: 1, y: 0, z: 0),
    ]
    let looks = [(Word.redPlane, 0, "F"), (.bluePlane, 1, "R"), (.yellowPlane, 3, "G")]
    for (index, (turn, (spoken, face, letter))) in zip(turns, looks).enumerated() {
      let plane = Card(
        name: "plane\(index + 1)", spoken: spoken.text, side: 220, color: face, letter: letter,
        isQuartered: true)
      plane.layer.transform = turn
      plane.center = Point(110, 110)
      space.addSubview(plane)
    }
    content.addSubview(space)
    _ = dragging
  }

  override var box: Rect { Rect(-165, -165, 330, 330) }
  override var hint: StatusText { StatusText(.hintIntersect) }

  override func layout(scale: Double) {
    space.center = center
    apply()
  }

  private func apply() {
    space.layer.transform = rotation.transform.concatenating(Transform3D(perspectiveDistance: 700))
    onRouteChange?()
  }

  override var canTurn: Bool { true }

  override func turn(by step: Point) {
    guard step.length > 0 else { return }
    rotation = rotation.concatenating(
      Rotation(angle: step.length / (130 * magnification), x: -step.y, y: step.x, z: 0))
    apply()
  }
}
