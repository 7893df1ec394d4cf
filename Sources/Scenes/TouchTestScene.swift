import Localization
import PanelViews

/// Shows each finger with crosshairs, its ID, its position and a trail, and facts about the touch device. Use it to
/// check that touches match the picture.
public final class TouchTestScene: Scene {
  public static let name = "touch-test"

  public var onDone: (() -> Void)?
  public var facts: [String] = [] { didSet { if facts != oldValue { surface.setFacts(facts) } } }

  private let surface = TouchTestView()

  public init() {
    super.init(name: Self.name, title: LocalizedText.sceneTouchTest.text, content: View(name: "container"))
    content.addSubview(surface)
  }

  private lazy var doneItem = BarItem(name: "done", heading: title, title: .done) { [unowned self] in onDone?() }

  public override var controls: [BarItem] { onDone == nil ? [] : [doneItem] }
  public override var hint: StatusText { StatusText(.hintTouchTest) }
  public override var coversWindow: Bool { true }
  public override func layout(scale: Double) { surface.frame = content.bounds }

  /// Keeps the hint in the status line.
  public override func describe(_ receiver: View?, at location: Point) -> StatusText? { nil }
}

/// Receives every touch on the panel.
private final class TouchTestView: View {
  /// Only the first ten fingers are shown.
  private var fingers: [Finger] = (0..<10).map { Finger(color: Palette.faces[$0 % 6].from) }
  private var factLabels: [Label] = []

  init() {
    super.init(name: "surface")
    accessibilityLabel = LocalizedText.thePanel.text
    isMultipleTouchEnabled = true
    for finger in fingers { finger.add(to: layer) }
  }

  func setFacts(_ facts: [String]) {
    while factLabels.count < facts.count {
      let label = Label(name: "fact")
      label.alignment = .leading
      label.color = Color(hex: 0xAAB2C4)
      factLabels.append(label)
      addSubview(label)
      setNeedsLayout()
    }
    for (index, label) in factLabels.enumerated() { label.text = index < facts.count ? facts[index] : "" }
  }

  override func layoutSubviews() {
    for (index, label) in factLabels.enumerated() {
      label.font = Font(size: 15, weight: 500)
      label.frame = Rect(24, 20 + Double(index) * 24, bounds.width - 48, 24)
    }
  }

  override func touchBegan(_ touch: Touch) {
    guard let finger = fingers.first(where: { $0.id == nil }) else { return }
    finger.begin(touch.id, in: bounds.size)
    follow(touch)
  }

  override func touchMoved(_ touch: Touch) { follow(touch) }
  override func touchEnded(_ touch: Touch) { end(touch) }
  override func touchCancelled(_ touch: Touch) { end(touch) }

  private func follow(_ touch: Touch) {
    guard let window, let location = touch.location(in: self) else { return }
    fingers.first { $0.id == touch.id }?.move(to: location, displayedAs: window.convertToPanel(location))
  }

  private func end(_ touch: Touch) { fingers.first { $0.id == touch.id }?.end() }
}

/// The mark of one finger. It consists of layers that move, so that a frame only redraws the area they cover.
private final class Finger {
  private(set) var id: Int?
  private let color: Color
  private let horizontal = Layer()
  private let vertical = Layer()
  private let ring = Layer()
  private let label = Label(name: "place")
  private var marks: [Layer] { [horizontal, vertical, ring, label.layer] }
  private let trail = (0..<48).map { _ in Layer() }
  private var nextDot = 0
  private var lastDotLocation: Point?
  private var size = Size.zero

  init(color: Color) {
    self.color = color
    for line in [horizontal, vertical] {
      line.backgroundColor = color
      line.opacity = 0.8
    }
    label.color = .white
    label.alignment = .leading
    hide()
  }

  func add(to layer: Layer) {
    for dot in trail { dot.backgroundColor = color }
    for sublayer in trail + marks { layer.addSublayer(sublayer) }
  }

  private func hide() { for mark in marks { mark.isHidden = true } }

  func begin(_ id: Int, in size: Size) {
    (self.id, self.size, lastDotLocation) = (id, size, nil)
    horizontal.bounds = Rect(0, 0, size.width, 2)
    vertical.bounds = Rect(0, 0, 2, size.height)
    let side = 72.0
    ring.bounds = Rect(0, 0, side, side)
    (ring.cornerRadius, ring.borderWidth, ring.borderColor) = (side / 2, 3, color)
    label.font = Font(size: 17, weight: 600)
    label.bounds = Rect(0, 0, 260, 28)
    for dot in trail {
      dot.bounds = Rect(0, 0, 6, 6)
      dot.cornerRadius = 3
      dot.isHidden = true
    }
    for mark in marks { mark.isHidden = false }
  }

  /// - Parameter position: the location in the panel's points.
  func move(to location: Point, displayedAs position: Point) {
    horizontal.position = Point(size.width / 2, location.y)
    vertical.position = Point(location.x, size.height / 2)
    ring.position = location
    let coordinates = [position.x, position.y].map { $0.formatted(decimals: 1, decimalSeparator: ".") }
    label.text = "\(id ?? 0):  \(coordinates.joined(separator: ", "))"
    // The label is next to the finger, which would otherwise cover it, on the side that has room.
    let isOnLeft = location.x > size.width - 320
    let isAbove = location.y > 60
    label.center = Point(location.x + (isOnLeft ? -180 : 180), location.y + (isAbove ? -30 : 40))
    label.alignment = isOnLeft ? .trailing : .leading
    if let lastDotLocation, (lastDotLocation - location).length < 5 { return }
    lastDotLocation = location
    trail[nextDot].position = location
    trail[nextDot].isHidden = false
    nextDot = (nextDot + 1) % trail.count
  }

  func end() {
    id = nil
    hide()
  }
}
