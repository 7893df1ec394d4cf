import PanelLayers

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
      let size = min(max(28, min(bounds.height, cell) * 0.45) * textScale, bounds.height * 0.6, cell * 0.8)
      let layout = TextLayout(text.keyTitle, font: KeyboardKeyView.font(size: size), color: color)
      canvas.draw(layout.shrunk(toFit: max(frame.width, 1), minimumScale: 0.4), centeredIn: frame)
    }
  }
}
