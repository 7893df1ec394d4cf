import Explanation
import PanelGeometry
import PanelText
import PanelViews
import Scenes

/// A slider, with its heading and its formatted value above the track.
final class SliderItem: BarItem {
  private let number: SceneNumber
  private let slider = Slider()

  init(_ number: SceneNumber) {
    self.number = number
    super.init(name: number.name, heading: number.heading)
    (slider.minimumValue, slider.maximumValue) = (number.range.lowerBound, number.range.upperBound)
    (slider.value, slider.detents, slider.accessibilityLabel) = (number.value, number.detents, number.heading)
    slider.addAction(for: .valueChanged) { [unowned self] _ in self.number.value = slider.value }
    addSubview(slider)
    number.updateControl = { [weak self] in
      self?.setNeedsDisplay()
      self?.slider.value = number.value
    }
  }

  override var stretches: Bool { true }

  override func controlWidth(_ form: Form) -> Double {
    form == .wide ? 200 : 112
  }

  override func drawControl(_ canvas: Canvas) {
    drawHeading(canvas, number.format(number.value), alignment: .trailing, color: theme.text)
    canvas.fill(controlFrame, radius: 12 * unit, color: theme.controlBackground)
  }

  override func layoutSubviews() {
    slider.look = theme.look(radius: 12 * unit, unit: unit)
    slider.frame = controlFrame
  }
}
