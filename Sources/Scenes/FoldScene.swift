import Geometry
import Layers
import Raster
import Text
import Views

/// A net of six faces that folds into a cube and back.
public final class FoldScene: Scene {
  public static let name = "fold"

  private static let side = 200.0
  private static let eyeDistance = 500.0
  /// The least and the largest size of the net, of its own size.
  private static let scales = 0.3...1.6

  /// Of each side: its anchor point, its place from the middle in sides, and how it is turned when folded.
  private static let hinges: [(anchor: Point, place: Point, angle: Double, x: Double, y: Double)] = [
    (Point(1, 0.5), Point(-0.5, 0), .pi / 2, 0, 1),
    (Point(0.5, 0.5), .zero, 0, 0, 1),
    (Point(0, 0.5), Point(0.5, 0), -.pi / 2, 0, 1),
    (Point(0.5, 0.5), .zero, 0, 0, 1),
    (Point(0.5, 1), Point(0, -0.5), -.pi / 2, 1, 0),
    (Point(0.5, 0), Point(0, 0.5), .pi / 2, 1, 0),
  ]

  private let net = View(name: "net", transformsOnly: true)
  private var sides: [View] = []
  /// 0 is flat, 1 a cube.
  private var progress = 0.0 { didSet { if progress != oldValue { fold() } } }
  private var folding: Animation?
  private var scale = 0.7
  private let tap = TapGestureRecognizer()
  private var dragging: TurnGesture!
  private let pinch = PinchGestureRecognizer()
  private let rotation = RotationGestureRecognizer()
  private let state = Choice(
    name: "net", heading: "Net",
    [(false, "flat", "Flat", "six squares"), (true, "cube", "Cube", "folded along its edges")],
    selection: false)

  public init() {
    super.init(name: Self.name, title: "Fold")
    net.bounds = Rect(0, 0, Self.side, Self.side)
    net.layer.transform = Transform3D(perspectiveDistance: Self.eyeDistance)
      .rotated(by: .pi / 8, x: 1, y: 0, z: 0).rotated(by: .pi / 8, x: 0, y: 1, z: 0)
      .scaledBy(x: scale, y: scale, z: scale)
    for number in 1...6 {
      let side = View(name: "side\(number)", frame: Rect(0, 0, Self.side, Self.side))
      side.layer.backgroundColor = Palette.faces[number - 1].to.faded(0.78)
      side.layer.cornerRadius = 14
      side.layer.borderWidth = 4
      side.layer.borderColor = Palette.faces[number - 1].from.mixed(with: .white, 0.35)
      let hinge = Self.hinges[number - 1]
      side.layer.anchorPoint = hinge.anchor
      side.center = Point(Self.side / 2, Self.side / 2) + hinge.place * Self.side
      let numeral = Label(name: "number", frame: Rect(40, 40, 120, 120))
      numeral.font = Font(size: 104, weight: 700)
      numeral.text = "\(number)"
      numeral.centersInk = true
      numeral.isUserInteractionEnabled = false
      side.addSubview(numeral)
      sides.append(side)
      net.addSubview(side)
    }
    content.addSubview(net)
    fold()
    connect()
  }

  public override var box: Rect { Rect(-225, -225, 450, 450) }
  public override var controls: [SceneControl] { [.choice(state)] }
  public override var hint: StatusText { StatusText("Tap", " to fold, drag to turn, two fingers to scale.") }

  public override func layout(scale: Double) { net.center = center }

  private func connect() {
    tap.onChange = { [unowned self] in if tap.state == .ended { toggle() } }
    state.onChange = { [unowned self] in follow() }
    dragging = TurnGesture(on: content) { [unowned self] in turn(by: $0) }
    pinch.onChange = { [unowned self] in pinched() }
    rotation.onChange = { [unowned self] in rotated() }
    for recognizer in [tap, pinch, rotation] as [GestureRecognizer] { content.addGestureRecognizer(recognizer) }
    for recognizer in content.gestureRecognizers {
      // Two fingers drag, scale and turn at once.
      recognizer.allowsSimultaneous = { [unowned self, unowned recognizer] in recognizer !== tap && $0 !== tap }
    }
  }

  // MARK: Folding

  /// Folds the net, or unfolds the cube.
  public func toggle() { state.selection.toggle() }

  /// Moves to what was chosen.
  private func follow() {
    folding?.cancel()
    let (start, end) = (progress, state.selection ? 1.0 : 0.0)
    guard let window = content.window else {
      progress = end
      return
    }
    // From where it is now: an interrupted fold needs no more time than its rest.
    folding = window.animate(.curve(.easeInEaseOut, seconds: 0.25 + 0.65 * abs(end - start))) { [weak self] in
      self?.progress = start.interpolated(to: end, $0)
    }
  }

  private func fold() {
    for (index, hinge) in Self.hinges.enumerated() {
      sides[index].layer.transform = Transform3D(
        rotationAngle: hinge.angle * progress, x: hinge.x, y: hinge.y, z: 0)
    }
    // Flat, the lid lies on the middle one; folded, it closes the cube.
    sides[3].layer.zPosition = 1 + (Self.side - 1) * progress
    onRouteChange?()
  }

  // MARK: Turning

  public override var canTurn: Bool { true }

  public override func turn(by d: Point) {
    let m = net.layer.transform
    let axis = (
      d.x * m.m12 - d.y * m.m11, d.x * m.m22 - d.y * m.m21, d.x * m.m32 - d.y * m.m31
    )
    apply { $0.rotated(by: d.length * .pi / 180, x: axis.0, y: axis.1, z: axis.2) }
  }

  private func pinched() {
    if pinch.state == .began { dragging.stop() }
    guard pinch.state == .changed else { return }
    let new = min(max(scale * pinch.scale, Self.scales.lowerBound), Self.scales.upperBound)
    let factor = new / scale
    pinch.scale = 1
    scale = new
    apply { $0.scaledBy(x: factor, y: factor, z: factor) }
  }

  private func rotated() {
    if rotation.state == .began { dragging.stop() }
    guard rotation.state == .changed else { return }
    let angle = rotation.rotation
    rotation.rotation = 0
    apply { $0.rotated(by: angle, x: 0, y: 1, z: 0) }
  }

  /// A step about the middle of the cube, or of the net as far as it is folded.
  private func apply(_ step: (Transform3D) -> Transform3D) {
    let depth = Self.side / 2 * progress
    net.layer.transform = step(net.layer.transform.translatedBy(x: 0, y: 0, z: depth))
      .translatedBy(x: 0, y: 0, z: -depth)
    onRouteChange?()
  }
}
