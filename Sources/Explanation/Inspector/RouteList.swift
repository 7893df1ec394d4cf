import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import Scenes

/// The lines of a route, displayed next to the hit view.
final class RouteList {
  let drawing = DrawingLayer(name: "inspector-list", isHidden: true)
  /// In points; empty if there is no room.
  private(set) var frame = Rect.zero

  private static let (padding, lineHeight, pathHeight, rowGap) = (14.0, 18.0, 15.0, 5.0)
  /// The minimum useful width, in units.
  private static let leastWidth = 96.0

  private static let background = Color(0.05, 0.06, 0.09, 0.88)
  private static let text = Color(hex: 0xE8ECF6)
  private static let secondary = Color(hex: 0xAAB2C4)
  private static let mono = "JetBrains Mono, DejaVu Sans Mono, monospace"

  private struct Row {
    var lines: [TextLayout]
    var heights: [Double]
    var width: Double { lines.map(\.size.width).max() ?? 0 }
    var height: Double { heights.reduce(0, +) }
  }

  func hide() {
    drawing.layer.isHidden = true
    frame = .zero
  }

  /// Displays a route in `free`, on the side opposite to the finger, without covering `taken`.
  func show(_ route: Route, in free: Rect, beside taken: Rect, finger: Point, unit: Double) {
    hide()
    let roomy = route.lines.map { Self.row($0, unit: unit) }
    let wish = Self.size(of: roomy, unit: unit)
    let places = Self.strips(of: free, beside: taken)
    // All lines, as far from the finger as possible. If no strip fits them, use the strip that fits most.
    let whole = places.filter { $0.width >= wish.width && $0.height >= wish.height }
    if let place = whole.max(by: { ($0.center - finger).length < ($1.center - finger).length }) {
      return draw(roomy, size: wish, in: place, finger: finger, unit: unit)
    }
    func room(_ place: Rect) -> Double { min(place.width / wish.width, 1) * min(place.height / wish.height, 1) }
    guard let place = places.max(by: { room($0) < room($1) }), place.width >= Self.leastWidth * unit else { return }
    var rows = route.lines.map { Self.narrowRow($0, width: place.width - 2 * Self.padding * unit, unit: unit) }
    // The last lines are the most important ones.
    while !rows.isEmpty, Self.size(of: rows, unit: unit).height > place.height { rows.removeFirst() }
    guard !rows.isEmpty else { return }
    let size = Self.size(of: rows, unit: unit)
    draw(rows, size: Size(min(size.width, place.width), size.height), in: place, finger: finger, unit: unit)
  }

  private static func strips(of free: Rect, beside taken: Rect) -> [Rect] {
    let (left, right) = (min(taken.minX, free.maxX), max(taken.maxX, free.minX))
    let (top, bottom) = (min(taken.minY, free.maxY), max(taken.maxY, free.minY))
    return [
      Rect(free.minX, free.minY, left - free.minX, free.height),
      Rect(right, free.minY, free.maxX - right, free.height),
      Rect(free.minX, free.minY, free.width, top - free.minY),
      Rect(free.minX, bottom, free.width, free.maxY - bottom),
    ].filter { !$0.isEmpty }
  }

  /// A line with the outcome, and the path beneath it.
  private static func row(_ line: Route.Line, unit: Double) -> Row {
    let words = TextLayout([
      TextSpan(line.title, font: Font(size: 13.5 * unit, weight: 600), color: line.isHit ? Palette.accent : text),
      TextSpan("  " + line.displayReason, font: Font(size: 13.5 * unit), color: secondary),
    ])
    let path = TextLayout(line.name, font: Font(family: mono, size: 10.5 * unit), color: secondary.faded(0.75))
    return Row(lines: [words, path], heights: [lineHeight * unit, pathHeight * unit])
  }

  /// The title, and the outcome beneath it.
  private static func narrowRow(_ line: Route.Line, width: Double, unit: Double) -> Row {
    let title = TextSpan(
      line.title, font: Font(size: 12 * unit, weight: 600), color: line.isHit ? Palette.accent : text)
    let words = TextSpan(line.displayReason, font: Font(size: 12 * unit), color: secondary)
    let lines = [TextLayout([title], maxWidth: width), TextLayout([words], maxWidth: width, lines: 2)]
    return Row(lines: lines, heights: lines.map { max($0.size.height, 15 * unit) })
  }

  private static func size(of rows: [Row], unit: Double) -> Size {
    Size(
      (rows.map(\.width).max() ?? 0).rounded(.up) + 2 * padding * unit,
      rows.reduce(0) { $0 + $1.height } + (Double(rows.count - 1) * rowGap + 2 * padding) * unit)
  }

  private func draw(_ rows: [Row], size: Size, in place: Rect, finger: Point, unit: Double) {
    frame = Rect(
      finger.x > place.midX ? place.minX : place.maxX - size.width,
      finger.y > place.midY ? place.minY : place.maxY - size.height, size.width, size.height)
    drawing.layer.bounds = Rect(origin: .zero, size: size)
    drawing.layer.position = frame.center
    drawing.layer.isHidden = false
    drawing.drawing = { canvas in
      canvas.fill(Rect(origin: .zero, size: size), radius: 12 * unit, color: Self.background)
      var y = Self.padding * unit
      for row in rows {
        for (line, height) in zip(row.lines, row.heights) {
          canvas.draw(line, centeredVerticallyIn: Rect(Self.padding * unit, y, size.width, height))
          y += height
        }
        y += Self.rowGap * unit
      }
    }
  }
}
