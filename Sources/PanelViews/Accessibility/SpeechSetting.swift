import Localization

/// The container of the elements that change the speech.
final class SpeechSettings: View {
  override func accessibilityContainerText(entering element: View) -> String? { LocalizedText.speechSettings.text }
}

/// An adjustable element that changes the speech. It is read like a view, but isn't in the window and isn't drawn.
final class SpeechSetting: View {
  private let label: LocalizedText
  private let range: ClosedRange<Int>
  private let step: Int
  /// In percent.
  var value: Int { didSet { value = min(max(value, range.lowerBound), range.upperBound) } }

  init(label: LocalizedText, value: Int, range: ClosedRange<Int>, step: Int) {
    (self.label, self.value, self.range, self.step) = (label, value, range, step)
    super.init()
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(label: label.text, value: percentage(Double(value) / 100), traits: .adjustable)
      .limited(value, from: range.lowerBound, to: range.upperBound)
  }

  override func accessibilityIncrement() { value += step }
  override func accessibilityDecrement() { value -= step }
}
