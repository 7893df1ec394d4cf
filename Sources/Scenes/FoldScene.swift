import Glibc
import Localization
import PanelViews

/// A net of six faces that folds into a cube and back.
public final class FoldScene: Scene {
  public static let name = "fold"

  private static let edgeLength = 200.0
  private static let eyeDistance = 500.0
  /// The minimum and maximum scale of the net. At 1.6, a side at the end of the net could be turned next to the eye,
  /// fill the panel and need a very large bitmap.
  private static let scales = 0.3...1.2

  /// For each side: the anchor point, the position relative to the center in edge lengths, and the angle and the axis
  /// of its rotation when folded. Side 4 is the lid, which `applyProgress` moves without rotating it.
  private static let hinges: [(anchor: Point, position: Point, angle: Double, x: Double, y: Double)] = [
    (Point(1, 0.5), Point(-0.5, 0), .pi / 2, 0, 1),
    (Point(0.5, 0.5), .zero, 0, 0, 1),
    (Point(0, 0.5), Point(0.5, 0), -.pi / 2, 0, 1),
    (Point(0.5, 0.5), .zero, 0, 0, 1),
    (Point(0.5, 1), Point(0, -0.5), -.pi / 2, 1, 0),
    (Point(0.5, 0), Point(0, 0.5), .pi / 2, 1, 0),
  ]

  /// The orientation and the scale initially and after a double tap.
  private static let homeRotation = Rotation(angle: .pi / 8, x: 0, y: 1, z: 0)
    .concatenating(Rotation(angle: .pi / 8, x: 1, y: 0, z: 0))
  private static let homeScale = 0.7
  /// The offset of the flat lid, in points. It uncovers the small number on the side beneath the lid.
  private static let lidOffset = 28.0
  /// The reduction of the opacity of the sides halfway through, which shows the inside of the cube.
  private static let midwayFade = 0.3

  private static let (foldKey, returnKey) = ("fold", "return")

  private let net = View(name: "net", transformsOnly: true)
  private var sides: [FoldSide] = []
  /// The shadow beneath the flat lid.
  private let lidShadow = Layer()
  /// 0 is flat, 1 is a cube.
  private var progress = 0.0 { didSet { if progress != oldValue { applyProgress() } } }
  var rotation = FoldScene.homeRotation { didSet { updateTransform() } }
  private var scale: Double {
    get { size.value }
    set { size.value = newValue }
  }
  private let tap = TapGestureRecognizer()
  private let doubleTap = TapGestureRecognizer()
  private lazy var turnGesture = TurnGesture(on: content) { [unowned self] in turn(by: $0) }
  private let pinch = PinchGestureRecognizer()
  private let rotationGesture = RotationGestureRecognizer()
  /// For people who can't pinch.
  private let size = BarItem(
    name: "size", heading: LocalizedText.size.text, range: scales, value: homeScale, detents: [homeScale]
  ) { "\(Int(clamping: ($0 * 100).rounded()))\u{A0}%" }
  private let foldChoice = BarItem(
    name: "net", heading: .net, options: [("flat", (.netFlat, .netFlatDetail)), ("cube", (.netCube, .netCubeDetail))])

  public init() {
    super.init(name: Self.name, title: LocalizedText.sceneFold.text)
    net.bounds = Rect(0, 0, Self.edgeLength, Self.edgeLength)
    for (index, hinge) in Self.hinges.enumerated() {
      let side = FoldSide(number: index + 1, edgeLength: Self.edgeLength)
      side.layer.anchorPoint = hinge.anchor
      side.center = Point(Self.edgeLength / 2, Self.edgeLength / 2) + hinge.position * Self.edgeLength
      sides.append(side)
      net.addSubview(side)
    }
    lidShadow.name = "lid-shadow"
    lidShadow.bounds = sides[3].bounds
    lidShadow.backgroundColor = .black
    (lidShadow.shadowOpacity, lidShadow.shadowRadius, lidShadow.shadowOffset) = (0.5, 9, Point(2, 3))
    net.layer.insertSublayer(lidShadow, below: sides[3].layer)
    content.addSubview(net)
    applyProgress()
    connect()
  }

  public override var box: Rect { Rect(-258, -225, 516, 450) }
  public override var controls: [BarItem] { [foldChoice, size] }
  public override var hint: StatusText { StatusText(.hintFold) }

  public override func layout(scale: Double) { net.center = center }

  private func connect() {
    tap.onChange = { [unowned self] in if tap.state == .ended { toggle() } }
    doubleTap.numberOfTapsRequired = 2
    doubleTap.onChange = { [unowned self] in if doubleTap.state == .ended { reset() } }
    // A tap folds without delay, so the second tap of a double tap undoes the fold of the first.
    doubleTap.allowsSimultaneous = { [unowned self] in $0 === tap }
    foldChoice.control.addAction(for: .valueChanged) { [unowned self] _ in animateToSelection() }
    size.control.addAction(for: .valueChanged) { [unowned self] _ in updateTransform() }
    turnGesture.onBegin = { [unowned self] in net.layer.removeAnimation(forKey: Self.returnKey) }
    pinch.onChange = { [unowned self] in pinchChanged() }
    rotationGesture.onChange = { [unowned self] in rotationChanged() }
    for recognizer in [tap, pinch, rotationGesture] as [GestureRecognizer] { content.addGestureRecognizer(recognizer) }
    for recognizer in content.gestureRecognizers {
      // Two fingers drag, scale and rotate at the same time.
      recognizer.allowsSimultaneous = { [unowned self, unowned recognizer] in recognizer !== tap && $0 !== tap }
    }
    content.addGestureRecognizer(doubleTap)
  }

  // MARK: Folding

  public func toggle() { foldChoice.selectedIndex = 1 - foldChoice.selectedIndex }

  /// Animates to the selected state.
  private func animateToSelection() {
    let (start, end) = (progress, Double(foldChoice.selectedIndex))
    // Start at the current progress and shorten the animation of an interrupted fold accordingly.
    let fold = Animation(.curve(.easeInEaseOut, seconds: 0.25 + 0.65 * abs(end - start))) { [weak self] in
      self?.progress = start.interpolated(to: end, $0)
    }
    net.layer.add(fold, forKey: Self.foldKey)
  }

  private func applyProgress() {
    for (index, hinge) in Self.hinges.enumerated() {
      sides[index].layer.transform = Transform3D(
        rotationAngle: hinge.angle * progress, x: hinge.x, y: hinge.y, z: 0)
    }
    // The flat lid lies on the middle side with an offset. The folded lid closes the cube.
    let lid = sides[3].layer
    lid.zPosition = 1 + (Self.edgeLength - 1) * progress
    let offset = Self.lidOffset * (1 - progress)
    lid.transform = Transform3D(translationX: offset, y: offset, z: 0)
    lidShadow.position = sides[3].center + Point(offset, offset)
    lidShadow.zPosition = lid.zPosition / 2
    lidShadow.opacity = max(0, 1 - 4 * progress)
    for side in sides { side.alpha = 1 - Self.midwayFade * sin(.pi * progress) }
    updateTransform()
  }

  // MARK: Turning

  /// Positions the net. It is rotated and scaled about the center of the cube or of the partly folded net, which is at
  /// the center of the panel.
  private func updateTransform() {
    net.layer.transform = rotation.transform.concatenating(Transform3D(perspectiveDistance: Self.eyeDistance))
      .scaledBy(x: scale, y: scale, z: scale).translatedBy(x: 0, y: 0, z: -Self.edgeLength / 2 * progress)
    onHitTestingChange?()
  }

  public override var canTurn: Bool { true }

  public override func turn(by step: Point) {
    // One degree per point. The axis is in the panel's coordinates, so the new rotation follows the previous ones.
    rotation = rotation.concatenating(Rotation(angle: step.length * .pi / 180, x: -step.y, y: step.x, z: 0))
  }

  private func pinchChanged() {
    if pinch.state == .began { stopTurning() }
    guard pinch.state == .changed else { return }
    scale *= pinch.scale
    pinch.scale = 1
  }

  private func rotationChanged() {
    if rotationGesture.state == .began { stopTurning() }
    guard rotationGesture.state == .changed else { return }
    rotation = Rotation(angle: rotationGesture.rotation, x: 0, y: 1, z: 0).concatenating(rotation)
    rotationGesture.rotation = 0
  }

  private func stopTurning() {
    turnGesture.stop()
    net.layer.removeAnimation(forKey: Self.returnKey)
  }

  /// Animates back to the initial orientation and scale.
  private func reset() {
    stopTurning()
    let (start, startScale) = (rotation, scale)
    let seconds = 0.3 + 0.2 * start.angle(to: Self.homeRotation) / .pi
    let animation = Animation(.curve(.easeInEaseOut, seconds: seconds)) { [weak self] progress in
      guard let self else { return }
      rotation = progress == 1 ? Self.homeRotation : start.interpolated(to: Self.homeRotation, progress)
      scale = startScale.interpolated(to: Self.homeScale, progress)
    }
    net.layer.add(animation, forKey: Self.returnKey)
  }
}
