import PanelLayers

/// An option of a `SegmentedControl`.
public final class Segment: Control {
  public let title: String
  private var measured: (font: Font, width: Double)?

  private static let padding = 16.0

  init(_ title: String, name: String?) {
    self.title = title
    super.init(name: name)
    accessibilityLabel = title
  }

  /// The width of the title with its padding, in whole units.
  public var contentWidth: Double {
    // Measured at the drawn size, because looking up another font takes a millisecond.
    let font = font
    if let measured, measured.font == font { return measured.width }
    let width = max((TextLayout(title, font: font).size.width / unit).rounded(.up) + 2 * Self.padding, 48)
    measured = (font, width)
    return width
  }

  private var font: Font { TextStyle.subheadline.font(for: self, weight: 500) }

  public override var accessibilityDefaults: AccessibilityDefaults { super.accessibilityDefaults.adding(.button) }

  public override var drawsContents: Bool { true }

  public override func draw(_ canvas: Canvas) {
    var look = currentLook
    (look.background, look.focusRingInset) = (.clear, 0)
    look.cornerRadius = max(look.cornerRadius - 3 * unit, 0)
    canvas.draw(look, of: self, in: bounds.insetBy(0, 4 * unit))
    var font = font
    if isSelected { font.weight = 600 }
    let color = isSelected ? look.selectedText : look.secondaryText
    canvas.draw(TextLayout(title, font: font, color: color).shrunk(toFit: bounds.width), centeredIn: bounds)
  }
}
