import Geometry
import Layers
import Raster
import Text
import Views

/// Five planes around an axis, flung by a finger.
final class CarouselScene: Scene {
  private static let planeSize = Size(250, 150)
  private static let radius = 250.0
  private static let eyeDistance = 1000.0
  /// Degrees that the carousel turns for a point of the finger's way.
  private static let degreesPerPoint = 0.5

  private let space = View(name: "carousel", transformsOnly: true)
  private var planes: [View] = []
  /// In degrees.
  private var angle = 0.0
  private var spinning: Animation?
  private let pan = PanGestureRecognizer()

  init() {
    super.init(name: "carousel", title: "Carousel", content: View(name: "container"))
    for number in 1...5 {
      let gradient = GradientLayer()
      gradient.colors = [Color(0.5, 0, 0.5), Color(1, 0, 0)]
      gradient.cornerRadius = 10
      gradient.borderWidth = 4
      gradient.borderColor = Color(1, 1, 1, 0.3)
      gradient.shadowOpacity = 1
      gradient.shadowRadius = 20
      let plane = View(name: "plane\(number)", layer: gradient)
      plane.bounds = Rect(origin: .zero, size: Self.planeSize)
      let numeral = Label(name: "number", frame: Rect(75, 25, 100, 100))
      numeral.font = Font(size: 72, weight: 700)
      numeral.color = Color(1, 1, 1, 0.92)
      numeral.text = "\(number)"
      numeral.centersInk = true
      numeral.isUserInteractionEnabled = false
      plane.addSubview(numeral)
      planes.append(plane)
      space.addSubview(plane)
    }
    content.addSubview(space)
    pan.onChange = { [unowned self] in drag() }
    content.addGestureRecognizer(pan)
    turn()
  }

  override var box: Rect { Rect(-390, -175, 780, 350) }
  override var hint: StatusText { StatusText("Fling", " the carousel.") }

  override func layout(scale: Double) {
    space.center = center
  }

  override var canTurn: Bool { true }

  override func turn(by step: Point) { spin(by: step.x) }

  private func turn() {
    for (index, plane) in planes.enumerated() {
      plane.layer.transform = Transform3D(perspectiveDistance: Self.eyeDistance)
        .rotated(by: (angle + 72 * Double(index)) * .pi / 180, x: 0, y: 1, z: 0)
        .translatedBy(x: 0, y: 0, z: Self.radius)
    }
    onRouteChange?()
  }

  private func drag() {
    switch pan.state {
    case .began: spinning?.cancel()
    case .changed:
      spin(by: pan.translation.x)
      pan.translation = .zero
    case .ended:
      guard abs(pan.velocity.x) > 40, let window = content.window else { return }
      spinning = window.fling(Decay(initialVelocity: pan.velocity.x), until: 6) { [weak self] in self?.spin(by: $0) }
    default: break
    }
  }

  /// `distance` is in the panel's points.
  private func spin(by distance: Double) {
    // On a large panel the planes are larger, and so is the way of a finger that keeps up with them.
    angle += Self.degreesPerPoint * distance / magnification
    angle -= (angle / 360).rounded(.down) * 360
    turn()
  }
}
