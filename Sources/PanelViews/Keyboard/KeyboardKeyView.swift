import Localization
import PanelLayers

/// A key of a keyboard on the screen. Its frame has the distances to the next keys, so that they leave no gap; the
/// keyboard gets all touches.
final class KeyboardKeyView: View {
  /// The appearance.
  struct Face: Equatable {
    var title = ""
    /// The letter with Shift, of a script without capitals.
    var corner = ""
    var icon: Icon?
    /// True for a mark that a long press offers more.
    var hasChoices = false
    var isSelected = false
    /// True for the return key that ends the entry.
    var isProminent = false
    /// True for a key that types nothing.
    var isFunction = false
  }

  enum Icon { case globe, dismiss, capsLock }

  var key = KeyboardKey.space
  var face = Face() {
    didSet {
      guard face != oldValue else { return }
      if face.title != oldValue.title { titleLayout = nil }
      setNeedsDisplay()
    }
  }
  /// True to draw the key as pressed.
  var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
  private var titleLayout: TextLayout?

  init() {
    super.init(name: "key")
    isUserInteractionEnabled = false
  }

  static func font(size: Double) -> Font { Font(size: size, weight: 500) }

  /// The part that is drawn.
  private var plate: Rect {
    let (x, y) = (min(bounds.width * 0.07, 4), min(bounds.height * 0.08, 5))
    return bounds.insetBy(roundedToPixels(x), roundedToPixels(y))
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let (look, plate) = (inheritedLook, plate)
    let background = face.isSelected ? look.selectedBackground : face.isProminent ? look.tint : look.background
    let color =
      face.isSelected
      ? look.selectedText : face.isProminent ? look.tintText : face.isFunction ? look.secondaryText : look.text
    let radius = min(look.cornerRadius, 8)
    canvas.fill(plate, radius: radius, color: background)
    if isHighlighted { canvas.fill(plate, radius: radius, color: look.selectedBackground.withAlphaComponent(0.35)) }
    if let icon = face.icon { draw(icon, canvas, in: plate, color) }
    guard !face.title.isEmpty, face.icon != .globe, face.icon != .dismiss else { return }
    canvas.draw(layout(of: face.title, in: plate, color), centeredIn: plate)
    if !face.corner.isEmpty {
      let corner = TextLayout(face.corner, font: Self.font(size: plate.height * 0.22), color: look.secondaryText)
      canvas.draw(corner, at: Point(plate.maxX - corner.size.width - 3, plate.minY + 1))
    } else if face.hasChoices {
      drawEllipsis(canvas, in: plate, face.isSelected ? color : look.secondaryText)
    }
  }

  /// Draws three dots in the upper right corner.
  private func drawEllipsis(_ canvas: Canvas, in plate: Rect, _ color: Color) {
    let side = min(plate.width, plate.height)
    let radius = max(1.2, side * 0.018)
    let center = Point(plate.maxX - max(7, side * 0.1), plate.minY + max(5.5, side * 0.09))
    for index in 0..<3 {
      let dot = Rect(center.x - Double(2 * index) * 1.5 * radius, center.y, 0, 0).insetBy(-radius, -radius)
      canvas.fill(dot, radius: radius, color: color.withAlphaComponent(0.8))
    }
  }

  private func layout(of title: String, in plate: Rect, _ color: Color) -> TextLayout {
    let (isLetter, side) = (title.count <= 2, min(plate.width, plate.height))
    // Labels grow with the keys.
    let size =
      isLetter
      ? min(max(24, side * 0.45) * textScale, plate.height * 0.55, plate.width * 0.75)
      : min(max(17, side * 0.27) * textScale, plate.height * 0.55, max(24, side * 0.3))
    if let titleLayout, drawnSize == size, drawnColor == color { return titleLayout }
    (drawnSize, drawnColor) = (size, color)
    let layout = TextLayout(title, font: Self.font(size: size), color: color)
      .shrunk(toFit: max(plate.width - 4, 1), minimumScale: 0.4)
    titleLayout = layout
    return layout
  }
  private var drawnSize = 0.0
  private var drawnColor: Color?

  private func draw(_ icon: Icon, _ canvas: Canvas, in plate: Rect, _ color: Color) {
    let side = min(plate.width, plate.height)
    let radius = max(min(side * 0.24, 9.6), side * 0.19)
    let width = max(1.6, radius * 0.12)
    var center = plate.center
    func box(_ x: Double, _ y: Double) -> Rect { Rect(center.x - x, center.y - y, 2 * x, 2 * y) }
    switch icon {
    case .globe:
      if !face.title.isEmpty { center = drawGlobeTitle(canvas, in: plate, radius, color) }
      canvas.stroke(box(radius, radius), radius: radius, width: width, color: color)
      canvas.stroke(box(radius * 0.45, radius), radius: radius * 0.45, width: width, color: color)
      canvas.stroke([center - Point(radius, 0), center + Point(radius, 0)], width: width, color: color)
    case .dismiss:
      let top = center.y - radius
      canvas.stroke(
        Rect(center.x - radius * 1.3, top, radius * 2.6, radius * 1.2), radius: radius * 0.3, width: width, color: color
      )
      canvas.stroke(
        [
          Point(center.x - radius * 0.5, top + radius * 1.6), Point(center.x, top + radius * 2.05),
          Point(center.x + radius * 0.5, top + radius * 1.6),
        ], width: width, color: color)
    case .capsLock:
      let (x, y) = (max(7, side * 0.12), center.y + side * 0.34)
      canvas.stroke([Point(center.x - x, y), Point(center.x + x, y)], width: max(2, side * 0.035), color: color)
    }
  }

  /// Draws the code of the next layout next to the globe, or below it on a narrow key. Returns the globe's center.
  private func drawGlobeTitle(_ canvas: Canvas, in plate: Rect, _ radius: Double, _ color: Color) -> Point {
    let isWide = plate.width > plate.height * 1.2
    let (gap, room) = (radius * 0.5, isWide ? plate.width - 2.5 * radius - 8 : plate.width - 4)
    let size = min(max(17, min(plate.width, plate.height) * 0.27), plate.height * (isWide ? 0.5 : 0.34))
    let title = TextLayout(face.title, font: Self.font(size: size), color: color)
      .shrunk(toFit: max(room, 1), minimumScale: 0.4)
    guard isWide else {
      let height = 2 * radius + title.size.height
      let top = plate.midY - height / 2
      canvas.draw(title, at: Point(plate.midX - title.size.width / 2, top + 2 * radius))
      return Point(plate.midX, top + radius)
    }
    let left = plate.midX - (2 * radius + gap + title.size.width) / 2
    canvas.draw(title, at: Point(left + 2 * radius + gap, plate.midY - title.size.height / 2))
    return Point(left + radius, plate.midY)
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    (superview as? KeyboardView)?.accessibilityDefaults(of: key) ?? .none
  }

  override func accessibilityActivate() -> Bool { (superview as? KeyboardView)?.activate(self) ?? false }
}

extension String {
  /// The text on a key: a combining mark is on a circle.
  var keyTitle: String {
    let category = unicodeScalars.first?.properties.generalCategory
    return category == .nonspacingMark || category == .spacingMark ? "\u{25CC}" + self : self
  }
}
