import Geometry
import Layers
import Text
import Views

/// The main scene: a cube of six live views, and taps that don't follow the eye.
///
/// It is the root view itself.
public final class CubeScene: View {
  public static let name = "cube"

  /// How touches find their face. Changes views, never the picture.
  public var touchFix: TouchFix {
    didSet {
      guard touchFix != oldValue else { return }
      applyTouchFix()
      bar?.touchFix.selection = touchFix
      status.showHint()
      onTouchFixChange?(touchFix)
    }
  }

  public var lighting: Lighting {
    didSet {
      guard lighting != oldValue else { return }
      bar?.lighting.selection = lighting
      applyLighting()
    }
  }

  /// Whether the lamp is on. Changing it dims or brightens the cube while a window shows it.
  public var isLightOn = true {
    didSet {
      guard isLightOn != oldValue else { return }
      button.isLightOn = isLightOn
      dim(to: isLightOn ? 1 : 0)
    }
  }

  /// How often the button was pressed, as shown on face 3.
  public var pressCount = 0 { didSet { count.text = Self.describe(pressCount) } }

  /// What the button shows of what it started.
  public var buttonPhase: CubeButton.Phase {
    get { button.phase }
    set { button.phase = newValue }
  }

  /// True when the button starts something rather than switching the lamp.
  public var buttonRunsCommand: Bool {
    get { button.runsCommand }
    set { button.runsCommand = newValue }
  }

  /// Face 3's button was pressed.
  public var onPress: (() -> Void)?
  public var onTouchFixChange: ((TouchFix) -> Void)?

  /// The button, for its path.
  public var buttonView: View { button }

  let cube = View(name: "cube")
  let faces: [CubeFaceView]
  let status = StatusLabel()
  private let fit = View(name: "fit", transformsOnly: true)
  private let button = CubeButton()
  private let count = Label(name: "count")
  private let bar: CubeBar?
  private let home: Rotation
  private var rotation: Rotation { didSet { applyRotation() } }
  private var lamp = 1.0 { didSet { applyLighting() } }
  private var dimming: Animation?
  private var turningBack: Animation?
  private let pan = PanGestureRecognizer()
  private let doubleTap = TapGestureRecognizer()

  /// - Parameters:
  ///   - view: how the cube is turned at first, and after a double tap on the background.
  ///   - showsBar: false for the cube alone.
  public init(
    touchFix: TouchFix = .none, lighting: Lighting = .book, view: ViewAngle = .cornerOn, showsBar: Bool = true
  ) {
    self.touchFix = touchFix
    self.lighting = lighting
    home = CubeGeometry.rotation(view)
    rotation = home
    faces = (1...6).map(CubeFaceView.init)
    bar = showsBar ? CubeBar(touchFix: touchFix, lighting: lighting) : nil
    super.init(name: "root")
    layer.isOpaque = true
    addSubview(fit)
    fit.addSubview(cube)
    for face in faces { cube.addSubview(face) }
    addButton(to: faces[2])
    if let bar {
      addSubview(status)
      addSubview(bar)
    }
    applyTouchFix()
    applyRotation()
    connect()
  }

  private func addButton(to face: CubeFaceView) {
    button.frame = Rect(
      (CubeGeometry.side - CubeGeometry.buttonSize.width) / 2,
      (CubeGeometry.side - CubeGeometry.buttonSize.height) / 2, CubeGeometry.buttonSize.width,
      CubeGeometry.buttonSize.height)
    face.addSubview(button)
    count.frame = Rect(20, 128, CubeGeometry.side - 40, 28)
    count.font = Font(size: 13.5, weight: 500)
    count.color = .init(1, 1, 1, 0.82)
    count.text = Self.describe(0)
    count.isUserInteractionEnabled = false
    face.addSubview(count)
    button.addAction(for: .primaryActionTriggered) { [unowned self] _ in onPress?() }
  }

  private func connect() {
    bar?.touchFix.onSelect = { [unowned self] in touchFix = $0 }
    bar?.lighting.onSelect = { [unowned self] in lighting = $0 }
    pan.onChange = { [unowned self] in drag() }
    addGestureRecognizer(pan)
    doubleTap.numberOfTapsRequired = 2
    doubleTap.shouldReceive = { [unowned self] in $0.view === cube || $0.view === self }
    doubleTap.onChange = { [unowned self] in if doubleTap.state == .ended { turnBack() } }
    addGestureRecognizer(doubleTap)
  }

  // MARK: Layout

  /// Panel points to a point of the cube.
  private var fitScale: Double { fit.layer.transform.m11 }

  public override func layoutSubviews() {
    let size = bounds.size
    let plan = CubeLayout(size: size, bar: bar)
    bar?.frame = plan.bar
    bar?.unit = plan.unit
    status.frame = plan.status
    status.unit = plan.unit
    status.alignment = plan.statusAlignment
    fit.layer.transform = Transform3D(scaleX: plan.fit, y: plan.fit, z: plan.fit)
    // The container reaches at least as far as the panel on every side of the cube's centre: a view is asked only for
    // what lies in its superview's bounds.
    let (width, height) = (
      2 * max(plan.center.x, size.width - plan.center.x) / plan.fit,
      2 * max(plan.center.y, size.height - plan.center.y) / plan.fit
    )
    fit.bounds = Rect(0, 0, width, height)
    fit.center = plan.center
    cube.frame = Rect(0, 0, width, height)
    let scale = (window?.scale ?? 1) * plan.fit * CubeGeometry.nearestMagnification
    for face in faces {
      face.center = Point(width / 2, height / 2)
      face.layer.rasterizationScale = scale
    }
  }

  public override var drawsContents: Bool { true }

  public override func draw(_ canvas: Canvas) {
    // Reaches its darkest in the corners; brightest a little above the middle, behind the cube.
    let (width, height) = (bounds.width, bounds.height)
    canvas.fillRadial(
      center: Point(width / 2, height * 0.46), radius: (width * width + height * height).squareRoot() * 0.56,
      from: Palette.groundCenter, to: Palette.groundEdge)
  }

  private static func describe(_ count: Int) -> String {
    switch count {
    case 0: "not pressed yet"
    case 1: "pressed once"
    case 2: "pressed twice"
    default: "pressed \(count) times"
    }
  }
}

// MARK: - Keys and touches

extension CubeScene {
  /// 1 to 4 choose the touch fix, L the lighting. False for any other key.
  public func press(_ key: Key) -> Bool {
    guard case .character(let character) = key else { return false }
    if character == "l" {
      let all = Lighting.allCases
      lighting = all[(all.firstIndex(of: lighting)! + 1) % all.count]
      return true
    }
    guard let digit = character.wholeNumberValue, (1...TouchFix.allCases.count).contains(digit) else { return false }
    touchFix = TouchFix.allCases[digit - 1]
    return true
  }

  /// Says in the status line who took a touch.
  public func show(_ event: TouchEvent, takenBy view: View?) {
    guard event.phase == .began else { return }
    status.show(view, at: event.location, in: self)
  }

  private func drag() {
    guard pan.state == .began || pan.state == .changed else { return }
    let step = pan.translation
    pan.translation = .zero
    turningBack?.cancel()
    let length = step.length
    guard length > 0 else { return }
    // The nearest side of the cube follows the finger.
    let radius = CubeGeometry.side / 2 * CubeGeometry.nearestMagnification * fitScale
    rotation = rotation.concatenating(Rotation(angle: length / radius, x: -step.y, y: step.x, z: 0))
  }

  private func turnBack() {
    let start = rotation
    turningBack?.cancel()
    let angle = start.angle(to: home)
    guard angle > 1e-6, let window else { return }
    turningBack = window.animate(
      seconds: 0.3 + 0.2 * angle / .pi, curve: .easeInEaseOut,
      update: { [unowned self] in rotation = start.interpolated(to: home, $0) })
  }
}

// MARK: - State to views

extension CubeScene {
  private func applyTouchFix() {
    for (index, face) in faces.enumerated() {
      cube.reorder(face, to: index)
      face.isUserInteractionEnabled = touchFix != .userInteraction || face.number == 3
    }
    if touchFix == .reorder { cube.bringSubviewToFront(faces[2]) }
    cube.hitOrder = touchFix == .depth ? .depth : .siblings
  }

  private func applyRotation() {
    cube.layer.sublayerTransform = CubeGeometry.sublayerTransform(rotation)
    applyLighting()
  }

  private func applyLighting() {
    let turned = rotation.transform
    for face in faces {
      face.shade = lighting.shade(of: face.layer.transform, turnedBy: turned, lamp: lamp)
    }
  }

  private func dim(to end: Double) {
    dimming?.cancel()
    guard let window else {
      lamp = end
      return
    }
    let start = lamp
    dimming = window.animate(
      seconds: 0.35, curve: .easeInEaseOut, update: { [unowned self] in lamp = start + (end - start) * $0 })
  }
}
