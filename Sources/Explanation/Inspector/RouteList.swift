import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import Scenes

/// Displays the lines of a route next to the hit view.
final class RouteList {
  let drawing = DrawingLayer(name: "inspector-list", isHidden: true)
  /// In points; empty if the list doesn't fit.
  private(set) var frame = Rect.zero

  private static let (padding, rowGap) = (14.0, 5.0)
  /// The minimum and the maximum useful width, in units.
  private static let widths = 96.0...560.0

  private static let background = Color(0.05, 0.06, 0.09, 0.88)
  private static let (text, secondary) = (Color(hex: 0xE8ECF6), Color(hex: 0xAAB2C4))

  /// Displays the lines of a route in the largest part of `free` that doesn't overlap `taken`.
  func show(_ lines: [Route.Line], in free: Rect, avoiding taken: Rect, finger: Point, unit: Double) {
    drawing.layer.isHidden = true
    frame = .zero
    let limits = Self.widths.lowerBound * unit...Self.widths.upperBound * unit
    func usableArea(_ strip: Rect) -> Double { min(strip.width, limits.upperBound) * strip.height }
    guard let strip = Self.strips(of: free, avoiding: taken).max(by: { usableArea($0) < usableArea($1) }),
      strip.width >= limits.lowerBound
    else { return }
    let (padding, gap) = (Self.padding * unit, Self.rowGap * unit)
    var rows = lines.map {
      Self.row($0, width: min(strip.width, limits.upperBound) - 2 * padding, isWide: strip.width > 300 * unit, unit)
    }
    var height: Double { rows.reduce(2 * padding - gap) { $0 + $1.size.height + gap } }
    // The last lines are the most important ones.
    while !rows.isEmpty, height > strip.height { rows.removeFirst() }
    guard !rows.isEmpty else { return }
    let size = Size((rows.map(\.size.width).max() ?? 0).rounded(.up) + 2 * padding, height)
    frame = Rect(
      finger.x > strip.midX ? strip.minX : strip.maxX - size.width,
      finger.y > strip.midY ? strip.minY : strip.maxY - size.height, size.width, size.height)
    (drawing.layer.bounds, drawing.layer.position) = (Rect(origin: .zero, size: size), frame.center)
    drawing.layer.isHidden = false
    drawing.drawing = { canvas in
      canvas.fill(Rect(origin: .zero, size: size), radius: 12 * unit, color: Self.background)
      var y = padding
      for row in rows {
        canvas.draw(row, at: Point(padding, y))
        y += row.size.height + gap
      }
    }
  }

  /// Returns the parts of `free` to the left, right, top and bottom of `taken`.
  private static func strips(of free: Rect, avoiding taken: Rect) -> [Rect] {
    let (left, right) = (min(taken.minX, free.maxX), max(taken.maxX, free.minX))
    let (top, bottom) = (min(taken.minY, free.maxY), max(taken.maxY, free.minY))
    return [
      Rect(free.minX, free.minY, left - free.minX, free.height),
      Rect(right, free.minY, free.maxX - right, free.height),
      Rect(free.minX, free.minY, free.width, top - free.minY),
      Rect(free.minX, bottom, free.width, free.maxY - bottom),
    ].filter { !$0.isEmpty }
  }

  /// Returns the text for a view and its outcome, in a wide list also its path.
  private static func row(_ line: Route.Line, width: Double, isWide: Bool, _ unit: Double) -> TextLayout {
    let size = (isWide ? 13.5 : 12) * unit
    var spans = [
      TextSpan(line.title, font: Font(size: size, weight: 600), color: line.isHit ? Palette.accent : text),
      TextSpan((isWide ? "  " : "\n") + line.displayReason, font: Font(size: size), color: secondary),
    ]
    if isWide {
      let font = Font(family: "JetBrains Mono, DejaVu Sans Mono, monospace", size: 10.5 * unit)
      spans.append(TextSpan("\n" + line.name, font: font, color: secondary.faded(0.75)))
    }
    return TextLayout(spans, maxWidth: width, lines: 3)
  }
}
