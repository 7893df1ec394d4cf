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
    button.look = theme.look(radius: 12 * unit, unit: unit)
    button.font = Font(size: Self.font.size * unit, weight: Self.font.weight)
    (button.titleColor, button.titleInset) = (theme.text, 0)
    (button.ink, button.selectedTitleColor) = (theme.quietText, theme.selectedText)
    button.frame = Rect(origin: .zero, size: bounds.size)
  }
}

private final class FaceButton: Button {
  let face: BarButton.Face
  /// Of a sign.
  var ink = Color.white { didSet { if ink != oldValue { setNeedsDisplay() } } }

  init(face: BarButton.Face) {
    self.face = face
    var title = ""
    if case .title(let words) = face { title = words }
    super.init(title)
  }

  override func drawTitle(_ canvas: Canvas) {
    let ink = isSelected ? selectedTitleColor : ink
    let (x, y) = (bounds.midX, bounds.midY)
    switch face {
    case .title: super.drawTitle(canvas)
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
