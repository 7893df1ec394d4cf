import Geometry
import Raster
import Text
import Views

/// What came of a PIN.
public enum PINAnswer: Equatable, Sendable {
  case right
  /// With the seconds until the next one is heard.
  case wrong(wait: Double)
}

/// A sheet with the ten digits, which asks for a PIN.
final class PINPad: Sheet {
  /// The most digits that it takes.
  static let longest = 12

  private let check: (String) -> PINAnswer
  private let title = Label(name: "title")
  private let entry = Label(name: "entry")
  private var keys: [PadKey] = []
  private var isListening = true
  private var digits = "" { didSet { entry.text = String(repeating: "•", count: digits.count) } }

  /// - Parameters:
  ///   - wait: seconds until it hears anything: the last one was wrong, not long ago.
  ///   - check: told what was entered. What is to come of the right one is the caller's.
  init(theme: Theme, check: @escaping (String) -> PINAnswer) {
    self.check = check
    super.init(name: "pin", theme: theme)
    for label in [title, entry] {
      label.isUserInteractionEnabled = false
      board.addSubview(label)
    }
    title.text = "Maintenance"
    title.color = theme.text
    entry.color = theme.accent
    for name in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "delete", "0", "enter"] {
      let key = PadKey(name: name, theme: theme)
      key.addAction(for: .primaryActionTriggered) { [unowned self] _ in press(name) }
      keys.append(key)
      board.addSubview(key)
    }
  }

  /// Hears nothing for so long.
  func wait(seconds: Double) {
    guard seconds > 0 else { return }
    isListening = false
    title.text = "Wait \(Int(seconds.rounded(.up))) s"
    for key in keys { key.isEnabled = false }
    window?.after(seconds: seconds) { [weak self] in
      guard let self else { return }
      isListening = true
      title.text = "Maintenance"
      for key in keys { key.isEnabled = true }
    }
  }

  override func press(_ key: Key) -> Bool {
    switch key {
    case .return: press("enter")
    case .character(let digit) where ("0"..."9").contains(digit): press(String(digit))
    default: return false
    }
    return true
  }

  private func press(_ name: String) {
    guard isListening else { return }
    switch name {
    case "delete": digits = String(digits.dropLast())
    case "enter":
      guard !digits.isEmpty else { return }
      let answer = check(digits)
      digits = ""
      if case .wrong(let seconds) = answer { wait(seconds: seconds) }
    default: if digits.count < Self.longest { digits += name }
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let u = centerBoard(width: 300, height: 448)
    title.font = Font(size: 17 * u, weight: 600)
    title.frame = Rect(20 * u, 20 * u, 260 * u, 30 * u)
    entry.font = Font(size: 30 * u, weight: 700)
    entry.frame = Rect(20 * u, 54 * u, 260 * u, 40 * u)
    for (index, key) in keys.enumerated() {
      key.unit = u
      key.frame = Rect((18 + Double(index % 3) * 90) * u, (104 + Double(index / 3) * 84) * u, 84 * u, 76 * u)
    }
  }
}

/// One key of the pad.
private final class PadKey: Control {
  var unit = 1.0 { didSet { if unit != oldValue { setNeedsDisplay() } } }
  private let theme: Theme

  init(name: String, theme: Theme) {
    self.theme = theme
    super.init(name: name)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let radius = 14 * unit
    canvas.fill(bounds, radius: radius, color: theme.well)
    if isHighlighted { canvas.fill(bounds, radius: radius, color: theme.highlight) }
    if isFocused { canvas.stroke(bounds.insetBy(1, 1), radius: radius, width: 2 * unit, color: theme.accent) }
    let (title, color) =
      switch name {
      case "delete": ("⌫", theme.quietText)
      case "enter": ("OK", theme.accent)
      default: (name ?? "", theme.text)
      }
    let size = name == "enter" ? 20.0 : 28
    canvas.draw(
      TextLayout(
        title, font: Font(size: size * unit, weight: 600), color: isEnabled ? color : theme.quietText.faded(0.4)),
      centeredIn: bounds)
  }
}
