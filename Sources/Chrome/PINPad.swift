import Localization
import PanelViews

/// The result of checking a PIN.
public enum PINAnswer: Equatable, Sendable {
  case right
  /// - Parameter wait: the number of seconds until the next attempt.
  case wrong(wait: Double)
}

/// A sheet with a keypad that asks for a PIN.
final class PINPad: Sheet {
  static let maximumDigits = 12

  private let check: (String, @escaping (PINAnswer) -> Void) -> Void
  private let onSuccess: () -> Void
  private let title = Label(name: "title", size: 17, weight: 600, alignment: .center)
  private let digitsLabel = Label(name: "entry", size: 30, weight: 700, \.tint, alignment: .center)
  private let keypad = Keypad()
  private var acceptsInput = true
  private var digits = "" {
    didSet {
      digitsLabel.text = String(repeating: "•", count: digits.count)
      // Only the number of digits is spoken.
      digitsLabel.accessibilityLabel = digits.isEmpty ? nil : LocalizedText.digits.text(count: digits.count)
    }
  }

  /// - Parameters:
  ///   - check: checks a PIN and calls the closure with the result, at once or later.
  ///   - onSuccess: called after the right PIN.
  init(
    theme: Theme, check: @escaping (String, @escaping (PINAnswer) -> Void) -> Void, onSuccess: @escaping () -> Void
  ) {
    (self.check, self.onSuccess) = (check, onSuccess)
    let margins = Insets(top: 20, leading: 18, bottom: 16, trailing: 18)
    let stack = StackView(axis: .vertical, margins: margins, name: "sheet")
    super.init(name: "pin", theme: theme, contentView: stack)
    for view in [title, digitsLabel, keypad] { stack.addArrangedSubview(view) }
    stack.setCustomSpacing(4, after: title)
    stack.setCustomSpacing(10, after: digitsLabel)
    (title.fixedHeight, digitsLabel.fixedHeight) = (30, 40)
    var look = theme.look(radius: 14)
    look.disabledText = theme.secondaryText.withAlphaComponent(0.4)
    stack.controlLook = look
    title.text = LocalizedText.maintenance.text
    keypad.onPress = { [unowned self] in press($0) }
  }

  /// Disables the keys for a number of seconds and displays the number.
  func lock(forSeconds seconds: Double) {
    guard seconds > 0 else { return }
    acceptsInput = false
    title.text =
      seconds < 120
      ? LocalizedText.waitSeconds.text(count: Int(clamping: seconds.rounded(.up)))
      : LocalizedText.waitMinutes.text(count: Int(clamping: (seconds / 60).rounded(.up)))
    window?.announce(title.text)
    (keypad.isEnabled, keypad.accessibilityHint) = (false, title.text)
    window?.after(seconds: seconds) { [weak self] in
      guard let self else { return }
      acceptsInput = true
      title.text = LocalizedText.maintenance.text
      (keypad.isEnabled, keypad.accessibilityHint) = (true, nil)
    }
  }

  override func press(_ key: Key) -> Bool {
    switch key {
    case .return: press(.enter)
    case .delete: press(Keypad.Key.delete)
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue else { return super.press(key) }
      press(.digit(digit))
    default: return super.press(key)
    }
    return true
  }

  private func press(_ key: Keypad.Key) {
    guard acceptsInput else { return }
    switch key {
    case .delete:
      digits = String(digits.dropLast())
      announceEntry()
    case .enter:
      guard !digits.isEmpty else { return }
      acceptsInput = false
      check(digits) { [weak self] in self?.handle($0) }
    case .digit(let digit):
      if digits.count < Self.maximumDigits { digits += "\(digit)" }
      announceEntry()
    }
  }

  private func announceEntry() {
    window?.announce(digits.isEmpty ? LocalizedText.entryCleared.text : digitsLabel.spokenLabel)
  }

  private func handle(_ answer: PINAnswer) {
    // A pad that was dismissed in the meantime receives no touches.
    guard isUserInteractionEnabled else { return }
    (digits, acceptsInput) = ("", true)
    window?.announce((answer == .right ? LocalizedText.codeAccepted : .codeRejected).text)
    switch answer {
    case .right: onSuccess()
    case .wrong(let seconds): lock(forSeconds: seconds)
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    centerContentView(width: 300, height: 448)
  }
}
