import Localization
import PanelViews

/// The keypad of a control: collects digits, shows a dot for each, and reports them together.
final class KeypadEntry {
  let view: StackView
  /// Called with the digits, once all are entered or after OK.
  var onEnter: ((String) -> Void)?
  var isEnabled: Bool {
    get { keypad.isEnabled }
    set { keypad.isEnabled = newValue }
  }
  /// True while there are digits that aren't reported.
  var hasDigits: Bool { !digits.isEmpty }

  private let count: Int
  private let keypad = Keypad()
  private let label = Label()
  private var digits = "" { didSet { showDigits() } }
  /// The spoken result of the last code, until the next digit.
  private var result: LocalizedText?
  private var refusalTimer: WindowTimer?

  /// In seconds.
  private static let (refusalDuration, shakeDuration) = (1.5, 0.4)

  /// - Parameter count: the number of digits.
  init(count: Int, name: String?, look: ControlLook, layer: Layer) {
    self.count = count
    view = StackView(axis: .vertical, spacing: 12, name: name, layer: layer)
    view.controlLook = look
    label.font = Font(size: 28, weight: 600)
    label.adjustsFontForContentSizeCategory = true
    label.color = view.inheritedLook.text
    // If a keypad has too little height, its keys shrink, not the entered digits.
    label.setContentCompressionResistancePriority(751, for: .vertical)
    (keypad.enterHint, label.accessibilityHint) = (LocalizedText.codeHint.text, LocalizedText.codeHint.text)
    keypad.onPress = { [unowned self] in handle($0) }
    view.addArrangedSubview(label)
    view.addArrangedSubview(keypad)
    showDigits()
  }

  /// Clears the digits, so that the next person doesn't continue them.
  func clear() { if hasDigits { digits = "" } }

  private func handle(_ key: Keypad.Key) {
    // The last digit has entered the code already.
    if key == .enter, !hasDigits, let result {
      view.window?.announce(result.text)
      return
    }
    result = nil
    switch key {
    case .digit(let digit) where digits.count < count: digits += "\(digit)"
    case .delete: digits = String(digits.dropLast())
    default: break
    }
    let isComplete = digits.count == count || key == .enter && hasDigits
    let note: LocalizedText? =
      switch key {
      case _ where isComplete: .codeEntered
      case .enter: .entryIncomplete
      case .delete where digits.isEmpty: .entryCleared
      default: nil
      }
    view.window?.announce(spokenDigits + (note.map { LocalizedText.listSeparator.text + $0.text } ?? ""))
    guard isComplete else {
      if key == .enter { showRefusal() }
      return
    }
    let code = digits
    (digits, result) = ("", .codeEntered)
    onEnter?(code)
  }

  /// Speaks the result of the keypad's action, and shows a failure.
  func announce(hasSucceeded: Bool) {
    let result: LocalizedText = hasSucceeded ? .codeAccepted : .codeRejected
    self.result = result
    if !hasSucceeded { showRefusal() }
    // After a rejection, people enter the code again from the first digit.
    view.window?.announce(result.text + (hasSucceeded ? "" : LocalizedText.listSeparator.text + spokenDigits))
  }

  /// Shakes the dots and shows them in the color of failures for a moment.
  private func showRefusal() {
    guard let window = view.window else { return }
    let text = view.inheritedLook.text
    label.color = Palette.failure.mixed(with: text, 0.4)
    refusalTimer?.cancel()
    refusalTimer = window.after(seconds: Self.refusalDuration) { [weak self] in self?.label.color = text }
    let shake = Animation(.curve(.linear, seconds: Self.shakeDuration)) { [label] progress in
      // A triangle wave of three periods that fades out.
      let wave = abs((progress * 6 + 0.5).truncatingRemainder(dividingBy: 2) - 1) * 2 - 1
      label.layer.transform = Transform3D(translationX: wave * 10 * (1 - progress), y: 0, z: 0)
    }
    label.layer.add(shake, forKey: "shake")
  }

  private func showDigits() {
    label.accessibilityLabel = spokenDigits
    let missing = max(count - digits.count, 0)
    label.text = String(repeating: "● ", count: digits.count) + String(repeating: "○ ", count: missing).dropLast()
  }

  /// The number of entered digits, never the digits.
  private var spokenDigits: String {
    LocalizedText.digitsOf.text([.count: "\(digits.count)", .total: "\(count)"])
  }
}
