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
    guard !face.corner.isEmpty else { return }
    let corner = TextLayout(face.corner, font: Self.font(size: plate.height * 0.22), color: look.secondaryText)
    canvas.draw(corner, at: Point(plate.maxX - corner.size.width - 3, plate.minY + 1))
  }

  private func layout(of title: String, in plate: Rect, _ color: Color) -> TextLayout {
    let isLetter = title.count <= 2
    let size = min((isLetter ? 24 : 17) * textScale, plate.height * 0.55, isLetter ? plate.width * 0.75 : 24)
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
    let (center, width) = (plate.center, 1.6)
    let radius = min(plate.width, plate.height, 40) * 0.24
    func box(_ x: Double, _ y: Double) -> Rect { Rect(center.x - x, center.y - y, 2 * x, 2 * y) }
    switch icon {
    case .globe:
      canvas.stroke(box(radius, radius), radius: radius, width: width, color: color)
      canvas.stroke(box(radius * 0.45, radius), radius: radius * 0.45, width: width, color: color)
      canvas.stroke([center - Point(radius, 0), center + Point(radius, 0)], width: width, color: color)
    case .dismiss:
      let top = center.y - radius
      canvas.stroke(
        Rect(center.x - radius * 1.3, top, radius * 2.6, radius * 1.2), radius: 3, width: width, color: color)
      canvas.stroke(
        [
          Point(center.x - radius * 0.5, top + radius * 1.6), Point(center.x, top + radius * 2.05),
          Point(center.x + radius * 0.5, top + radius * 1.6),
        ], width: width, color: color)
    case .capsLock:
      let y = center.y + min(plate.height * 0.34, 16)
      canvas.stroke([Point(center.x - 7, y), Point(center.x + 7, y)], width: 2, color: color)
    }
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    (superview as? KeyboardView)?.accessibilityDefaults(of: key) ?? .none
  }

  override func accessibilityActivate() -> Bool { (superview as? KeyboardView)?.activate(self) ?? false }
}

/// The choices of a long press, or the pressed key's text, above the key.
final class KeyboardPopupView: View {
  /// The texts from left to right.
  var texts: [String] = [] { didSet { if texts != oldValue { setNeedsDisplay() } } }
  var selectedIndex: Int? { didSet { if selectedIndex != oldValue { setNeedsDisplay() } } }

  init() {
    super.init(name: "popup")
    (isUserInteractionEnabled, isHidden, accessibilityElementsHidden) = (false, true, true)
  }

  /// Places the view above a key, within the keyboard's width.
  func show(_ texts: [String], above key: Rect, in width: Double) {
    let count = Double(max(texts.count, 1))
    let cell = min(max(key.width, min(key.height, 44)), width / count)
    let x = min(max(key.midX - cell / 2, 0), max(width - cell * count, 0))
    (self.texts, isHidden) = (texts, false)
    place(in: Rect(x, key.minY - key.height, cell * count, key.height))
  }

  /// Returns the index of the text at a horizontal position of the keyboard.
  func index(at x: Double) -> Int {
    let cell = frame.width / Double(max(texts.count, 1))
    return min(max(Int(clamping: ((x - frame.minX) / cell).rounded(.down)), 0), max(texts.count - 1, 0))
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let look = inheritedLook
    canvas.fill(bounds, radius: 8, color: look.surface)
    canvas.stroke(bounds, radius: 8, width: 1, color: look.secondaryText)
    let cell = bounds.width / Double(max(texts.count, 1))
    for (index, text) in texts.enumerated() {
      let frame = Rect(Double(index) * cell, 0, cell, bounds.height).insetBy(3, 3)
      if index == selectedIndex { canvas.fill(frame, radius: 6, color: look.selectedBackground) }
      let color = index == selectedIndex ? look.selectedText : look.text
      let size = min(28 * textScale, bounds.height * 0.6, cell * 0.8)
      let layout = TextLayout(text.keyTitle, font: KeyboardKeyView.font(size: size), color: color)
      canvas.draw(layout.shrunk(toFit: max(frame.width, 1), minimumScale: 0.4), centeredIn: frame)
    }
  }
}

extension String {
  /// The text on a key: a combining mark is on a circle.
  var keyTitle: String {
    let category = unicodeScalars.first?.properties.generalCategory
    return category == .nonspacingMark || category == .spacingMark ? "\u{25CC}" + self : self
  }
}
