import Localization
import PanelViews

/// Five cards around an axis, which a fling spins.
final class CarouselScene: Scene {
  private static let cardSize = Size(250, 150)
  private static let radius = 250.0
  private static let eyeDistance = 1000.0
  /// The angle between two cards, in degrees.
  private static let angleBetweenCards = 72.0
  /// The speed below which the carousel stops, in degrees per second.
  private static let minimumSpeed = 3.0
  /// The rotation per point of the finger's movement, in degrees.
  private static let degreesPerPoint = 0.5

  private let space = View(name: "carousel", transformsOnly: true)
  private var cards: [CarouselCard] = []
  /// The rotation in degrees.
  private(set) var angle = 0.0
  private let pan = PanGestureRecognizer()
  private static let spinKey = "spin"

  init() {
    super.init(name: "carousel", title: LocalizedText.sceneCarousel.text, content: View(name: "container"))
    for number in 1...5 {
      let card = CarouselCard(number: number, size: Self.cardSize)
      cards.append(card)
      space.addSubview(card)
      // A tap brings forward the card that hit testing finds, even if another card covers it.
      let tap = TapGestureRecognizer()
      tap.onChange = { [unowned self] in bringForward(number - 1) }
      card.addGestureRecognizer(tap)
    }
    content.addSubview(space)
    pan.onChange = { [unowned self] in drag() }
    content.addGestureRecognizer(pan)
    let rest = RestRecognizer()
    rest.onTouchDown = { [unowned self] in content.layer.removeAnimation(forKey: Self.spinKey) }
    rest.onLift = { [unowned self] in settleOnCard(speed: 0) }
    content.addGestureRecognizer(rest)
    updateCards()
  }

  // The extent of a card and its shadow over a full turn.
  override var box: Rect { Rect(-325, -165, 650, 330) }
  override var hint: StatusText { StatusText(.hintCarousel) }

  override func layout(scale: Double) {
    space.center = center
  }

  override var canTurn: Bool { true }

  override func turn(by step: Point) { turn(to: angle + degrees(step.x)) }

  func turn(to newAngle: Double) {
    angle = newAngle - (newAngle / 360).rounded(.down) * 360
    updateCards()
  }

  private func updateCards() {
    for (index, card) in cards.enumerated() {
      card.layer.transform = Transform3D(perspectiveDistance: Self.eyeDistance)
        .rotated(by: (angle + Self.angleBetweenCards * Double(index)) * .pi / 180, x: 0, y: 1, z: 0)
        .translatedBy(x: 0, y: 0, z: Self.radius)
    }
    onHitTestingChange?()
  }

  private func drag() {
    switch pan.state {
    case .changed:
      turn(to: angle + degrees(pan.translation.x))
      pan.translation = .zero
    case .ended, .cancelled: settleOnCard(speed: pan.state == .ended ? degrees(pan.velocity.x) : 0)
    default: break
    }
  }

  /// Converts a distance to a rotation. A larger panel magnifies the cards, so the finger has to move further.
  ///
  /// - Parameter distance: in the panel's points.
  private func degrees(_ distance: Double) -> Double { Self.degreesPerPoint * distance / magnification }

  /// Decelerates from the finger's speed and stops with a card facing the viewer.
  ///
  /// - Parameter speed: in degrees per second.
  private func settleOnCard(speed: Double) {
    let naturalDistance = Decay(initialVelocity: speed).totalDistance
    let distance = ((angle + naturalDistance) / Self.angleBetweenCards).rounded() * Self.angleBetweenCards - angle
    // Adjust the deceleration so that it ends at a card. If that would change the distance too much, use a spring.
    guard (0.35...3).contains(distance / naturalDistance), abs(speed) > 4 * Self.minimumSpeed,
      content.window?.reducesMotion == false
    else { return turn(by: distance, speed: speed) }
    let decay = Decay(initialVelocity: speed, covering: distance, until: Self.minimumSpeed)
    let fling = Animation.fling(decay, until: Self.minimumSpeed) { [weak self] step in
      guard let self else { return }
      turn(to: angle + step)
    }
    content.layer.add(fling, forKey: Self.spinKey)
  }

  /// Turns a card to the viewer along the shorter way.
  private func bringForward(_ index: Int) {
    content.layer.removeAnimation(forKey: Self.spinKey)
    turn(by: (-Self.angleBetweenCards * Double(index) - angle).remainder(dividingBy: 360), speed: 0)
  }

  /// - Parameters:
  ///   - distance: in degrees.
  ///   - speed: the initial speed, in degrees per second.
  private func turn(by distance: Double, speed: Double) {
    guard abs(distance) > 1e-6 else { return }
    let start = angle
    let spring = Animation(.spring(Spring(response: 0.5, initialVelocity: speed / distance))) { [weak self] in
      self?.turn(to: start + distance * $0)
    }
    content.layer.add(spring, forKey: Self.spinKey)
  }
}

/// A card in the carousel.
private final class CarouselCard: View, Numbered {
  let number: Int
  static let names = LocalizedText.cards
  let identifyingColor: Color? = nil

  override var accessibilityDefaults: AccessibilityDefaults { .init(isElement: true) }

  init(number: Int, size: Size) {
    self.number = number
    let gradient = GradientLayer()
    gradient.colors = [Color(0.5, 0, 0.5), Color(1, 0, 0)]
    gradient.cornerRadius = 10
    gradient.borderWidth = 4
    gradient.borderColor = Color(1, 1, 1, 0.3)
    // The light comes from above. The shadow is soft enough for a light background as well.
    gradient.shadowOpacity = 0.45
    gradient.shadowOffset = Point(0, 10)
    gradient.shadowRadius = 20
    super.init(name: "plane\(number)", layer: gradient)
    accessibilityLabel = LocalizedText.card.text([.number: "\(number)"])
    bounds = Rect(origin: .zero, size: size)
    let numeral = Label(name: "number", frame: Rect(75, 25, 100, 100))
    numeral.explanationName = LocalizedText.number.text
    numeral.font = Font(size: 72, weight: 700)
    numeral.text = "\(number)"
    numeral.centersInk = true
    addSubview(numeral)
  }
}
