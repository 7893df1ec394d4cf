import Geometry

/// Where a quad appears: a convex polygon in target pixels, its corners in the order in which the inside lies to the
/// same hand, whichever way the quad faces.
struct Outline {
  /// A rectangle cut once has five corners.
  static let capacity = 5
  /// Corners this close, in pixels, are one and the same: neighbouring faces reach them by different sums.
  static let snap = 0.02

  // Five stored corners rather than an array: outlines are made anew for each frame.
  private var corners: (Point, Point, Point, Point, Point) = (.zero, .zero, .zero, .zero, .zero)
  private(set) var count = 0

  init() {}

  subscript(index: Int) -> Point {
    get {
      switch index {
      case 0: corners.0
      case 1: corners.1
      case 2: corners.2
      case 3: corners.3
      default: corners.4
      }
    }
    set {
      switch index {
      case 0: corners.0 = newValue
      case 1: corners.1 = newValue
      case 2: corners.2 = newValue
      case 3: corners.3 = newValue
      default: corners.4 = newValue
      }
    }
  }

  /// The corner after the one at `index`, around.
  func following(_ index: Int) -> Point { self[index + 1 == count ? 0 : index + 1] }

  /// Of a `width` × `height` rectangle under a map; empty when none of it has a picture.
  init(width: Int, height: Int, transform: Homography) {
    let (w, h) = (Double(width), Double(height))
    let a = transform.homogeneous(Point(0, 0))
    let b = transform.homogeneous(Point(w, 0))
    let c = transform.homogeneous(Point(w, h))
    let d = transform.homogeneous(Point(0, h))
    // What comes nearer to the eye than a hundred-thousandth of the rest lies far outside of any screen.
    let near = max(max(a.z, b.z), max(c.z, d.z)) * 1e-5
    guard near > 0, near.isFinite else { return }
    appendSide(from: a, to: b, near: near)
    appendSide(from: b, to: c, near: near)
    appendSide(from: c, to: d, near: near)
    appendSide(from: d, to: a, near: near)
    if count > 1, (self[0] - self[count - 1]).length < 1e-4 { count -= 1 }
    finish()
  }

  /// Adds the side's beginning, when it is in front of the eye, and where the side passes the eye.
  private mutating func appendSide(from a: SIMD3<Double>, to b: SIMD3<Double>, near: Double) {
    if a.z >= near { append(a) }
    if (a.z >= near) != (b.z >= near) {
      append(a + (b - a) * ((near - a.z) / (b.z - a.z)), w: near)
    }
  }

  private mutating func append(_ p: SIMD3<Double>, w: Double? = nil) {
    let w = w ?? p.z
    let point = Point(p.x / w, p.y / w)
    if count > 0, (point - self[count - 1]).length < 1e-4 { return }
    guard count < Self.capacity else { return }
    self[count] = point
    count += 1
  }

  /// Turns the corners the right way round; empties an outline that covers nothing or isn't made of numbers.
  private mutating func finish() {
    var doubled = 0.0
    for index in 0..<count {
      let (p, q) = (self[index], following(index))
      guard abs(p.x) < 1e9, abs(p.y) < 1e9 else {
        count = 0
        return
      }
      doubled += p.x * q.y - q.x * p.y
    }
    guard count >= 3, abs(doubled) > 1e-3 else {
      count = 0
      return
    }
    if doubled < 0 {
      for index in 0..<count / 2 { (self[index], self[count - 1 - index]) = (self[count - 1 - index], self[index]) }
    }
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
