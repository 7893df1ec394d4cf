import Explanation
import Localization
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// The result of checking a PIN.
public enum PINAnswer: Equatable, Sendable {
  case right
  /// With the number of seconds until the next attempt.
  case wrong(wait: Double)
}

/// A sheet with a keypad that asks for a PIN.
final class PINPad: Sheet {
  static let maximumDigits = 12

  private let check: (String, @escaping (PINAnswer) -> Void) -> Void
  private let entered: () -> Void
  private let title = Label(name: "title")
  private let entry = Label(name: "entry")
  private var keys: [Button] = []
  private var isListening = true
  private var digits = "" { didSet { entry.text = String(repeating: "•", count: digits.count) } }

  /// - Parameters:
  ///   - check: checks a PIN and calls its argument at once or later.
  ///   - entered: called after the right PIN.
  init(
    theme: Theme, check: @escaping (String, @escaping (PINAnswer) -> Void) -> Void, entered: @escaping () -> Void
  ) {
    (self.check, self.entered) = (check, entered)
    super.init(name: "pin", theme: theme)
    // Keypads have the same order in all languages.
    contentView.layer.layoutDirection = .leftToRight
    for label in [title, entry] {
      label.isUserInteractionEnabled = false
      contentView.addSubview(label)
    }
    title.text = LocalizedText.maintenance.text
    title.color = theme.text
    entry.color = theme.accent
    for name in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "delete", "0", "enter"] {
      let key = Button(name == "delete" ? "⌫" : name == "enter" ? LocalizedText.enter.text : name, name: name)
      key.titleColor = name == "delete" ? theme.secondaryText : name == "enter" ? theme.accent : theme.text
      key.disabledTitleColor = theme.secondaryText.faded(0.4)
      key.onPress = { [unowned self] in press(name) }
      keys.append(key)
      contentView.addSubview(key)
    }
  }

  /// Disables the keys for a number of seconds and displays the remaining time.
  func refuse(forSeconds seconds: Double) {
    guard seconds > 0 else { return }
    isListening = false
    title.text =
      seconds < 120
      ? LocalizedText.waitSeconds.text(count: Int(clamping: seconds.rounded(.up)))
      : LocalizedText.waitMinutes.text(count: Int(clamping: (seconds / 60).rounded(.up)))
    for key in keys { key.isEnabled = false }
    window?.after(seconds: seconds) { [weak self] in
      guard let self else { return }
      isListening = true
      title.text = LocalizedText.maintenance.text
      for key in keys { key.isEnabled = true }
    }
  }

  override func press(_ key: Key) -> Bool {
    switch key {
    case .return: press("enter")
    case .character(let digit) where ("0"..."9").contains(digit): press(String(digit))
    default: return super.press(key)
    }
    return true
  }

  private func press(_ name: String) {
    guard isListening else { return }
    switch name {
    case "delete": digits = String(digits.dropLast())
    case "enter":
      guard !digits.isEmpty else { return }
      isListening = false
      check(digits) { [weak self] in self?.take($0) }
    default: if digits.count < Self.maximumDigits { digits += name }
    }
  }

  private func take(_ answer: PINAnswer) {
    // Dismissed in the meantime.
    guard isUserInteractionEnabled else { return }
    (digits, isListening) = ("", true)
    switch answer {
    case .right: entered()
    case .wrong(let seconds): refuse(forSeconds: seconds)
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    centerContentView(width: 300, height: 448)
    contentView.layer.sublayerTransform = Transform3D(scaleX: layer.isMirrored ? -1 : 1, y: 1, z: 1)
    let u = contentView.unit
    title.font = Font(size: 17 * u, weight: 600)
    title.frame = Rect(20 * u, 20 * u, 260 * u, 30 * u)
    entry.font = Font(size: 30 * u, weight: 700)
    entry.frame = Rect(20 * u, 54 * u, 260 * u, 40 * u)
    for (index, key) in keys.enumerated() {
      key.look = theme.look(radius: 14 * u, unit: u)
      key.font = Font(size: (key.name == "enter" ? 20 : 28) * u, weight: 600)
      key.frame = Rect((18 + Double(index % 3) * 90) * u, (104 + Double(index / 3) * 84) * u, 84 * u, 76 * u)
    }
  }
}
