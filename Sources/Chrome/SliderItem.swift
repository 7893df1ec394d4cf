import PanelViews
import Scenes

/// A slider, with its heading and its formatted value above the track.
final class SliderItem: BarItem {
  private let number: SceneNumber
  private let slider = Slider()
  private let value = Label(name: "value")

  init(_ number: SceneNumber) {
    self.number = number
    super.init(name: number.name, heading: number.heading)
    (slider.minimumValue, slider.maximumValue) = (number.range.lowerBound, number.range.upperBound)
    (slider.value, slider.detents, slider.accessibilityLabel) = (number.value, number.detents, number.heading)
    slider.addAction(for: .valueChanged) { [unowned self] _ in self.number.value = slider.value }
    slider.accessibilityValueBlock = { [unowned self] in value.text }
    // Both are read with the slider.
    for label in [heading, value] { label.isAccessibilityElement = false }
    // The slider draws the background.
    slider.layoutMargins = Insets(horizontal: 12)
    addSubview(slider)
    addHeading(value, .trailing)
    number.updateControl = { [weak self] in self?.showValue() }
    showValue()
  }

  override var usesSpareWidth: Bool { true }

  override func controlWidth(_ form: Form) -> Double {
    form == .wide ? 200 : 112
  }

  private func showValue() {
    slider.value = number.value
    value.text = number.format(number.value)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    slider.frame = controlFrame
    (slider.layer.backgroundColor, slider.layer.cornerRadius) = (slider.look.background, slider.look.cornerRadius)
  }
}
