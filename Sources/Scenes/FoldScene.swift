import Geometry
import Layers
import Raster
import Text
import Views
import Words

#if canImport(Glibc)
  import Glibc
#endif

/// A net of six faces that folds into a cube and back.
public final class FoldScene: Scene {
  public static let name = "fold"

  private static let side = 200.0
  private static let eyeDistance = 500.0
  /// The least and the largest size of the net, of its own size: at 1.6 the end of an arm could be turned next to the eye,
  /// where it would fill the panel, and its bitmap the memory.
  private static let scales = 0.3...1.2

  /// Of each side: its anchor point, its place from the middle in sides, and how it is turned when folded.
  private static let hinges: [(anchor: Point, place: Point, angle: Double, x: Double, y: Double)] = [
    (Point(1, 0.5), Point(-0.5, 0), .pi / 2, 0, 1),
    (Point(0.5, 0.5), .zero, 0, 0, 1),
    (Point(0, 0.5), Point(0.5, 0), -.pi / 2, 0, 1),
    (Point(0.5, 0.5), .zero, 0, 0, 1),
    (Point(0.5, 1), Point(0, -0.5), -.pi / 2, 1, 0),
    (Point(0.5, 0), Point(0, 0.5), .pi / 2, 1, 0),
  ]

  /// The turn at first, and after a double tap; and the size then, of the net's own.
  private static let home = Rotation(angle: .pi / 8, x: 0, y: 1, z: 0)
    .concatenating(Rotation(angle: .pi / 8, x: 1, y: 0, z: 0))
  private static let homeScale = 0.7
  /// Of the flat lid, from where it would hide all of the side beneath it: as far as that one's small number is wide.
  private static let slide = 28.0
  /// The part of the sides that vanishes halfway, so that one looks inside.
  private static let glass = 0.3

  private let net = View(name: "net", transformsOnly: true)
  private var sides: [FoldSide] = []
  /// Beneath the flat lid.
  private let lidShadow = Layer()
  /// 0 is flat, 1 a cube.
  private var progress = 0.0 { didSet { if progress != oldValue { fold() } } }
  private var folding: Animation?
  private var rotation = FoldScene.home
  private var scale = FoldScene.homeScale
  private var returning: Animation?
  private let tap = TapGestureRecognizer()
  private let doubleTap = TapGestureRecognizer()
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  private var dragging: TurnGesture!
  private let pinch = PinchGestureRecognizer()
  private let twist = RotationGestureRecognizer()
  private let state = Choice(
    name: "net", heading: Word.net.text,
    [
      (false, "flat", Word.netFlat.text, Word.netFlatDetail.text),
      (true, "cube", Word.netCube.text, Word.netCubeDetail.text),
    ],
    selection: false)

  public init() {
    super.init(name: Self.name, title: Word.sceneFold.text)
    net.bounds = Rect(0, 0, Self.side, Self.side)
    for (index, hinge) in Self.hinges.enumerated() {
      let side = FoldSide(number: index + 1, side: Self.side)
      side.layer.anchorPoint = hinge.anchor
      side.center = Point(Self.side / 2, Self.side / 2) + hinge.place * Self.side
      sides.append(side)
      net.addSubview(side)
    }
    lidShadow.name = "lid-shadow"
    lidShadow.bounds = sides[3].bounds
    lidShadow.backgroundColor = .black
    (lidShadow.shadowOpacity, lidShadow.shadowRadius, lidShadow.shadowOffset) = (0.5, 9, Point(2, 3))
    net.layer.insertSublayer(lidShadow, below: sides[3].layer)
    content.addSubview(net)
    fold()
    connect()
  }

  public override var box: Rect { Rect(-258, -225, 516, 450) }
  public override var controls: [SceneControl] { [.choice(state)] }
  public override var hint: StatusText { StatusText(.hintFold) }

  public override func layout(scale: Double) { net.center = center }

  private func connect() {
    tap.onChange = { [unowned self] in if tap.state == .ended { toggle() } }
    doubleTap.numberOfTapsRequired = 2
    doubleTap.onChange = { [unowned self] in if doubleTap.state == .ended { putBack() } }
    // A tap folds at once: the second one of two unfolds what the first folded.
    doubleTap.allowsSimultaneous = { [unowned self] in $0 === tap }
    state.onChange = { [unowned self] in follow() }
    dragging = TurnGesture(on: content) { [unowned self] in turn(by: $0) }
    dragging.onBegin = { [unowned self] in returning?.cancel() }
    pinch.onChange = { [unowned self] in pinched() }
    twist.onChange = { [unowned self] in twisted() }
    for recognizer in [tap, pinch, twist] as [GestureRecognizer] { content.addGestureRecognizer(recognizer) }
    for recognizer in content.gestureRecognizers {
      // Two fingers drag, scale and turn at once.
      recognizer.allowsSimultaneous = { [unowned self, unowned recognizer] in recognizer !== tap && $0 !== tap }
    }
    content.addGestureRecognizer(doubleTap)
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
    // Flat, the lid lies on the middle one, slid aside; folded, it closes the cube.
    let lid = sides[3].layer
    lid.zPosition = 1 + (Self.side - 1) * progress
    let slide = Self.slide * (1 - progress)
    lid.transform = Transform3D(translationX: slide, y: slide, z: 0)
    lidShadow.position = sides[3].center + Point(slide, slide)
    lidShadow.zPosition = lid.zPosition / 2
    lidShadow.opacity = max(0, 1 - 4 * progress)
    for side in sides { side.alpha = 1 - Self.glass * sin(.pi * progress) }
    place()
  }

  // MARK: Turning

  /// Places the net: turned and scaled about the middle of the cube, or of the net as far as it is folded, which is the
  /// panel's.
  private func place() {
    net.layer.transform = rotation.transform.concatenating(Transform3D(perspectiveDistance: Self.eyeDistance))
      .scaledBy(x: scale, y: scale, z: scale).translatedBy(x: 0, y: 0, z: -Self.side / 2 * progress)
    onRouteChange?()
  }

  public override var canTurn: Bool { true }

  public override func turn(by d: Point) {
    // The chapter's axis, in the net: (dx·m12 - dy·m11, dx·m22 - dy·m21, dx·m32 - dy·m31). On the panel it is this one.
    rotation = rotation.concatenating(Rotation(angle: d.length * .pi / 180, x: -d.y, y: d.x, z: 0))
    place()
  }

  private func pinched() {
    if pinch.state == .began { stop() }
    guard pinch.state == .changed else { return }
    scale = min(max(scale * pinch.scale, Self.scales.lowerBound), Self.scales.upperBound)
    pinch.scale = 1
    place()
  }

  private func twisted() {
    if twist.state == .began { stop() }
    guard twist.state == .changed else { return }
    rotation = Rotation(angle: twist.rotation, x: 0, y: 1, z: 0).concatenating(rotation)
    twist.rotation = 0
    place()
  }

  private func stop() {
    dragging.stop()
    returning?.cancel()
  }

  /// Turns and scales it to where it was at first.
  private func putBack() {
    stop()
    let (start, size) = (rotation, scale)
    guard let window = content.window else { return }
    returning = window.animate(seconds: 0.3 + 0.2 * start.angle(to: Self.home) / .pi, curve: .easeInEaseOut) {
      [weak self] progress in
      guard let self else { return }
      rotation = progress == 1 ? Self.home : start.interpolated(to: Self.home, progress)
      scale = size.interpolated(to: Self.homeScale, progress)
      place()
    }
  }
}
