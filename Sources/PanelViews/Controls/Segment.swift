import PanelLayers

/// An option of a `SegmentedControl`.
public final class Segment: Control {
  public let title: String
  /// The last result of `contentWidth`, and the font that it was measured with.
  private var measured: (font: Font, width: Double)?

  /// At both sides of the title.
  private static let padding = 16.0

  init(_ title: String, name: String?) {
    self.title = title
    super.init(name: name)
    accessibilityLabel = title
  }

  /// The width of the title with its padding, in whole points; at least a touch target's minimum.
  public var contentWidth: Double {
    // Measured at the drawn size, because looking up another font takes a millisecond.
    let font = font
    if let measured, measured.font == font { return measured.width }
    let titleWidth = TextLayout(title, font: font).size.width.rounded(.up)
    let width = max(titleWidth + 2 * Self.padding, Window.minimumTarget.points)
    measured = (font, width)
    return width
  }

  private var font: Font { TextStyle.subheadline.font(for: self, weight: 500) }

  public override var accessibilityDefaults: AccessibilityDefaults { super.accessibilityDefaults.adding(.button) }

  public override var drawsContents: Bool { true }

  public override func draw(_ canvas: Canvas) {
    let look = currentLook.option(cornerRadius: max(currentLook.cornerRadius - 3, 0))
    canvas.draw(look, of: self, in: bounds.insetBy(0, 4))
    var font = font
    if isSelected { font.weight = 600 }
    let color = isSelected ? look.selectedText : look.secondaryText
    canvas.draw(TextLayout(title, font: font, color: color).shrunk(toFit: bounds.width), centeredIn: bounds)
  }
}

extension ControlLook {
  /// Returns the look of an option. Only the selected option has a background.
  package func option(cornerRadius: Double) -> ControlLook {
    var look = self
    (look.background, look.cornerRadius, look.focusRingInset) = (.clear, cornerRadius, 0)
    return look
  }
}
