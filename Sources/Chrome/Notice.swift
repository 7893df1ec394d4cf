import PanelViews

/// A message at the top of the panel. It receives no touches, unless a tap dismisses it.
final class Notice: View {
  private let label = Label(name: "text", size: 18, weight: 600, alignment: .center, lines: 4)
  var text: String { label.text }
  var onTap: (() -> Void)? { didSet { isUserInteractionEnabled = onTap != nil } }

  init(_ text: String, theme: Theme) {
    super.init(name: "notice")
    isUserInteractionEnabled = false
    layer.backgroundColor = theme.sheet
    (label.text, label.color) = (text, theme.warning)
    addSubview(label)
    let tap = TapGestureRecognizer()
    tap.onChange = { [unowned self] in onTap?() }
    addGestureRecognizer(tap)
  }

  /// Positions the notice at the top of a panel, as wide as its text.
  ///
  /// - Parameters:
  ///   - panel: The panel's size.
  ///   - magnification: That of the page's texts.
  ///   - window: To keep the field in use and the keyboard visible; `nil` if they needn't be.
  func place(on panel: Size, magnification: Double, above window: Window? = nil) {
    label.font = Font(size: 18 * magnification, weight: 600)
    let (inset, padding) = (min(24, panel.width / 40), 14.0)
    let size = label.sizeThatFits(Size(panel.width - 2 * (inset + padding), 0))
    let width = size.width + 2 * padding
    let height = size.height + padding
    var y = inset
    if let window, let position = window.positionAboveKeyboard(height: height, margin: min(inset, 8)) {
      // The stage is moved up while the keyboard is shown.
      y = position + window.keyboardOffset
    }
    frame = Rect(roundedToPixels((panel.width - width) / 2), roundedToPixels(y), width, height)
    label.frame = bounds.insetBy(padding, 0)
    layer.cornerRadius = 12
  }
}
