import PanelViews

/// A button with an icon or a title.
package final class IconButton: Button {
  package enum Shape { case close, panes, squares, person }

  package let shape: Shape?

  /// The factor for the icon's size.
  package var iconScale = 1.0 { didSet { if iconScale != oldValue { setNeedsDisplay() } } }

  package init(_ shape: Shape?, name: String? = nil, label: String) {
    self.shape = shape
    super.init(shape == nil ? label : "", name: name)
    accessibilityLabel = label
  }

  package override func drawTitle(_ canvas: Canvas) {
    let (c, u) = (bounds.center, iconScale)
    let color = titleColor(for: isSelected ? .selected : .normal)
    func line(_ points: [(Double, Double)], width: Double = 1.8, isClosed: Bool = false) {
      canvas.stroke(points.map { c + Point($0.0 * u, $0.1 * u) }, width: width * u, color: color, isClosed: isClosed)
    }
    switch shape {
    case nil: super.drawTitle(canvas)
    case .close:
      line([(-7.5, -7.5), (7.5, 7.5)], width: 2.2)
      line([(-7.5, 7.5), (7.5, -7.5)], width: 2.2)
    case .panes:
      for x in [-9.0, -1, 7] { line([(x, -9), (x + 6, -6), (x + 6, 10), (x, 7)], isClosed: true) }
      line([(-14, 0.5), (-4, 0.5)])
    case .person:
      canvas.strokeCircle(c, 11 * u, width: 1.8 * u, color: color)
      canvas.fillCircle(c - Point(0, 6 * u), 2 * u, color: color)
      line([(-6.5, -2.5), (0, -1.5), (6.5, -2.5)])
      line([(0, -1.5), (0, 2)])
      line([(-3.5, 7.5), (0, 2), (3.5, 7.5)])
    case .squares:
      for (x, y) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
        let square = Rect(c.x + (x * 5.5 - 4) * u, c.y + (y * 5.5 - 4) * u, 8 * u, 8 * u)
        canvas.fill(square, radius: 2 * u, color: color)
      }
    }
  }
}
