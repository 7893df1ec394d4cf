import Geometry
import Layers
import Raster
import Views
import Words

/// The base class of the chapter's listings: one view in the middle of a container, with adjustable numbers.
///
/// A horizontal drag changes the first number.
open class ListingScene: Scene {
  /// The view that the listing transforms.
  let view: View
  private var numbers: [SceneNumber] = []
  /// The outline of the untransformed view. It is a layer, so hit testing ignores it.
  private let before = Layer()
  private let pan = PanGestureRecognizer()

  init(name: String, title: String, view: View, showsBefore: Bool = true) {
    self.view = view
    super.init(name: name, title: title)
    content.addSubview(view)
    if showsBefore {
      before.name = "before"
      before.bounds = view.bounds
      before.borderWidth = 1
      before.borderColor = Color(0.5, 0.55, 0.65, 0.55)
      content.layer.insertSublayer(before, at: 0)
    }
    pan.onChange = { [unowned self] in drag() }
    content.addGestureRecognizer(pan)
  }

  /// Adds a number. The listing is applied again whenever the number changes.
  final func add(_ number: SceneNumber) -> SceneNumber {
    number.onChange = { [unowned self] in
      apply()
      onRouteChange?()
    }
    numbers.append(number)
    return number
  }

  open override var controls: [SceneControl] { numbers.map { .number($0) } }
  open override var box: Rect { Rect(-150, -135, 300, 270) }
  open override var hint: StatusText { StatusText(.hintNumbers) }

  /// Applies the listing with the current numbers.
  func apply() {}

  open override func layout(scale: Double) {
    view.center = center
    before.position = center
    apply()
  }

  private func drag() {
    guard pan.state == .changed, let number = numbers.first else { return }
    let step = pan.translation.x / magnification
    pan.translation = .zero
    let span = number.range.upperBound - number.range.lowerBound
    var value = number.value + step * span / 400
    // A whole turn wraps around.
    if number.range == 0...360 { value -= (value / 360).rounded(.down) * 360 }
    number.value = value
  }
}
