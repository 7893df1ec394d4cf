import PanelGeometry

/// A side of an outline, as an infinite line.
struct Edge {
  /// The distance of a point to the line, in pixels, is `a·x + b·y + c`; positive inside.
  let a, b, c: Double
  /// Pixels whose center is at least this far inside are wholly inside; this far outside, wholly outside.
  let reach: Double
  /// Up to this distance the line crosses opposite sides of the pixel; beyond it, it cuts off a corner.
  private let maxLinearDistance: Double
  /// The change of the coverage with the distance, while the line crosses opposite sides.
  private let slope: Double
  /// The area of a cut-off corner, divided by the square of the distance from its tip.
  private let cornerFactor: Double
  /// The distance along a row in which the distance to the line changes by one; 0 if that is more than 10⁹.
  let xPerDistance: Double
  /// Half the length of the part of a row in which the line may cut pixels.
  let fringe: Double

  /// In pixels. An edge this close to a pixel's side counts as on it: the part between would round away, and aligned
  /// edges stay crisp.
  static let tolerance = 1.0 / 512

  init(from p: Point, to q: Point) {
    let along = q - p
    let length = along.length
    let k = length > 0 ? 1 / length : 0
    let (a, b) = (-along.y * k, along.x * k)
    self.init(a: a, b: b, c: -(a * p.x + b * p.y))
  }

  /// - Parameters:
  ///   - a: with `b`, the direction in which the inside is; of length 1.
  ///   - b: the vertical part of the direction.
  ///   - c: the distance of the target's origin.
  @inline(__always) init(a: Double, b: Double, c: Double) {
    self.a = a
    self.b = b
    self.c = c
    let (large, small) = (max(abs(a), abs(b)), min(abs(a), abs(b)))
    reach = (large + small) / 2
    maxLinearDistance = (large - small) / 2
    slope = large > 0 ? 1 / large : 0
    cornerFactor = small > 0 ? 1 / (2 * large * small) : 0
    xPerDistance = abs(a) > 1e-9 ? 1 / a : 0
    fringe = (reach - Self.tolerance) * abs(xPerDistance)
  }

  @inline(__always) func distance(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }

  /// Returns the exact part, 0…1, of a pixel on the line's inner side.
  ///
  /// - Parameter distance: of the pixel's center.
  @inline(__always) func coverage(at distance: Double) -> Double {
    let outward = abs(distance)
    if outward >= reach { return distance > 0 ? 1 : 0 }
    if outward <= maxLinearDistance { return 0.5 + distance * slope }
    let corner = (reach - outward) * (reach - outward) * cornerFactor
    return distance > 0 ? 1 - corner : corner
  }
}

extension UnsafePointer<Edge> {
  /// Returns the part, 0…1, of the pixel with its center at (`x`, `y`) that lies inside all `count` edges.
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

  /// Returns the part for a pixel that several edges cut, by cutting its square with each edge in turn.
  ///
  /// - Parameter line: another line that cuts it, with its distance from the center.
  func areaOfCutPixel(
    count: Int, x: Double, y: Double, cutBy line: (a: Double, b: Double, distance: Double)? = nil
  ) -> Double {
    var shape = ConvexPolygon(Rect(-0.5, -0.5, 1, 1))
    for index in 0..<count {
      let distance = self[index].distance(x, y)
      guard distance < self[index].reach else { continue }
      // `split` fails if more than eight edges meet in the pixel; such an edge is ignored.
      shape = shape.split(self[index].a, self[index].b, distance)?.positive ?? shape
    }
    if let line { shape = shape.split(line.a, line.b, line.distance)?.positive ?? shape }
    return min(shape.area, 1)
  }
}
