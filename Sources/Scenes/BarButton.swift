import Geometry
import Raster
import Text
import Views

/// A button in the bar: words, or a sign.
final class BarButton: BarItem {
  enum Face {
    case title(String)
    /// Four squares: the scenes.
    case grid
    /// A finger's crosshairs: the inspector.
    case crosshairs
  }

  var isOn = false { didSet { if isOn != oldValue { button.isSelected = isOn } } }
  var onPress: (() -> Void)?
  private let button: FaceButton

  init(name: String, face: Face) {
    button = FaceButton(face: face)
    super.init(name: name)
    button.addAction(for: .primaryActionTriggered) { [unowned self] _ in onPress?() }
    addSubview(button)
  }

  override func width(isCompact: Bool) -> Double {
    guard case .title(let title) = button.face else { return Self.height }
    return TextLayout(title, font: Self.font).size.width.rounded(.up) + 36
  }

  override func layoutSubviews() {
    (button.unit, button.theme) = (unit, theme)
    button.frame = Rect(origin: .zero, size: bounds.size)
  }
}

private final class FaceButton: Control {
  let face: BarButton.Face
  var unit = 1.0 { didSet { if unit != oldValue { setNeedsDisplay() } } }
  var theme = Theme.dark { didSet { if theme != oldValue { setNeedsDisplay() } } }

  init(face: BarButton.Face) {
    self.face = face
    super.init()
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 12 * unit, color: isSelected ? theme.selected : theme.well)
    if isHighlighted { canvas.fill(bounds, radius: 12 * unit, color: theme.highlight) }
    if isFocused { canvas.stroke(bounds.insetBy(1, 1), radius: 11 * unit, width: 2 * unit, color: theme.accent) }
    let ink = isSelected ? theme.selectedText : theme.quietText
    let (x, y) = (bounds.midX, bounds.midY)
    switch face {
    case .title(let title):
      var font = BarItem.font
      font.size *= unit
      canvas.draw(TextLayout(title, font: font, color: theme.text).shrunk(toFit: bounds.width), centeredIn: bounds)
    case .grid:
      for (dx, dy) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
        let side = 8 * unit
        canvas.fill(
          Rect(x + dx * 5.5 * unit - side / 2, y + dy * 5.5 * unit - side / 2, side, side), radius: 2 * unit, color: ink
        )
      }
    case .crosshairs:
      let radius = 7 * unit
      canvas.stroke(
        Rect(x - radius, y - radius, 2 * radius, 2 * radius), radius: radius, width: 1.8 * unit, color: ink)
      for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
        canvas.stroke(
          [Point(x + dx * 4 * unit, y + dy * 4 * unit), Point(x + dx * 11.5 * unit, y + dy * 11.5 * unit)],
          width: 1.8 * unit, color: ink)
      }
    }
  }
}
