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

  /// Of a polygon under a map; empty when none of it has a picture.
  init(_ polygon: ConvexPolygon, transform: Homography) {
    var greatest = 0.0
    for index in 0..<polygon.count { greatest = max(greatest, transform.homogeneous(polygon[index]).z) }
    // What comes nearer to the eye than a hundred-thousandth of the rest lies far outside of any screen.
    let near = greatest * 1e-5
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
    for index in 0..<count where !(abs(self[index].x) < 1e9 && abs(self[index].y) < 1e9) {
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

  /// Moves the corners that nearly meet a corner of `other` onto it.
  mutating func snapCorners(to other: Outline) {
    for i in 0..<count {
      for j in 0..<other.count
      where abs(self[i].x - other[j].x) < Self.snap && abs(self[i].y - other[j].y) < Self.snap {
        self[i] = other[j]
      }
    }
  }

  /// True when both have a side in common and lie on different sides of it.
  func adjoins(_ other: Outline) -> Bool {
    for i in 0..<count {
      for j in 0..<other.count where self[i] == other.following(j) && following(i) == other[j] {
        return true
      }
    }
    return false
  }
}
