import Geometry

/// A layer among those that share a 3D space, and where it is in that space.
struct SpaceMember {
  let layer: Layer
  /// From the layer's coordinates to those of the layer that flattens the space.
  let transform: Transform3D
  let opacity: Double
  /// Its place in sibling order.
  let order: Int
  /// The corners after projection: parallel rays then come from the viewer along z, and planes are still planes.
  private(set) var corners: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  /// False when a corner is beside or behind the eye: then it has no depth to compare.
  let isInFrontOfEye: Bool

  init(_ layer: Layer, transform: Transform3D, opacity: Double, order: Int) {
    self.layer = layer
    self.transform = transform
    self.opacity = opacity
    self.order = order
    let box = layer.bounds
    let a = transform.homogeneous(box.minX, box.minY, 0)
    let b = transform.homogeneous(box.maxX, box.minY, 0)
    let c = transform.homogeneous(box.maxX, box.maxY, 0)
    let d = transform.homogeneous(box.minX, box.maxY, 0)
    isInFrontOfEye = min(min(a.w, b.w), min(c.w, d.w)) > 0
    func divided(_ p: SIMD4<Double>) -> SIMD3<Double> { SIMD3(p.x, p.y, p.z) / p.w }
    corners = (divided(a), divided(b), divided(c), divided(d))
  }

  var hasDepth: Bool { corners.0.z != 0 || corners.1.z != 0 || corners.2.z != 0 || corners.3.z != 0 }

  private var low: SIMD3<Double> {
    pointwiseMin(pointwiseMin(corners.0, corners.1), pointwiseMin(corners.2, corners.3))
  }

  private var high: SIMD3<Double> {
    pointwiseMax(pointwiseMax(corners.0, corners.1), pointwiseMax(corners.2, corners.3))
  }

  /// True when this one has to be drawn before the other: they overlap, and it is behind, or in the same plane and
  /// earlier among its siblings.
  func mustPrecede(_ other: SpaceMember) -> Bool {
    guard isInFrontOfEye, other.isInFrontOfEye else { return order < other.order }
    let (low, high, otherLow, otherHigh) = (low, high, other.low, other.high)
    // Neighbours that only touch need no order; an order made of rounding would differ from frame to frame.
    let slack = 1e-6
    guard low.x < otherHigh.x - slack, otherLow.x < high.x - slack, low.y < otherHigh.y - slack,
      otherLow.y < high.y - slack
    else { return false }
    switch depth(against: other) ?? other.depth(against: self).map({ -$0 }) ?? centreDepth(against: other) {
    case ..<0: return true
    case 0: return order < other.order
    default: return false
    }
  }

  /// -1 when all of this lies behind the other's plane, 1 when all is in front of it, 0 when it lies in it; `nil` when
  /// the plane cuts it or is seen edge-on.
  private func depth(against plane: SpaceMember) -> Int? {
    let (p, q) = (plane.corners.1 - plane.corners.0, plane.corners.3 - plane.corners.0)
    var normal = SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
    let length = (normal * normal).sum().squareRoot()
    guard length > 0, abs(normal.z) > 1e-9 * length else { return nil }
    normal /= normal.z < 0 ? -length : length
    func distance(_ point: SIMD3<Double>) -> Double { (normal * (point - plane.corners.0)).sum() }
    let distances = SIMD4(distance(corners.0), distance(corners.1), distance(corners.2), distance(corners.3))
    // A millionth of a point, or of the size where sizes are large, is rounding.
    let size = (p * p).sum() + (q * q).sum()
    let slack = 1e-6 * max(1, size.squareRoot() / 1000)
    let (nearest, farthest) = (distances.max(), distances.min())
    if nearest <= slack { return farthest >= -slack ? 0 : -1 }
    return farthest >= -slack ? 1 : nil
  }

  private func centreDepth(against other: SpaceMember) -> Int {
    let mine = corners.0.z + corners.1.z + corners.2.z + corners.3.z
    let theirs = other.corners.0.z + other.corners.1.z + other.corners.2.z + other.corners.3.z
    return mine < theirs ? -1 : mine > theirs ? 1 : 0
  }
}

extension ContiguousArray<SpaceMember> {
  /// Orders the members from `start` on for drawing: what is behind first, what lies in one plane in sibling order.
  ///
  /// Each step takes the first member that nothing left has to precede. That is quadratic at best, which for the
  /// handful of planes in a space costs less than a tree of them would.
  mutating func sortByDepth(from start: Int) {
    guard self[start...].contains(where: \.hasDepth) else { return }
    for place in start..<count {
      var chosen = place
      search: for candidate in place..<count {
        for other in place..<count where other != candidate {
          if self[other].mustPrecede(self[candidate]) { continue search }
        }
        chosen = candidate
        break
      }
      guard chosen != place else { continue }
      let member = self[chosen]
      for index in stride(from: chosen, to: place, by: -1) { self[index] = self[index - 1] }
      self[place] = member
    }
  }
}
