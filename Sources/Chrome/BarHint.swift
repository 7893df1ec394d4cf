import PanelViews

/// A hint with an arrow that points at the control to its left, or above it.
final class BarHint: View {
  var pointsUp = false {
    didSet {
      guard pointsUp != oldValue else { return }
      setNeedsLayout()
      setNeedsDisplay()
    }
  }
  let label = Label(name: "text", size: 15, weight: 600, \.tint)

  init() {
    super.init(name: "hint")
    isUserInteractionEnabled = false
    isHidden = true
    addSubview(label)
  }

  var contentWidth: Double { 52 + textWidth }
  /// The width with the short arrow and the text shrunk to a font size of 11.
  var minimumWidth: Double { 26 + textWidth * 0.74 }
  private var textWidth: Double { width(of: label.text, label.textStyle.font) + 2 }

  /// The arrow's length and its distance to the text: less if the width is short.
  private var arrow: (length: Double, gap: Double) { bounds.width < contentWidth - 0.5 ? (20, 6) : (40, 12) }

  override func layoutSubviews() {
    let x = pointsUp ? 28 : arrow.length + arrow.gap
    label.frame = Rect(x, 0, max(bounds.width - x, 1), bounds.height)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    // Returns a point at a distance along the arrow from its tip, and across it.
    func point(_ along: Double, _ across: Double) -> Point {
      pointsUp ? Point(12 + across, 3 + along) : Point(along, bounds.midY + across)
    }
    let color = inheritedLook.tint
    canvas.stroke([point(8, 0), point(arrow.length, 0)], width: 2, color: color)
    canvas.fill([point(0, 0), point(11, -5.5), point(11, 5.5)], color: color)
  }
}
