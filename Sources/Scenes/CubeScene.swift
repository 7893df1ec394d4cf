import Localization
import PanelViews

/// The main scene: a cube of six live views whose hit testing doesn't follow depth.
public final class CubeScene: Scene {
  public static let name = "cube"

  /// The hit-testing rule for touches. Affects views, never the picture.
  public var touchFix: TouchFix {
    get { touchFixes[touchFixChoice.selectedIndex] }
    set { if let index = touchFixes.firstIndex(of: newValue) { touchFixChoice.selectedIndex = index } }
  }

  /// The touch fixes that visitors can choose.
  public var touchFixes: [TouchFix] { options.touchFixes }

  public var lighting: Lighting {
    get { Lighting.allCases[lightingChoice.selectedIndex] }
    set { if let index = Lighting.allCases.firstIndex(of: newValue) { lightingChoice.selectedIndex = index } }
  }

  /// The strength of the shades; see `SceneOptions.shade`.
  public var shade: Double? { didSet { if shade != oldValue { applyShade() } } }

  /// True if the cube's light is on. Changes are animated while the scene is in a window.
  public var isLightOn = true {
    didSet {
      guard isLightOn != oldValue else { return }
      for button in buttons { button.isLightOn = isLightOn }
      fadeLight(to: isLightOn ? 1 : 0)
    }
  }

  /// The buttons of all faces, in the order of the faces.
  public var buttons: [ActionButton] { faces.flatMap(\.buttons) }
  public override var valueControls: [ValueControl] { faces.flatMap(\.valueControls) }
  public var lists: [LineList] { faces.flatMap(\.lists) }
  public var onPress: ((ActionButton) -> Void)?
  public var onTouchFixChange: ((TouchFix) -> Void)?

  /// The first button, or the container if the cube has none.
  public var buttonView: View { buttons.first ?? content }

  public var orientation: Rotation { didSet { applyOrientation() } }

  public var isInHomeOrientation: Bool { orientation.angle(to: home) < 1e-6 }

  let faces: [CubeFaceView]
  let options: SceneOptions
  private let touchFixChoice: BarItem
  private let lightingChoice: BarItem
  private let home: Rotation
  /// The orientation at the end of the turn that is animated.
  private var turnTarget: Rotation?
  /// The brightness of the light, 0…1.
  private var lightBrightness = 1.0 { didSet { applyLighting() } }
  private static let (dimKey, turnKey) = ("dim", "turn")
  private lazy var turnGesture = TurnGesture(on: content) { [unowned self] in turn(by: $0) }
  private let doubleTap = TapGestureRecognizer()

  public init(
    _ options: SceneOptions = SceneOptions(), name: String = CubeScene.name,
    title: String = LocalizedText.sceneCube.text
  ) {
    self.options = options
    home = CubeGeometry.rotation(options.view)
    orientation = home
    faces = (1...6).map { CubeFaceView(number: $0, options.faces[$0] ?? FaceDescription(), values: options.values) }
    touchFixChoice = BarItem(
      name: "touch-fix", heading: .touchFix, options: options.touchFixes.map { ($0.rawValue, $0.texts) },
      selectedIndex: options.touchFixes.firstIndex(of: options.touchFix) ?? 0)
    lightingChoice = BarItem(
      name: "lighting", heading: .shading, options: Lighting.allCases.map { ($0.rawValue, $0.texts) },
      selectedIndex: Lighting.allCases.firstIndex(of: options.lighting) ?? 0)
    shade = options.shade
    super.init(name: name, title: title, content: CubeContainer(name: Self.name))
    for face in faces {
      content.addSubview(face)
      face.isInFront = { [unowned self, unowned face] in frontFace === face }
      face.onTurn = { [unowned self] in turn(by: $0) }
    }
    for button in buttons { button.onPress = { [unowned self, unowned button] in onPress?(button) } }
    applyTouchFix()
    applyShade()
    applyOrientation()
    connect()
  }

  public override var box: Rect { CubeGeometry.cornerOnBox }
  public override var controls: [BarItem] { [touchFixChoice, lightingChoice] }
  public override var hint: StatusText {
    buttonFace.map { StatusText($0.buttons[0].togglesLight ? .hintLamp : .hintButton, [.face: "\($0.number)"]) }
      ?? StatusText(.hintCube)
  }

  private func connect() {
    touchFixChoice.control.addAction(for: .valueChanged) { [unowned self] _ in
      applyTouchFix()
      onHintChange?()
      onTouchFixChange?(touchFix)
    }
    lightingChoice.control.addAction(for: .valueChanged) { [unowned self] _ in applyLighting() }
    turnGesture.onBegin = { [unowned self] in
      content.layer.removeAnimation(forKey: Self.turnKey)
      turnTarget = nil
    }
    doubleTap.numberOfTapsRequired = 2
    doubleTap.shouldReceive = { [unowned self] in $0.view === content }
    doubleTap.onChange = { [unowned self] in if doubleTap.state == .ended { turnToHomeOrientation() } }
    content.addGestureRecognizer(doubleTap)
  }

  /// Handles a key: digits from 1 select the touch fix, L the next lighting. Returns false for any other key.
  public override func press(_ key: Key) -> Bool {
    guard case .character(let character) = key else { return false }
    if character == "l" {
      let all = Lighting.allCases
      lighting = all[((all.firstIndex(of: lighting) ?? 0) + 1) % all.count]
      return true
    }
    guard let digit = character.wholeNumberValue, (1...touchFixes.count).contains(digit) else { return false }
    touchFix = touchFixes[digit - 1]
    return true
  }

  public override var tapRuleNote: TapRuleNote? { touchFix.note }
  public override var turnedNote: String? { isButtonTurnedAway ? nil : touchFix.turnedText.text }

  /// A point on the button, but off its center: the edge between two faces runs behind the center.
  public override var pointOfInterest: Point {
    let button = buttonView
    return button.convert(Point(button.bounds.width / 8, button.bounds.height / 2), to: content) ?? center
  }

  /// True if the button's face is turned away from the viewer.
  public var isButtonTurnedAway: Bool { buttonFace.map { $0.layer.facing != .front } ?? false }

  public var hasButtonFace: Bool { buttonFace != nil }

  private var buttonFace: CubeFaceView? { faces.first { !$0.buttons.isEmpty } }

  public override var canTurn: Bool { true }

  public override func turn(by step: Point) {
    let length = step.length
    guard length > 0 else { return }
    // The point of the cube that is nearest to the eye follows the finger.
    let radius = CubeGeometry.edgeLength / 2 * CubeGeometry.nearestMagnification * magnification
    orientation = orientation.concatenating(Rotation(angle: length / radius, x: -step.y, y: step.x, z: 0))
  }

  /// Describes which view received the touch, and which face is visible there if it is another one.
  public override func describe(_ receiver: View?, at location: Point) -> StatusText? {
    guard let receiver else { return StatusText(.nobodyTook) }
    if let button = receiver as? ActionButton, let face = button.face {
      return StatusText(button.togglesLight ? .lampTook : .buttonTook, [.face: "\(face)"], isSuccess: true)
    }
    let seen = visibleFace(at: location)
    if let face = faces.first(where: { receiver.isDescendant(of: $0) }) {
      guard let seen, seen !== face else { return StatusText(.took, [.taker: face.displayNameMidSentence]) }
      return StatusText(.tookFromBehind, [.taker: face.displayNameMidSentence, .seen: seen.displayNameMidSentence])
    }
    guard receiver === content else { return nil }
    guard let seen else { return StatusText(.took, [.taker: content.displayNameMidSentence]) }
    return StatusText(
      .tookVisibleNotListening, [.taker: content.displayNameMidSentence, .seen: seen.displayNameMidSentence])
  }

  public override func resetForNextVisitor() {
    super.resetForNextVisitor()
    resetChoices()
  }

  public override func layout(scale: Double) {
    for face in faces {
      face.center = center
      face.layer.rasterizationScale = scale * CubeGeometry.nearestMagnification
    }
  }
}

// MARK: - Touches and turning

extension CubeScene {
  /// Returns the visible face at a point of the panel, which is the nearest one.
  func visibleFace(at location: Point) -> CubeFaceView? {
    faces.first { face in
      // The visible faces of a closed cube are exactly the front-facing ones.
      let homography = face.layer.homographyToRoot
      return face.layer.facing == .front
        && homography.unapply(to: location).map(face.bounds.containsWithTolerance) == true
    }
  }

  /// Selects the initial touch fix and lighting.
  public func resetChoices() { (touchFix, lighting) = (options.touchFix, options.lighting) }

  /// Turns to the initial orientation.
  public func turnToHomeOrientation() { turn(to: home) }

  /// Turns the button's face to the back.
  public func turnButtonAway() {
    // As on a die, opposite faces add up to seven.
    if let face = buttonFace { turn(toFace: 7 - face.number) }
  }

  /// Turns a face to the viewer: seen from the front if the initial orientation shows a face in this way, and otherwise
  /// slightly from above and from the side. If the accessibility focus is on the cube, it moves to that face.
  public func turn(toFace number: Int) {
    guard (1...6).contains(number) else { return }
    let angle = ViewAngle.faces.contains(options.view) ? ViewAngle.faceOn : ViewAngle(x: -0.25, y: -0.35)
    turn(to: CubeGeometry.rotation(ViewAngle.faces[number - 1]).concatenating(CubeGeometry.rotation(angle)))
    guard let window = content.window, window.touchExplorer?.currentElement?.isDescendant(of: content) == true else {
      return
    }
    window.moveAccessibilityFocus(to: faces[number - 1])
  }

  /// The face that is turned to the viewer most, once the cube has turned.
  private var frontFace: CubeFaceView? {
    let rotation = (turnTarget ?? orientation).transform
    let depths = CubeGeometry.faceTransforms.map { rotation.direction($0.direction(SIMD3(0, 0, 1))).z }
    return faces.max { depths[$0.number - 1] < depths[$1.number - 1] }
  }

  /// Turns to the face after or before the one in front.
  private func turn(by step: Int) {
    if let frontFace { turn(toFace: 1 + (frontFace.number - 1 + step + faces.count) % faces.count) }
  }

  private func turn(to end: Rotation) {
    let start = orientation
    content.layer.removeAnimation(forKey: Self.turnKey)
    turnGesture.cancel()
    turnTarget = nil
    let angle = start.angle(to: end)
    guard angle > 1e-6 else { return }
    let turn = Animation(.curve(.easeInEaseOut, seconds: 0.3 + 0.2 * angle / .pi)) { [weak self] in
      self?.orientation = $0 == 1 ? end : start.interpolated(to: end, $0)
      if $0 == 1 { self?.turnTarget = nil }
    }
    turnTarget = end
    content.layer.add(turn, forKey: Self.turnKey)
  }
}

// MARK: - State to views

extension CubeScene {
  private func applyTouchFix() {
    for (index, face) in faces.enumerated() {
      content.reorder(face, to: index)
      face.isUserInteractionEnabled = true
    }
    content.hitOrder = .siblings
    touchFix.apply(content, faces)
    onHitTestingChange?()
  }

  private func applyOrientation() {
    content.layer.sublayerTransform = CubeGeometry.sublayerTransform(orientation)
    applyLighting()
    onHitTestingChange?()
  }

  private func applyShade() {
    for face in faces { face.isContentShaded = isBookShade }
    applyLighting()
  }

  /// True for the shading of "iOS Core Animation: Advanced Techniques", chapter 5, whose shades are stronger and also
  /// cover everything on the faces.
  private var isBookShade: Bool { shade == 1 }

  private func applyLighting() {
    let rotation = orientation.transform
    for face in faces {
      let transform = face.layer.transform
      face.shade =
        isBookShade
        ? lighting.shade(of: transform, turnedBy: rotation, brightness: lightBrightness)
        : lighting.weakShade(of: transform, turnedBy: rotation, brightness: lightBrightness)
          * (shade ?? face.textStyle.shadeLimit)
    }
  }

  private func fadeLight(to end: Double) {
    let start = lightBrightness
    let dimming = Animation(.curve(.easeInEaseOut, seconds: 0.35)) { [weak self] in
      self?.lightBrightness = start + (end - start) * $0
    }
    content.layer.add(dimming, forKey: Self.dimKey)
  }
}
