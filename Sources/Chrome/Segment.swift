import Explanation
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// An option of a segmented control.
final class Segment: Control {
  let title: String
  var theme = Theme.dark { didSet { if theme != oldValue { setNeedsDisplay() } } }

  private static let padding = 16.0

  init(name: String, title: String) {
    self.title = title
    super.init(name: name)
    accessibilityLabel = title
  }

  private(set) lazy var contentWidth = max(width(of: title, BarItem.font) + 2 * Self.padding, 48)

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.draw(theme.choiceLook(radius: 9 * unit, unit: unit), of: self, in: bounds.insetBy(0, 4 * unit))
    var font = drawn(BarItem.font)
    if isSelected { font.weight = 600 }
    let color = isSelected ? theme.selectedText : theme.secondaryText
    canvas.draw(TextLayout(title, font: font, color: color).shrunk(toFit: bounds.width), centeredIn: bounds)
  }
}

extension Theme {
  /// The look of an option. Only the selected option has a background.
  func choiceLook(radius: Double, unit: Double) -> ControlLook {
    var look = look(radius: radius, unit: unit)
    (look.background, look.focusRingInset) = (.clear, 0)
    return look
  }
}
