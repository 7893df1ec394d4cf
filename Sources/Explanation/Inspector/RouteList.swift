import PanelViews
import Scenes

/// Displays the lines of a route next to the hit view.
///
/// The list has no superview, so that it takes no part in hit tests: only its layer is added to the host's.
final class RouteList: StackView {
  private static let padding = 14.0
  /// The minimum and the maximum useful width, in units.
  private static let widths = 96.0...560.0
  private static let (text, secondaryText) = (Color(hex: 0xE8ECF6), Color(hex: 0xAAB2C4))

  init() {
    let margins = Insets(horizontal: Self.padding, vertical: Self.padding)
    super.init(axis: .vertical, spacing: 5, margins: margins, name: "inspector-list")
    isHidden = true
    layer.backgroundColor = Color(0.05, 0.06, 0.09, 0.88)
  }

  /// Displays the lines of a route in the largest part of `free` that doesn't overlap `obstacle`. The frame is empty if
  /// they don't fit.
  func show(_ lines: [Route.Line], in free: Rect, avoiding obstacle: Rect, finger: Point, unit: Double) {
    isHidden = true
    frame = .zero
    let limits = Self.widths.lowerBound * unit...Self.widths.upperBound * unit
    func usableArea(_ strip: Rect) -> Double { min(strip.width, limits.upperBound) * strip.height }
    guard let strip = Self.strips(of: free, avoiding: obstacle).max(by: { usableArea($0) < usableArea($1) }),
      strip.width >= limits.lowerBound
    else { return }
    (overrideUnit, layer.cornerRadius) = (unit, 12 * unit)
    for view in subviews { view.removeFromSuperview() }
    for line in lines { addArrangedSubview(Self.row(line, isWide: strip.width > 300 * unit)) }
    var size: Size { sizeThatFits(Size(min(strip.width, limits.upperBound), 0)) }
    // The last lines are the most important ones.
    while size.height > strip.height, let first = subviews.first { first.removeFromSuperview() }
    guard !subviews.isEmpty else { return }
    let fittingSize = size
    frame = Rect(
      finger.x > strip.midX ? strip.minX : strip.maxX - fittingSize.width,
      finger.y > strip.midY ? strip.minY : strip.maxY - fittingSize.height, fittingSize.width, fittingSize.height)
    isHidden = false
    layoutIfNeeded()
  }

  /// Returns the parts of `free` to the left, right, top and bottom of `obstacle`.
  private static func strips(of free: Rect, avoiding obstacle: Rect) -> [Rect] {
    let (left, right) = (min(obstacle.minX, free.maxX), max(obstacle.maxX, free.minX))
    let (top, bottom) = (min(obstacle.minY, free.maxY), max(obstacle.maxY, free.minY))
    return [
      Rect(free.minX, free.minY, left - free.minX, free.height),
      Rect(right, free.minY, free.maxX - right, free.height),
      Rect(free.minX, free.minY, free.width, top - free.minY),
      Rect(free.minX, bottom, free.width, free.maxY - bottom),
    ].filter { !$0.isEmpty }
  }

  /// Returns the text for a view and its outcome, in a wide list also its path.
  private static func row(_ line: Route.Line, isWide: Bool) -> Label {
    let row = Label(size: isWide ? 13.5 : 12, lines: 3)
    row.color = secondaryText
    row.attributedText = [
      AttributedSpan(line.title, color: line.isHit ? Palette.accent : text, weight: 600),
      AttributedSpan((isWide ? "  " : "\n") + line.displayOutcome),
    ]
    if isWide {
      row.attributedText.append(AttributedSpan("\n" + line.name, color: secondaryText.withAlphaComponent(0.75)))
    }
    return row
  }
}
