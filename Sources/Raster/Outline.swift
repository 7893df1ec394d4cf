import Geometry

/// The picture of a quad: a convex polygon in target pixels, its corners in the order in which the inside lies to the
/// same hand, whichever way the quad faces.
struct Outline {
  /// Corners this close, in pixels, are one and the same: neighbouring faces reach them by different sums.
  static let snap = 0.02

  private var corners = ConvexPolygon()

  init() {}

  var count: Int { corners.count }

  subscript(index: Int) -> Point {
    get { corners[index] }
    set { corners[index] = newValue }
  }

  /// The corner after the one at `index`, around.
  func following(_ index: Int) -> Point { corners.following(index) }

  /// Nothing is drawn further away than this many pixels: edges so long are still exact to a millionth of one.
  private static let farthest = 1e9

  /// The part of a plane that comes nearer to the eye than this has no picture: a hundred-thousandth of its greatest
  /// distance, or more if it would reach too far. Nearly all of it lies outside of any screen.
  static func nearest(of polygon: ConvexPolygon, transform: Homography) -> Double {
    var greatest = SIMD3<Double>.zero
    for index in 0..<polygon.count {
      let p = transform.homogeneous(polygon[index])
      greatest = SIMD3(max(greatest.x, abs(p.x)), max(greatest.y, abs(p.y)), max(greatest.z, p.z))
    }
    return max(greatest.z * 1e-5, max(greatest.x, greatest.y) / farthest * 1.001)
  }

  /// Of a polygon under a map; empty when none of it has a picture.
  init(_ polygon: ConvexPolygon, transform: Homography) {
    let near = Self.nearest(of: polygon, transform: transform)
    guard near > 0, near.isFinite else { return }
    var previous = transform.homogeneous(polygon[0])
    for index in 0..<polygon.count {
      let next = transform.homogeneous(polygon[index + 1 == polygon.count ? 0 : index + 1])
      // The side's beginning, when it is in front of the eye, and where the side passes the eye.
      if previous.z >= near { append(previous, w: previous.z) }
      if (previous.z >= near) != (next.z >= near) {
        append(previous + (next - previous) * ((near - previous.z) / (next.z - previous.z)), w: near)
      }
      previous = next
    }
    if count > 1, (self[0] - self[count - 1]).length < 1e-4 { corners.removeLast() }
    finish()
  }

  private mutating func append(_ p: SIMD3<Double>, w: Double) {
    let point = Point(p.x / w, p.y / w)
    if count > 0, (point - self[count - 1]).length < 1e-4 { return }
    corners.append(point)
  }

  /// Turns the corners the right way round; empties an outline that covers nothing or isn't made of numbers.
  private mutating func finish() {
    for index in 0..<count where !(abs(self[index].x) < Self.farthest && abs(self[index].y) < Self.farthest) {
      corners = ConvexPolygon()
      return
    }
    let area = corners.signedArea
    guard count >= 3, abs(area) > 5e-4 else {
      corners = ConvexPolygon()
      return
    }
    if area < 0 { corners.reverse() }
  }

  /// Moves the corners that nearly meet a corner of `other` onto it; two that meet the same are one.
  mutating func snapCorners(to other: Outline) {
    var isShorter = false
    for i in 0..<count {
      for j in 0..<other.count
      where abs(self[i].x - other[j].x) < Self.snap && abs(self[i].y - other[j].y) < Self.snap {
        self[i] = other[j]
        isShorter = isShorter || self[i] == following(i) || (i > 0 && self[i] == self[i - 1])
      }
    }
    // A side without length has no inside: all would lie beside it, and nothing that is cut by it would be left.
    guard isShorter else { return }
    var kept = ConvexPolygon()
    for index in 0..<count where self[index] != following(index) { kept.append(self[index]) }
    corners = kept.count > 2 ? kept : ConvexPolygon()
  }

  /// The number of the side that both have in common, in this one and in the other; `nil` where there is none that they lie on different
  /// sides of.
  func side(sharedWith other: Outline) -> (own: Int, other: Int)? {
    for i in 0..<count {
      for j in 0..<other.count where self[i] == other.following(j) && following(i) == other[j] { return (i, j) }
    }
    return nil
  }
}
