import Geometry
import Layers
import Raster
import Views

/// What the chapter's listings have in common: one view in the middle of a container, and numbers to play with.
///
/// A drag to the side turns the first angle, as its slider does.
open class ListingScene: Scene {
  /// The view that the listing is about.
  let view: View
  private(set) var sliders: [Slider] = []
  /// Where the view was before anything was done to it. A layer, which no hit test asks.
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

  /// Adds a slider and has the listing applied anew with each of its values.
  final func add(_ slider: Slider) -> Slider {
    slider.onSlide = { [unowned self] _ in apply() }
    sliders.append(slider)
    return slider
  }

  open override var controls: [BarItem] { sliders }
  open override var box: Rect { Rect(-135, -135, 270, 270) }
  open override var hint: StatusText { StatusText("Drag", " to change the numbers.") }

  /// Sets what the listing sets, from the sliders' values.
  func apply() {}

  open override func layout(scale: Double) {
    view.center = center
    before.position = center
    apply()
  }

  private func drag() {
    guard pan.state == .changed, let slider = sliders.first, let stage else { return }
    let step = pan.translation.x / stage.fitScale
    pan.translation = .zero
    let span = slider.range.upperBound - slider.range.lowerBound
    var value = slider.value + step * span / 400
    // A whole turn comes back to where it began.
    if slider.range == 0...360 { value -= (value / 360).rounded(.down) * 360 }
    slider.value = value
    apply()
  }
}

extension Slider {
  /// In radians, for a slider of degrees.
  var radians: Double { value * .pi / 180 }

  /// The distance of the eye, in points.
  static func distance(_ value: Double = 500) -> Slider {
    Slider(name: "distance", title: "Eye", range: 150...2000, value: value, detents: [500, 1000]) {
      "\(Int($0.rounded())) pt"
    }
  }
}
