import Localization
import PanelViews

/// A control that a scene offers in the bar: a segmented control, a slider or a button. The control has the value.
public final class BarItem {
  /// The name of the view that shows the item.
  public let name: String
  /// The question that the control answers, displayed above it.
  public let heading: String
  public let control: Control
  /// A short explanation of each segment, shown in the menu.
  public let details: [String]
  /// Called after each change, by a person or by the scene. The bar sets it.
  public var onChange: (() -> Void)?

  /// - Parameters:
  ///   - name: of the view that shows the item.
  ///   - heading: the question that the control answers.
  ///   - control: an unnamed control.
  ///   - details: a short explanation of each segment.
  public init(name: String, heading: String, control: Control, details: [String] = []) {
    (self.name, self.heading, self.control, self.details) = (name, heading, control, details)
    control.addAction(for: .valueChanged) { [unowned self] _ in onChange?() }
  }

  /// Creates a choice with a segment for each option.
  convenience init(
    name: String, heading: LocalizedText,
    options: [(name: String, texts: (title: LocalizedText, detail: LocalizedText))], selectedIndex: Int = 0
  ) {
    let control = SegmentedControl(options.map(\.texts.title.text), names: options.map(\.name))
    control.selectedSegmentIndex = selectedIndex
    self.init(name: name, heading: heading.text, control: control, details: options.map(\.texts.detail.text))
  }

  /// Creates a number.
  ///
  /// - Parameters:
  ///   - name: of the view that shows the item.
  ///   - heading: the number's displayed name.
  ///   - range: the slider's limits.
  ///   - value: the initial value.
  ///   - detents: values that a drag snaps to, such as a right angle.
  ///   - format: makes the displayed and spoken text of a value.
  convenience init(
    name: String, heading: String, range: ClosedRange<Double>, value: Double, detents: [Double] = [],
    format: @escaping (Double) -> String
  ) {
    let slider = Slider()
    (slider.minimumValue, slider.maximumValue) = (range.lowerBound, range.upperBound)
    (slider.value, slider.detents, slider.accessibilityLabel) = (value, detents, heading)
    slider.accessibilityValueBlock = { [unowned slider] in format(slider.value) }
    self.init(name: name, heading: heading, control: slider)
  }

  /// Creates a button.
  convenience init(name: String, heading: String, title: LocalizedText, action: @escaping () -> Void) {
    let button = Button(title.text)
    button.onPress = action
    self.init(name: name, heading: heading, control: button)
  }

  /// The selected segment; `noSegment` for another control. Setting it sends `valueChanged`, as a tap does.
  public var selectedIndex: Int {
    get { (control as? SegmentedControl)?.selectedSegmentIndex ?? SegmentedControl.noSegment }
    set {
      guard let control = control as? SegmentedControl, newValue != control.selectedSegmentIndex else { return }
      control.selectedSegmentIndex = newValue
      control.sendActions(for: .valueChanged)
    }
  }

  /// The slider's value; 0 for another control. Setting it sends `valueChanged`, as a drag does.
  public var value: Double {
    get { (control as? Slider)?.value ?? 0 }
    set {
      guard let slider = control as? Slider else { return }
      let oldValue = slider.value
      slider.value = newValue
      if slider.value != oldValue { slider.sendActions(for: .valueChanged) }
    }
  }
}
