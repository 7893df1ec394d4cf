import PanelLayers

/// The button in a text field that clears it, or shows a secure text while it is held.
final class TextFieldButton: Control {
  enum Kind {
    case clear, eye
  }

  private let kind: Kind
  /// Called with true while the button is pressed.
  var onHighlight: ((Bool) -> Void)?
  private var wasHighlighted = false

  init(_ kind: Kind) {
    self.kind = kind
    super.init(name: kind == .clear ? "clear" : "eye")
  }

  override var canBecomeFocused: Bool { false }

  override var accessibilityDefaults: AccessibilityDefaults { super.accessibilityDefaults.adding(.button) }

  override func stateDidChange() {
    super.stateDidChange()
    guard isHighlighted != wasHighlighted else { return }
    wasHighlighted = isHighlighted
    onHighlight?(isHighlighted)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let (center, look) = (bounds.center, look)
    let color = isHighlighted ? look.tint : look.secondaryText
    switch kind {
    case .clear:
      canvas.fill(Rect(center.x - 9, center.y - 9, 18, 18), radius: 9, color: color)
      for sign in [-1.0, 1] {
        canvas.stroke(
          [center + Point(-3.5, -3.5 * sign), center + Point(3.5, 3.5 * sign)], width: 1.8, color: look.surface)
      }
    case .eye:
      // Two arcs of an almond, and the pupil.
      let arc = stride(from: -1.0, through: 1, by: 0.125).map { Point($0 * 11, 6.5 * (1 - $0 * $0)) }
      let outline = arc.map { center - $0 } + arc.map { center + $0 }
      canvas.stroke(outline, width: 1.8, color: color, isClosed: true)
      canvas.fill(Rect(center.x - 3.5, center.y - 3.5, 7, 7), radius: 3.5, color: color)
    }
  }
}
