import PanelGeometry

/// A quad in the target: a convex polygon in pixels whose corners always run in the same direction, whichever way the
/// quad faces.
struct Outline {
  /// Corners this close, in pixels, are the same: neighboring faces compute them by different sums.
  static let snapDistance = 0.02

  private(set) var corners = ConvexPolygon()

  /// Nothing is drawn further away than this, in pixels: edges so long are still exact to a millionth of a pixel.
  private static let maxCoordinate = 1e9

  /// Returns the smallest w that is drawn, which is a polygon's distance from the eye: a hundred-thousandth of the
  /// greatest, or more if the polygon would extend too far. Nearly all that is nearer lies outside of any screen.
  static func nearPlane(of polygon: ConvexPolygon, transform: Homography) -> Double {
    var greatest = SIMD3<Double>.zero
    for index in 0..<polygon.count {
      let p = transform.homogeneous(polygon[index])
      greatest = SIMD3(max(greatest.x, abs(p.x)), max(greatest.y, abs(p.y)), max(greatest.z, p.z))
    }
    return max(greatest.z * 1e-5, max(greatest.x, greatest.y) / maxCoordinate * 1.001)
  }

  init() {}

  /// Maps a polygon. The outline is empty if none of it is visible, if it covers nothing or isn't finite.
  init(_ polygon: ConvexPolygon, transform: Homography) {
    let near = Self.nearPlane(of: polygon, transform: transform)
    guard near > 0, near.isFinite else { return }
    var previous = transform.homogeneous(polygon[0])
    for index in 0..<polygon.count {
      let next = transform.homogeneous(polygon[index + 1 == polygon.count ? 0 : index + 1])
      // The side's start, if it isn't too near to the eye, and the point at which the side crosses the near plane.
      if previous.z >= near { append(previous, w: previous.z) }
      if (previous.z >= near) != (next.z >= near) {
        append(previous + (next - previous) * ((near - previous.z) / (next.z - previous.z)), w: near)
      }
      previous = next
    }
    if count > 1, (self[0] - self[count - 1]).length < 1e-4 { corners.removeLast() }
    let isFinite = (0..<count).allSatisfy {
      abs(self[$0].x) < Self.maxCoordinate && abs(self[$0].y) < Self.maxCoordinate
    }
    let area = corners.signedArea
    guard isFinite, count >= 3, abs(area) > 5e-4 else {
      corners = ConvexPolygon()
      return
    }
    if area < 0 { corners.reverse() }
  }

  private mutating func append(_ p: SIMD3<Double>, w: Double) {
    let point = Point(p.x / w, p.y / w)
    if count == 0 || (point - self[count - 1]).length >= 1e-4 { corners.append(point) }
  }

  var count: Int { corners.count }

  subscript(index: Int) -> Point { corners[index] }

  /// All pixels that the outline may touch.
  var pixelBounds: PixelRect {
    var (low, high) = (self[0], self[0])
    corners.withCorners {
      for corner in $0 {
        low = Point(min(low.x, corner.x), min(low.y, corner.y))
        high = Point(max(high.x, corner.x), max(high.y, corner.y))
      }
    }
    return PixelRect(
      minX: Int(clamping: (low.x + Edge.tolerance).rounded(.down)),
      minY: Int(clamping: (low.y + Edge.tolerance).rounded(.down)),
      maxX: Int(clamping: (high.x - Edge.tolerance).rounded(.up)),
      maxY: Int(clamping: (high.y - Edge.tolerance).rounded(.up)))
  }

  func touches(_ rect: PixelRect) -> Bool { !pixelBounds.intersection(rect).isEmpty }

  /// Moves corners onto the corners of `other` that they nearly meet. Corners that become equal are merged.
  mutating func snapCorners(to other: Outline) {
    var hasEqualCorners = false
    for i in 0..<count {
      let own = self[i]
      let near = other.corners.withCorners { corners in
        corners.lastIndex { abs(own.x - $0.x) < Self.snapDistance && abs(own.y - $0.y) < Self.snapDistance }
      }
      if let near {
        corners[i] = other[near]
        hasEqualCorners = hasEqualCorners || self[i] == corners.following(i) || (i > 0 && self[i] == self[i - 1])
      }
    }
    // A side without length has no direction: cutting a polygon by it would leave nothing.
    guard hasEqualCorners else { return }
    var kept = ConvexPolygon()
    for index in 0..<count where self[index] != corners.following(index) { kept.append(self[index]) }
    corners = kept.count > 2 ? kept : ConvexPolygon()
  }

  /// True if the outlines touch along at least a part of a side, and lie on different sides of it.
  func abuts(_ other: Outline) -> Bool {
    corners.withCorners { own in
      other.corners.withCorners { others in
        (0..<own.count).contains { i in
          let (start, end) = (own[i], own[i + 1 == own.count ? 0 : i + 1])
          let line = end - start
          let length = line.length
          /// The distances along the side and from it, in pixels.
          func position(_ point: Point) -> (along: Double, distance: Double) {
            let offset = point - start
            return (
              (offset.x * line.x + offset.y * line.y) / length, abs(offset.y * line.x - offset.x * line.y) / length
            )
          }
          return (0..<others.count).contains { j in
            let (far, near) = (position(others[j]), position(others[j + 1 == others.count ? 0 : j + 1]))
            return max(far.distance, near.distance) < Self.snapDistance && max(near.along, 0) < min(far.along, length)
          }
        }
      }
    }
  }
}
