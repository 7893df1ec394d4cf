import PanelGeometry
import PanelRaster
import PanelText

/// A control with a title. A tap or a key press triggers its action.
open class Button: Control {
  public final var title: String {
    didSet {
      guard title != oldValue else { return }
      sizeDidChange()
      if accessibilityLabel == oldValue { accessibilityLabel = title }
    }
  }
  public final var font = Font(size: 17, weight: 500) { didSet { if font != oldValue { sizeDidChange() } } }
  public final var titleColor = Color.white { didSet { if titleColor != oldValue { setNeedsDisplay() } } }
  public final var selectedTitleColor = Color(hex: 0x1A1F2C) {
    didSet { if selectedTitleColor != oldValue { setNeedsDisplay() } }
  }
  /// The title color of a disabled button; `nil` to fade `titleColor`.
  public final var disabledTitleColor: Color? {
    didSet { if disabledTitleColor != oldValue { setNeedsDisplay() } }
  }
  /// The minimum distance between the title and each side, in points.
  public final var titleInset = 12.0 { didSet { if titleInset != oldValue { sizeDidChange() } } }
  public final var look = ControlLook() { didSet { if look != oldValue { setNeedsDisplay() } } }

  public final var onPress: (() -> Void)?

  /// - Parameters:
  ///   - title: also the accessibility label.
  ///   - name: the view's name in `path`.
  ///   - frame: in the superview, in points.
  public init(_ title: String = "", name: String? = nil, frame: Rect = .zero) {
    self.title = title
    super.init(name: name, frame: frame)
    accessibilityLabel = title
    addAction(for: .primaryActionTriggered) { [unowned self] _ in onPress?() }
  }

  open override var drawsContents: Bool { true }

  /// Returns the title's size with `titleInset` at both sides, in whole points. The height is at least `minimumHeight`.
  open override func sizeThatFits(_ size: Size) -> Size {
    let title = TextLayout(title, font: font).size
    return Size(title.width + 2 * titleInset, max(title.height, Control.minimumHeight * unit)).roundedUp
  }

  override func baseline(in size: Size) -> Double {
    let title = TextLayout(title, font: font)
    return (size.height - title.size.height) / 2 + title.baseline
  }

  private func sizeDidChange() {
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  open override func draw(_ canvas: Canvas) {
    canvas.draw(look, of: self, in: bounds)
    drawTitle(canvas)
  }

  /// Draws the title centered, shrunk if it doesn't fit. Subclasses can draw an icon instead.
  open func drawTitle(_ canvas: Canvas) {
    let color = isSelected ? selectedTitleColor : titleColor
    canvas.draw(
      TextLayout(title, font: font, color: isEnabled ? color : disabledTitleColor ?? color.faded(0.4 * color.alpha))
        .shrunk(toFit: max(bounds.width - 2 * titleInset, 1), minimumScale: TextLayout.minimumTitleScale),
      centeredIn: bounds)
  }
}
