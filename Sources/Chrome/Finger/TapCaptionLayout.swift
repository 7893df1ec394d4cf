import Geometry

/// The places of the words about a tap: beside what one sees of the scene, never over it; where there is no room, in a
/// strip above the bar.
struct TapCaptionLayout {
  /// The part of the panel above the bar.
  let free: Rect
  /// Points to a unit.
  let unit: Double
  /// The outlines of what one sees of the scene.
  let shapes: [ConvexPolygon]
  let tap: Point
  /// The middle of what the caption is about.
  let subject: Point

  /// The ring's unit: on a small panel it must leave something to be seen.
  var ringUnit: Double { unit * min(1, max(0.5, min(free.width, free.height) / unit / 480)) }

  /// From the panel's edge, in points.
  var margin: Double { min(56 * unit, free.width / (free.width < 600 * unit ? 40 : 20)) }

  /// True where nothing of the scene is, and nothing of `others`.
  func isFree(_ rect: Rect, besides others: [Rect] = []) -> Bool {
    let inset = rect.insetBy(-8 * unit, -8 * unit)
    guard rect.minX >= free.minX + 8, rect.minY >= free.minY + 8, rect.maxX <= free.maxX - 8,
      rect.maxY <= free.maxY - 8
    else { return false }
    let overlaps = others.contains { other in
      other.minX < inset.maxX && other.maxX > inset.minX && other.minY < inset.maxY && other.maxY > inset.minY
    }
    return !overlaps && !shapes.contains { $0.intersection(ConvexPolygon(inset)).count > 2 }
  }

  /// The place for the caption on the subject's side of the scene, or on the other, as near to the height of the tap as
  /// may be.
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

  /// A label's place, and where it points.
  struct Label {
    let rect: Rect
    let end: Point
    let direction: Double
    /// The leader's length, in points.
    let distance: Double
  }

  /// The place for a label whose leader comes in from a side; the nearest to its end that is free.
  ///
  /// - Parameters:
  ///   - direction: to the right for 1, to the left for -1.
  ///   - rise: how far above the end the label is, in points.
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

  /// The strip for what finds no room: over the status line, or at the top where a finger is beneath.
  func strip(height: Double) -> Rect {
    let inset = min(24 * unit, free.width / 40)
    let rect = Rect(inset, free.maxY - 8 * unit - height, free.width - 2 * inset, height)
    guard tap.y > rect.minY - 36 * unit else { return rect }
    return Rect(inset, free.minY + 8 * unit, rect.width, height)
  }

  /// A line from a label's edge, level at first, to its end.
  static func leader(from start: Point, to end: Point) -> [Point] {
    let way = end.x - start.x
    let slope = min(abs(end.y - start.y) * 1.3, abs(way))
    let elbow = Point(end.x - (way < 0 ? -slope : slope), start.y)
    return (elbow - start).length > 4 ? [start, elbow, end] : [start, end]
  }
}
