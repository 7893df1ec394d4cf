import Localization
import PanelViews

/// A listing of "iOS Core Animation: Advanced Techniques", chapter 5: a view in the middle of a container, and numbers
/// that change its transform.
///
/// A horizontal drag changes the first number.
class ListingScene: Scene {
  /// The view that the listing transforms.
  let view: View
  private let numbers: [BarItem]
  private let choice: BarItem?
  private let visibleBox: Rect
  private let transform: ((View, [Double]) -> Void)?
  /// The outline of the untransformed view. It is a layer, so hit testing ignores it.
  private let outline = Layer()
  private let pan = PanGestureRecognizer()

  /// - Parameters:
  ///   - box: the part that has to be visible, in points relative to the container's center.
  ///   - isOutlined: true to show the outline of the untransformed view.
  ///   - transform: transforms the view according to the numbers; `nil` if a subclass overrides `apply`.
  init(
    _ name: String, _ title: LocalizedText, _ view: View, _ numbers: [BarItem], choice: BarItem? = nil,
    box: Rect = Rect(-150, -135, 300, 270), isOutlined: Bool = true, transform: ((View, [Double]) -> Void)? = nil
  ) {
    (self.view, self.numbers, self.choice) = (view, numbers, choice)
    (visibleBox, self.transform) = (box, transform)
    super.init(name: name, title: title.text)
    content.addSubview(view)
    if isOutlined {
      outline.name = "before"
      outline.bounds = view.bounds
      outline.borderWidth = 1
      outline.borderColor = Color(0.5, 0.55, 0.65, 0.55)
      content.layer.insertSublayer(outline, at: 0)
    }
    for item in controls {
      item.control.addAction(for: .valueChanged) { [unowned self] _ in
        apply()
        onHitTestingChange?()
      }
    }
    pan.onChange = { [unowned self] in drag() }
    content.addGestureRecognizer(pan)
    apply()
  }

  override var controls: [BarItem] { (choice.map { [$0] } ?? []) + numbers }
  override var box: Rect { visibleBox }
  override var hint: StatusText { StatusText(.hintNumbers) }

  /// Applies the listing with the current numbers.
  func apply() { transform?(view, numbers.map(\.value)) }

  override func layout(scale: Double) {
    view.center = center
    outline.position = center
    apply()
  }

  private func drag() {
    guard pan.state == .changed, let number = numbers.first, let slider = number.control as? Slider else { return }
    let step = pan.translation.x / magnification
    pan.translation = .zero
    let span = slider.maximumValue - slider.minimumValue
    // Dragging by 400 points covers the range.
    var value = number.value + step * span / 400
    // A whole turn wraps around.
    if span == 360 { value -= (value / 360).rounded(.down) * 360 }
    number.value = value
  }
}

extension ListingScene {
  /// An affine rotation, by π/4 as in the book.
  static func rotate() -> ListingScene {
    ListingScene("rotate", .sceneRotate, Card(caption: LocalizedText.captionRotate.text), [.angle(45)]) {
      $0.layer.transform = Transform3D(Transform2D(rotationAngle: $1[0].radians))
    }
  }

  /// Three steps in one transform: scaled by 0.5, rotated by 30°, translated by (200, 0). The view lands at
  /// (+86.6, +50), because each step is applied before the previous ones.
  static func compound() -> ListingScene {
    ListingScene(
      "compound", .sceneCompound, Card(colorIndex: 1, caption: LocalizedText.captionCompound.text),
      [.angle(30), .points("translation", .move, 0...300, 200, detents: [200])], box: Rect(-170, -150, 340, 300)
    ) {
      $0.layer.transform = Transform3D(
        Transform2D.identity.scaledBy(x: 0.5, y: 0.5).rotated(by: $1[0].radians).translatedBy(x: $1[1], y: 0))
    }
  }

  /// A shear. Its matrix is set directly because no function creates one.
  static func shear() -> ListingScene {
    let numbers = [("x", 1.0), ("y", 0)].map { name, value in
      BarItem(name: name, heading: name, range: -2...2, value: value, detents: [-1, 0, 1]) {
        $0.formatted(decimals: 1, decimalSeparator: LocalizedText.decimalSeparator.text)
      }
    }
    return ListingScene(
      "shear", .sceneShear, Card(colorIndex: 2, caption: "c = -x, b = y"), numbers, box: Rect(-215, -135, 430, 270)
    ) { $0.layer.transform = Transform3D(Transform2D(a: 1, b: $1[1], c: -$1[0], d: 1, tx: 0, ty: 0)) }
  }

  /// A rotation in space without perspective: the view merely looks squashed.
  static func rotateY() -> ListingScene {
    ListingScene(
      "rotate-y", .sceneRotateY, Card(colorIndex: 3, caption: LocalizedText.captionRotateY.text), [.angle(45)]
    ) {
      $0.layer.transform = Transform3D(rotationAngle: $1[0].radians, x: 0, y: 1, z: 0)
    }
  }

  /// A rotation in space with perspective.
  static func perspective() -> ListingScene {
    ListingScene(
      "perspective", .scenePerspective, Card(colorIndex: 4, caption: "m34 = -1 / eye"), [.angle(45), .eyeDistance()]
    ) {
      $0.layer.transform = Transform3D(perspectiveDistance: $1[1]).rotated(by: $1[0].radians, x: 0, y: 1, z: 0)
    }
  }

  /// A half turn about y: the picture is mirrored, or hidden if the layer isn't double-sided. The view receives touches
  /// either way.
  static func backface() -> ListingScene {
    let sides = BarItem(
      name: "double-sided", heading: .sides,
      options: [("yes", (.doubleSided, .doubleSidedDetail)), ("no", (.frontOnly, .frontOnlyDetail))])
    let card = Card(colorIndex: 1, caption: LocalizedText.captionBackface.text)
    return ListingScene("backface", .sceneBackface, card, [.angle(180)], choice: sides) {
      $0.layer.isDoubleSided = sides.selectedIndex == 0
      $0.layer.transform = Transform3D(perspectiveDistance: 500).rotated(by: $1[0].radians, x: 0, y: 1, z: 0)
    }
  }
}

extension BarItem {
  /// Creates an angle in degrees, from 0 to 360.
  static func angle(_ degrees: Double) -> BarItem {
    BarItem(
      name: "angle", heading: LocalizedText.angle.text, range: 0...360, value: degrees,
      detents: stride(from: 0, through: 360, by: 45).map { $0 }, format: { "\(Int(clamping: $0.rounded()))°" })
  }

  /// Creates a length in points.
  static func points(
    _ name: String, _ heading: LocalizedText, _ range: ClosedRange<Double>, _ value: Double, detents: [Double]
  ) -> BarItem {
    BarItem(name: name, heading: heading.text, range: range, value: value, detents: detents) {
      "\(Int(clamping: $0.rounded())) pt"
    }
  }

  /// Creates the distance of the eye, in points.
  static func eyeDistance() -> BarItem { points("distance", .eye, 150...2000, 500, detents: [500, 1000]) }
}

extension Double {
  /// This number of degrees in radians.
  var radians: Double { self * .pi / 180 }
}
