import PanelGeometry

/// The positions of the texts about a tap: next to the visible part of the scene, or in a strip above the bar if there
/// is no room.
struct TapCaptionLayout {
  /// The area above the bar.
  let free: Rect
  let unit: Double
  /// The outlines of the scene's visible views.
  let shapes: [ConvexPolygon]
  let tap: Point
  /// The center of the hit view's visible part.
  let subject: Point

  /// The ring's unit: smaller on a small panel, so that it doesn't cover too much.
  var ringUnit: Double { unit * min(1, max(0.5, min(free.width, free.height) / unit / 480)) }

  /// The margin to the panel's edge, in points.
  var margin: Double { min(56 * unit, free.width / (free.width < 600 * unit ? 40 : 20)) }

  /// Returns true if a rectangle covers neither the scene nor any of `others`.
  func isFree(_ rect: Rect, besides others: [Rect] = []) -> Bool {
    let inset = rect.insetBy(-8 * unit, -8 * unit)
    guard rect.minX >= free.minX + 8, rect.minY >= free.minY + 8, rect.maxX <= free.maxX - 8,
      rect.maxY <= free.maxY - 8
    else { return false }
    return !others.contains(where: inset.overlaps)
      && !shapes.contains { $0.intersection(ConvexPolygon(inset)).count > 2 }
  }

  /// Returns the frame for the caption, on the hit view's side of the scene if possible, as close as possible to the tap's
  /// height.
  func caption(_ size: Size) -> Rect? {
    let (left, right) = (margin, free.maxX - margin - size.width)
    let last = free.maxY - 10 * unit - size.height
    let wanted = max(tap.y - 108 * unit, free.minY + 40 * unit)
    for x in subject.x <= free.midX ? [left, right] : [right, left] {
      let places = stride(from: free.minY + 10 * unit, through: max(last, free.minY), by: 8 * unit).map {
        Rect(x, $0, size.width, size.height)
      }
      if let best = places.filter({ isFree($0) }).min(by: { abs($0.minY - wanted) < abs($1.minY - wanted) }) {
        return best
      }
    }
    return nil
  }

  /// A label's frame and the point to which its leader leads.
  struct Label {
    let rect: Rect
    let end: Point
    let direction: Double
    let distance: Double
  }

  /// Returns the free frame for a label that is closest to the end of its leader.
  ///
  /// - Parameters:
  ///   - direction: 1 for a label to the right of the end, -1 to the left.
  ///   - rise: the height of the label above the end, in points.
  func label(_ size: Size, to end: Point, direction: Double, rise: Double, besides others: [Rect]) -> Label? {
    let highest = free.minY + 10 * unit + size.height / 2
    var best: Label?
    for y in stride(from: max(end.y - rise, highest), through: highest, by: -8 * unit) {
      for step in 2..<120 {
        let edge = end.x + direction * Double(step) * 8 * unit
        let distance = (Point(edge, y) - end).length
        guard distance < best?.distance ?? .infinity else { break }
        let rect = Rect(direction > 0 ? edge : edge - size.width, y - size.height / 2, size.width, size.height)
        guard rect.minX >= free.minX, rect.maxX <= free.maxX else { break }
        if isFree(rect, besides: others) {
          best = Label(rect: rect, end: end, direction: direction, distance: distance)
        }
      }
    }
    return best
  }

  /// Returns a strip above the status line, or at the top if the finger would be over it.
  func strip(height: Double) -> Rect {
    let inset = min(24 * unit, free.width / 40)
    let rect = Rect(inset, free.maxY - 8 * unit - height, free.width - 2 * inset, height)
    guard tap.y > rect.minY - 36 * unit else { return rect }
    return Rect(inset, free.minY + 8 * unit, rect.width, height)
  }

  /// Returns the points of a leader line, horizontal at its start.
  static func leader(from start: Point, to end: Point) -> [Point] {
    let way = end.x - start.x
    let slope = min(abs(end.y - start.y) * 1.3, abs(way))
    let elbow = Point(end.x - (way < 0 ? -slope : slope), start.y)
    return (elbow - start).length > 4 ? [start, elbow, end] : [start, end]
  }
}
