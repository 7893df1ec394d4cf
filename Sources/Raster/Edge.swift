import Geometry

/// A side of an outline, as a straight line that goes on for ever.
struct Edge {
  /// The distance of a point to the line, in pixels, positive inside: `a·x + b·y + c`.
  let a, b, c: Double
  /// Pixels whose centre is at least this far inside are wholly inside; this far outside, wholly outside.
  let reach: Double
  /// Up to this distance, the line crosses two opposite sides of the pixel; beyond it, it cuts a corner off.
  private let flat: Double
  private let slope: Double
  private let bend: Double
  /// The way along a row for a pixel's distance; 0 where it would be more than a thousand million.
  let stretch: Double
  /// Half the length of the row's part that the line may cut pixels in.
  let fringe: Double

  /// Less than that of a pixel isn't worth a blend: it would round away, and aligned edges stay crisp.
  static let tolerance = 1.0 / 512

  init(from p: Point, to q: Point) {
    let along = q - p
    let length = along.length
    let k = length > 0 ? 1 / length : 0
    a = -along.y * k
    b = along.x * k
    c = -(a * p.x + b * p.y)
    let (large, small) = (max(abs(a), abs(b)), min(abs(a), abs(b)))
    reach = (large + small) / 2
    flat = (large - small) / 2
    slope = large > 0 ? 1 / large : 0
    bend = small > 0 ? 1 / (2 * large * small) : 0
    stretch = abs(a) > 1e-9 ? 1 / a : 0
    fringe = (reach - Self.tolerance) * abs(stretch)
  }

  /// The distance inward, in pixels.
  @inline(__always) func distance(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }

  /// The part, 0…1, of a pixel on the line's inner side: exact, for a centre `distance` pixels inside.
  @inline(__always) func coverage(at distance: Double) -> Double {
    let outward = abs(distance)
    if outward >= reach { return distance > 0 ? 1 : 0 }
    if outward <= flat { return 0.5 + distance * slope }
    let corner = (reach - outward) * (reach - outward) * bend
    return distance > 0 ? 1 - corner : corner
  }
}

extension UnsafePointer<Edge> {
  /// The part, 0…1, of the pixel with its centre at (`x`, `y`) that lies inside of all `count` edges.
  func coverage(count: Int, x: Double, y: Double) -> Double {
    var result = 1.0
    var partial = 0
    for index in 0..<count {
      let edge = self[index]
      let distance = edge.distance(x, y)
      if distance >= edge.reach - Edge.tolerance { continue }
      if distance <= Edge.tolerance - edge.reach { return 0 }
      partial += 1
      if partial > 1 { return areaOfCutPixel(count: count, x: x, y: y) }
      result = edge.coverage(at: distance)
    }
    return result
  }

  /// The same at a corner or in a sliver, by cutting the pixel's square with each edge in turn.
  private func areaOfCutPixel(count: Int, x: Double, y: Double) -> Double {
    // The four corners of the pixel, and one more for each edge.
    let room = 4 + ConvexPolygon.capacity
    return withUnsafeTemporaryAllocation(of: Point.self, capacity: 2 * (room + 1)) { memory in
      // swift-format-ignore: NeverForceUnwrap
      var shape = memory.baseAddress!
      var other = shape + room + 1
      shape[0] = Point(-0.5, -0.5)
      shape[1] = Point(0.5, -0.5)
      shape[2] = Point(0.5, 0.5)
      shape[3] = Point(-0.5, 0.5)
      var corners = 4
      for index in 0..<count where corners > 0 {
        let edge = self[index]
        let atCentre = edge.distance(x, y)
        var kept = 0
        var previous = shape[corners - 1]
        var previousDistance = edge.a * previous.x + edge.b * previous.y + atCentre
        for corner in 0..<corners {
          let point = shape[corner]
          let distance = edge.a * point.x + edge.b * point.y + atCentre
          if (distance >= 0) != (previousDistance >= 0), kept < room {
            other[kept] = previous + (point - previous) * (previousDistance / (previousDistance - distance))
            kept += 1
          }
          if distance >= 0, kept < room {
            other[kept] = point
            kept += 1
          }
          (previous, previousDistance) = (point, distance)
        }
        (shape, other, corners) = (other, shape, kept)
      }
      guard corners > 2 else { return 0 }
      var doubled = 0.0
      var previous = shape[corners - 1]
      for corner in 0..<corners {
        doubled += previous.x * shape[corner].y - shape[corner].x * previous.y
        previous = shape[corner]
      }
      return min(abs(doubled) / 2, 1)
    }
  }
}
