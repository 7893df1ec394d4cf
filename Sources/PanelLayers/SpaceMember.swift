import PanelGeometry
import PanelRaster

/// A layer, or a piece of it, among those that share a 3D space, and its position in that space.
struct SpaceMember {
  let layer: Layer
  /// Maps the layer's coordinates to those of the layer that flattens the space.
  let transform: Transform3D
  let opacity: Double
  /// The shade of the layers above, 0…1.
  let shade: Double
  /// The index in sibling order.
  let order: Int
  /// The part of the layer's bounds that this member covers.
  private(set) var polygon: ConvexPolygon
  /// True if the member is only a part of its layer.
  private(set) var isPiece = false
  /// True for exactly one of a layer's pieces.
  private(set) var isFirst = true
  /// False if a corner is at or behind the eye; the member's depth can't be compared then.
  let isInFrontOfEye: Bool
  /// True if the viewer sees the layer edge-on, so nothing is drawn.
  let isEdgeOn: Bool

  /// The unit normal of the projected plane, facing the viewer. Projection keeps planes planar and makes the viewer's
  /// rays parallel to z.
  let normal: SIMD3<Double>
  /// The plane's distance from the origin along the normal.
  let offset: Double
  /// The bounding box of the projected corners.
  private(set) var low = SIMD3<Double>(repeating: .infinity)
  private(set) var high = SIMD3<Double>(repeating: -.infinity)
  /// Smaller distances from a plane count as rounding errors, in points.
  let tolerance: Double

  init(_ layer: Layer, transform: Transform3D, opacity: Double, shade: Double = 0, order: Int) {
    (self.layer, self.transform, self.opacity, self.order) = (layer, transform, opacity, order)
    self.shade = shade
    let box = layer.bounds
    polygon = ConvexPolygon(box)
    let a = transform.homogeneous(box.minX, box.minY, 0)
    let b = transform.homogeneous(box.maxX, box.minY, 0)
    let c = transform.homogeneous(box.maxX, box.maxY, 0)
    let d = transform.homogeneous(box.minX, box.maxY, 0)
    isInFrontOfEye = min(min(a.w, b.w), min(c.w, d.w)) > 0
    func divided(_ p: SIMD4<Double>) -> SIMD3<Double> { SIMD3(p.x, p.y, p.z) / p.w }
    let corner = divided(a)
    let (p, q) = (divided(b) - corner, divided(d) - corner)
    let cross = SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
    let length = (cross * cross).sum().squareRoot()
    isEdgeOn = isInFrontOfEye && !(length > 0 && abs(cross.z) > 1e-9 * length)
    normal = isEdgeOn || !isInFrontOfEye ? SIMD3(0, 0, 1) : cross / (cross.z < 0 ? -length : length)
    offset = (normal * corner).sum()
    // A millionth of a point, or a billionth of the size if that is above 1,000 points.
    tolerance = 1e-6 * max(1, ((p * p).sum() + (q * q).sum()).squareRoot() / 1000)
    if isInFrontOfEye { findBox() }
  }

  /// True if its depth can be compared.
  var hasPlane: Bool { isInFrontOfEye && !isEdgeOn }

  /// True if all of it has the same depth.
  var isParallelToPicture: Bool { hasPlane && low.z == high.z }

  /// The depth of the center of its box; the smallest for a member that reaches behind the eye.
  var centerDepth: Double { hasPlane ? (low.z + high.z) / 2 : -.infinity }

  /// False if the member lies in the plane z = 0.
  var leavesPicturePlane: Bool { low.z != 0 || high.z != 0 }

  private mutating func findBox() {
    low = SIMD3(repeating: .infinity)
    high = SIMD3(repeating: -.infinity)
    for index in 0..<polygon.count {
      let corner = projectedCorner(index)
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
  }

  private func projectedCorner(_ index: Int) -> SIMD3<Double> {
    let p = transform.homogeneous(polygon[index].x, polygon[index].y, 0)
    return SIMD3(p.x, p.y, p.z) / p.w
  }

  /// Returns the plane's depth at the pixels of the picture into which `toPixels` maps the space; `nil` without a
  /// plane.
  ///
  /// For points (X, Y, Z) of the plane, Z is a linear function of X and Y. In homogeneous coordinates it is also linear
  /// in the pixel, up to a factor that all planes share.
  func depth(through toPixels: Homography, space: Int) -> QuadDepth? {
    guard hasPlane, let inverse = toPixels.inverted() else { return nil }
    let (a, b, c) = (-normal.x / normal.z, -normal.y / normal.z, offset / normal.z)
    return QuadDepth(
      x: inverse.m11 * a + inverse.m12 * b + inverse.m13 * c, y: inverse.m21 * a + inverse.m22 * b + inverse.m23 * c,
      constant: inverse.m31 * a + inverse.m32 * b + inverse.m33 * c, space: space)
  }

  // MARK: Order

  enum Precedence { case mustPrecede, any, intersects }

  /// Returns whether this member must be drawn before the other: if they overlap, and this member is behind, or in the
  /// same plane and earlier in sibling order.
  func precedence(over other: SpaceMember) -> Precedence {
    guard isInFrontOfEye, other.isInFrontOfEye else { return order < other.order ? .mustPrecede : .any }
    guard !isEdgeOn, !other.isEdgeOn else { return .any }
    // Neighbors that only touch need no order; an order based on rounding errors would change from frame to frame.
    let tolerance = 1e-6
    guard low.x < other.high.x - tolerance, other.low.x < high.x - tolerance, low.y < other.high.y - tolerance,
      other.low.y < high.y - tolerance
    else { return .any }
    switch side(of: other) {
    // Each behind the other's plane, like neighboring faces of a solid: they don't overlap.
    case .behind: return other.side(of: self) == .behind ? .any : .mustPrecede
    case .inFront: return .any
    case .inPlane: return order < other.order ? .mustPrecede : .any
    case .both:
      switch other.side(of: self) {
      case .behind: return .any
      case .inFront: return .mustPrecede
      case .inPlane: return order < other.order ? .mustPrecede : .any
      case .both: return .intersects
      }
    }
  }

  enum Side { case behind, inFront, inPlane, both }

  /// Returns the side of the other member's plane, seen from the viewer, on which this member lies.
  func side(of plane: SpaceMember) -> Side {
    var (nearest, farthest) = (-Double.infinity, Double.infinity)
    for index in 0..<polygon.count {
      let distance = (plane.normal * projectedCorner(index)).sum() - plane.offset
      (nearest, farthest) = (max(nearest, distance), min(farthest, distance))
    }
    if nearest <= plane.tolerance { return farthest >= -plane.tolerance ? .inPlane : .behind }
    return farthest >= -plane.tolerance ? .inFront : .both
  }

  /// True if the center of the member's bounding box is on the viewer's side of the other member's plane.
  func hasCenterInFront(of plane: SpaceMember) -> Bool { (plane.normal * (low + high) / 2).sum() >= plane.offset }

  // MARK: Cutting

  /// Returns the parts in front of and behind another member's plane; `nil` if the polygon has no room for more
  /// corners.
  func cut(by plane: SpaceMember) -> (inFront: SpaceMember, behind: SpaceMember)? {
    // The plane's equation, n · P/w = d, for the points P of this layer describes a line in the layer.
    let (n, d, m) = (plane.normal, plane.offset, transform)
    guard
      let parts = polygon.split(
        n.x * m.m11 + n.y * m.m12 + n.z * m.m13 - d * m.m14, n.x * m.m21 + n.y * m.m22 + n.z * m.m23 - d * m.m24,
        n.x * m.m41 + n.y * m.m42 + n.z * m.m43 - d * m.m44)
    else { return nil }
    return (piece(parts.positive, isFirst: isFirst), piece(parts.negative, isFirst: false))
  }

  private func piece(_ part: ConvexPolygon, isFirst: Bool) -> SpaceMember {
    var piece = self
    piece.polygon = part
    piece.isPiece = true
    piece.isFirst = isFirst
    piece.findBox()
    return piece
  }
}
