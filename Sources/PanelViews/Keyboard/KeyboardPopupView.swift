import PanelLayers

/// The choices of a long press, or the pressed key's text, above the key.
final class KeyboardPopupView: View {
  /// The texts from left to right.
  var texts: [String] = [] { didSet { if texts != oldValue { setNeedsDisplay() } } }
  /// The index of the key's own text, which is above the key: the last one if the choices are to its left.
  private(set) var ownIndex = 0
  var selectedIndex: Int? { didSet { if selectedIndex != oldValue { setNeedsDisplay() } } }

  init() {
    super.init(name: "popup")
    (isUserInteractionEnabled, isHidden, accessibilityElementsHidden) = (false, true, true)
  }

  /// The largest width of a choice, in points, so that the last one isn't far from the key.
  private static let maximumCell = 64.0

  /// Places the view above a key, within the keyboard's width. The choices are to the left of a key that has no room to its
  /// right.
  ///
  /// - Parameter texts: the key's own text, and then the others.
  func show(_ texts: [String], above key: Rect, in width: Double) {
    let count = Double(max(texts.count, 1))
    let target = texts.count > 1 ? min(key.width, Self.maximumCell) : key.width
    let cell = min(max(target, min(key.height, 44)), width / count)
    let isLeftward = key.midX + cell * (count - 0.5) > width && key.midX - cell * (count - 0.5) >= 0
    let start = isLeftward ? key.midX - cell * (count - 0.5) : key.midX - cell / 2
    let x = min(max(start, 0), max(width - cell * count, 0))
    (self.texts, isHidden) = (isLeftward ? texts.reversed() : texts, false)
    ownIndex = isLeftward ? texts.count - 1 : 0
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
      let size = min(max(28, min(bounds.height * 0.45, cell * 0.6)) * textScale, bounds.height * 0.6, cell * 0.8)
      let layout = TextLayout(text.keyTitle, font: KeyboardKeyView.font(size: size), color: color)
      canvas.draw(layout.shrunk(toFit: max(frame.width, 1), minimumScale: 0.4), centeredIn: frame)
    }
  }
}
