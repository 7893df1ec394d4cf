/// The container of the elements that change the speech.
final class SpeechSettings: View {
  override func accessibilityContainerText(entering element: View) -> String? { accessibilityLabel }
}

/// An adjustable element that changes the speech. It is read like a view, but isn't in the window and isn't drawn.
final class SpeechSetting: View {
  private let range: ClosedRange<Int>
  private let step: Int
  /// In percent.
  var value: Int { didSet { value = min(max(value, range.lowerBound), range.upperBound) } }

  init(label: String, value: Int, range: ClosedRange<Int>, step: Int) {
    (self.value, self.range, self.step) = (value, range, step)
    super.init()
    accessibilityLabel = label
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(value: percentage(Double(value) / 100), traits: .adjustable)
      .limited(value, from: range.lowerBound, to: range.upperBound)
  }

  override func accessibilityIncrement() { value += step }
  override func accessibilityDecrement() { value -= step }
}
