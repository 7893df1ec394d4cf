import Geometry
import Raster
import Text

/// A control with a title that does something when it is pressed, by a finger or a key.
open class Button: Control {
  public final var title: String {
    didSet {
      guard title != oldValue else { return }
      setNeedsDisplay()
      if accessibilityLabel == oldValue { accessibilityLabel = title }
    }
  }
  public final var font = Font(size: 17, weight: 500) { didSet { if font != oldValue { setNeedsDisplay() } } }
  public final var titleColor = Color.white { didSet { if titleColor != oldValue { setNeedsDisplay() } } }
  /// Of the title while the button is selected.
  public final var selectedTitleColor = Color(hex: 0x1A1F2C) {
    didSet { if selectedTitleColor != oldValue { setNeedsDisplay() } }
  }
  /// Of the title while the button isn't enabled; `nil` for a faded one.
  public final var disabledTitleColor: Color? {
    didSet { if disabledTitleColor != oldValue { setNeedsDisplay() } }
  }
  /// The least room on either side of the title, in points.
  public final var titleInset = 12.0 { didSet { if titleInset != oldValue { setNeedsDisplay() } } }
  public final var look = ControlLook() { didSet { if look != oldValue { setNeedsDisplay() } } }

  /// Called when the button was pressed.
  public final var onPress: (() -> Void)?

  /// - Parameters:
  ///   - title: the words on the button, and its name for those who don't see it.
  ///   - name: for `path`.
  ///   - frame: in the superview, in points.
  public init(_ title: String = "", name: String? = nil, frame: Rect = .zero) {
    self.title = title
    super.init(name: name, frame: frame)
    accessibilityLabel = title
    addAction(for: .primaryActionTriggered) { [unowned self] _ in onPress?() }
  }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    canvas.draw(look, of: self, in: bounds)
    drawTitle(canvas)
  }

  /// Draws the title in the middle; smaller where it would not fit, as a label is. A subclass may draw a sign instead.
  open func drawTitle(_ canvas: Canvas) {
    let color = isSelected ? selectedTitleColor : titleColor
    canvas.draw(
      TextLayout(title, font: font, color: isEnabled ? color : disabledTitleColor ?? color.faded(0.4 * color.alpha))
        .shrunk(toFit: max(bounds.width - 2 * titleInset, 1), least: TextLayout.leastPart),
      centeredIn: bounds)
  }
}
