import Localization
import PanelLayers

/// Twelve keys for entering a number: 1 to 9, delete, 0 and enter. They have the same order in all languages.
///
/// Arrow keys move the focus. Digits that are typed on a keyboard are left to the application.
open class Keypad: View {
  public enum Key: Equatable, Sendable {
    case digit(Int)
    case delete, enter
  }

  /// Called for each pressed key.
  public final var onPress: ((Key) -> Void)?
  /// False to disable all keys.
  public final var isEnabled = true {
    didSet { for button in buttons { button.isEnabled = isEnabled } }
  }

  /// The accessibility hint of the enter key.
  public final var enterHint: String? {
    get { buttons.last?.accessibilityHint }
    set { buttons.last?.accessibilityHint = newValue }
  }

  private let keys = (1...9).map(Key.digit) + [.delete, .digit(0), .enter]
  private let buttons: [Button]
  private static let columns = 3
  /// The distances between columns and between rows.
  private static let (gap, rowGap) = (6.0, 8.0)

  /// - Parameters:
  ///   - enterTitle: the title of the last key.
  ///   - deleteLabel: the accessibility label of the delete key.
  ///   - name: the view's name in `path`.
  ///   - frame: in the superview, in points.
  public init(
    enterTitle: String = LocalizedText.enter.text, deleteLabel: String = LocalizedText.deleteKey.text,
    name: String? = nil, frame: Rect = .zero
  ) {
    buttons = keys.map { key in
      switch key {
      case .digit(let digit): Button("\(digit)", name: "\(digit)")
      case .delete: Button("⌫", name: "delete")
      case .enter: Button(enterTitle, name: "enter")
      }
    }
    super.init(name: name, frame: frame)
    layer.layoutDirection = .leftToRight
    for (key, button) in zip(keys, buttons) {
      button.onPress = { [unowned self] in press(key) }
      if key == .delete { button.accessibilityLabel = deleteLabel }
      addSubview(button)
    }
  }

  private var lastPress: (key: Key, time: UInt64)?

  private func press(_ key: Key) {
    if let window {
      let isBounce = lastPress.map { $0.key == key && window.now < $0.time.adding(seconds: window.bounceKeysDelay) }
      if isBounce == true { return }
      lastPress = (key, window.now)
    }
    onPress?(key)
  }

  /// The keys' look, in points; `nil` for the inherited one.
  public final var look: ControlLook? { didSet { setNeedsLayout() } }

  final override func moveFocus(from control: Control, _ arrow: PanelViews.Key) -> Bool {
    let steps: [PanelViews.Key: Int] = [.left: -1, .right: 1, .up: -Self.columns, .down: Self.columns]
    guard let index = buttons.firstIndex(where: { $0 === control }), let step = steps[arrow],
      buttons.indices.contains(index + step)
    else { return true }
    window?.focus(buttons[index + step])
    return true
  }

  /// Returns 264×328 points.
  open override func sizeThatFits(_ size: Size) -> Size { roundedUpToPixels(Size(264, 328)) }

  open override func layoutSubviews() {
    let (gap, rowGap, look) = (Self.gap, Self.rowGap, look ?? inheritedLook)
    let size = Size((bounds.width - 2 * gap) / 3, (bounds.height - 3 * rowGap) / 4)
    for (index, button) in buttons.enumerated() {
      let (key, column, row) = (keys[index], Double(index % Self.columns), Double(index / Self.columns))
      button.place(in: Rect(column * (size.width + gap), row * (size.height + rowGap), size.width, size.height))
      button.look = look
      // Narrow keys have smaller titles.
      let fontSize = min((key == .enter ? 20 : 28) * textScale, size.height * 0.5, size.width * 0.45)
      button.font = Font(size: fontSize, weight: 600)
      button.titleInset = min(12, size.width / 7)
      button.titleColor = key == .delete ? look.secondaryText : key == .enter ? look.tint : look.text
    }
  }
}
