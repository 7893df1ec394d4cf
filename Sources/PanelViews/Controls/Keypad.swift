import PanelLayers

/// Twelve keys for entering a number: 1 to 9, delete, 0 and enter. They have the same order in all languages.
///
/// Arrow keys move the focus. The application also handles typed digits.
open class Keypad: View {
  public enum Key: Equatable, Sendable {
    case digit(Int)
    case delete, enter
  }

  /// Called for each pressed key.
  public final var onPress: ((Key) -> Void)?
  /// False to disable all keys.
  public final var isEnabled = true {
    didSet { for key in keys { key.isEnabled = isEnabled } }
  }

  private let keys: [KeypadKey]
  private static let columns = 3
  private static let (gap, rowGap) = (6.0, 8.0)

  /// - Parameters:
  ///   - enterTitle: the title of the last key.
  ///   - name: the view's name in `path`.
  ///   - frame: in the superview, in points.
  public init(enterTitle: String = "OK", name: String? = nil, frame: Rect = .zero) {
    let digits = (1...9).map { KeypadKey(.digit($0), "\($0)", name: "\($0)") }
    keys =
      digits + [
        KeypadKey(.delete, "⌫", name: "delete"), KeypadKey(.digit(0), "0", name: "0"),
        KeypadKey(.enter, enterTitle, name: "enter"),
      ]
    super.init(name: name, frame: frame)
    layer.layoutDirection = .leftToRight
    for (index, key) in keys.enumerated() {
      key.onPress = { [unowned self, unowned key] in onPress?(key.key) }
      key.onArrow = { [unowned self] in moveFocus(from: index, $0) }
      addSubview(key)
    }
  }

  /// The keys' look, in points; `nil` for the inherited one.
  public final var look: ControlLook? { didSet { setNeedsLayout() } }

  private func moveFocus(from index: Int, _ arrow: PanelViews.Key) -> Bool {
    let steps: [PanelViews.Key: Int] = [.left: -1, .right: 1, .up: -Self.columns, .down: Self.columns]
    guard let step = steps[arrow], keys.indices.contains(index + step) else { return true }
    window?.focus(keys[index + step])
    return true
  }

  /// Returns 264×328 units.
  open override func sizeThatFits(_ size: Size) -> Size { (Size(264, 328) * unit).roundedUp }

  open override func layoutSubviews() {
    let isMirrored = superview?.layer.isMirrored ?? false
    layer.sublayerTransform = Transform3D(scaleX: isMirrored ? -1 : 1, y: 1, z: 1)
    let (gap, rowGap, look) = (Self.gap * unit, Self.rowGap * unit, look ?? inheritedLook)
    let size = Size((bounds.width - 2 * gap) / 3, (bounds.height - 3 * rowGap) / 4)
    for (index, key) in keys.enumerated() {
      let (column, row) = (Double(index % Self.columns), Double(index / Self.columns))
      key.frame = Rect(column * (size.width + gap), row * (size.height + rowGap), size.width, size.height)
      key.look = look
      key.font = Font(size: min((key.key == .enter ? 20 : 28) * unit, size.height * 0.5), weight: 600)
      key.titleColor = key.key == .delete ? look.secondaryText : key.key == .enter ? look.tint : look.text
    }
  }
}

private final class KeypadKey: Button {
  let key: Keypad.Key
  var onArrow: ((Key) -> Bool)?

  init(_ key: Keypad.Key, _ title: String, name: String) {
    self.key = key
    super.init(title, name: name)
  }

  override func press(_ arrow: Key) -> Bool { onArrow?(arrow) ?? false }
}
