/// A convex polygon with few corners, stored inline so that cutting doesn't allocate.
public struct ConvexPolygon: Hashable, Sendable {
  /// The largest number of corners: one more than `split` makes, because the eye's plane cuts once more.
  public static let capacity = 13
  /// The largest number of corners of a part. A rectangle has four, and each cut adds at most one.
  private static let maxSplitCount = 12

  @usableFromInline var corners:
    (Point, Point, Point, Point, Point, Point, Point, Point, Point, Point, Point, Point, Point) =
      (
        .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero
      )
  public private(set) var count = 0

  public init() {}

  public init(_ rect: Rect) {
    append(Point(rect.minX, rect.minY))
    append(Point(rect.maxX, rect.minY))
    append(Point(rect.maxX, rect.maxY))
    append(Point(rect.minX, rect.maxY))
  }

  public subscript(index: Int) -> Point {
    get {
      precondition(index >= 0 && index < count, "no such corner")
      return withUnsafeBytes(of: corners) {
        $0.load(fromByteOffset: index * MemoryLayout<Point>.stride, as: Point.self)
      }
    }
    set {
      precondition(index >= 0 && index < count, "no such corner")
      withUnsafeMutableBytes(of: &corners) {
        $0.storeBytes(of: newValue, toByteOffset: index * MemoryLayout<Point>.stride, as: Point.self)
      }
    }
  }

  /// Calls a function with the corners in memory. The subscript copies all of them at each access.
  @inlinable @inline(__always) public func withCorners<Result>(_ body: (UnsafeBufferPointer<Point>) -> Result) -> Result
  {
    withUnsafePointer(to: corners) {
      body(UnsafeBufferPointer(start: UnsafeRawPointer($0).assumingMemoryBound(to: Point.self), count: count))
    }
  }

  /// Returns the corner after the one at `index`, cyclically.
  public func following(_ index: Int) -> Point { self[index + 1 == count ? 0 : index + 1] }

  /// Adds a corner after the last one. Returns false if the polygon is full.
  @discardableResult public mutating func append(_ point: Point) -> Bool {
    guard count < Self.capacity else { return false }
    count += 1
    self[count - 1] = point
    return true
  }

  public mutating func removeLast(_ removed: Int = 1) { count -= min(removed, count) }

  public mutating func reverse() {
    for index in 0..<count / 2 { (self[index], self[count - 1 - index]) = (self[count - 1 - index], self[index]) }
  }

  /// Returns the polygon with a function applied to each corner.
  public func mapped(_ transform: (Point) -> Point) -> ConvexPolygon {
    var result = self
    for index in 0..<count { result[index] = transform(self[index]) }
    return result
  }

  /// Positive if the corners run from the x axis toward the y axis: clockwise on the screen.
  public var signedArea: Double {
    withCorners { corners in
      guard var p = corners.last else { return 0 }
      var doubled = 0.0
      for q in corners {
        doubled += p.x * q.y - q.x * p.y
        p = q
      }
      return doubled / 2
    }
  }

  public static func == (a: ConvexPolygon, b: ConvexPolygon) -> Bool {
    a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] }
  }

  public func hash(into hasher: inout Hasher) {
    for index in 0..<count { hasher.combine(self[index]) }
  }

  public var area: Double { abs(signedArea) }

  /// Splits the polygon along the line on which `a·x + b·y + c` is zero.
  ///
  /// Both parts share the same two points on the line.
  ///
  /// - Returns: the part with positive values and the part with negative values; an empty part has no corners. `nil` if
  ///   a part would have more than twelve corners.
  public func split(_ a: Double, _ b: Double, _ c: Double) -> (positive: ConvexPolygon, negative: ConvexPolygon)? {
    withCorners { corners in
      var (positive, negative) = (ConvexPolygon(), ConvexPolygon())
      guard var previous = corners.last else { return (positive, negative) }
      var fits = true
      var previousDistance = a * previous.x + b * previous.y + c
      for point in corners {
        let distance = a * point.x + b * point.y + c
        if (previousDistance > 0 && distance < 0) || (previousDistance < 0 && distance > 0) {
          let crossing = previous + (point - previous) * (previousDistance / (previousDistance - distance))
          fits = positive.append(crossing) && fits
          fits = negative.append(crossing) && fits
        }
        if distance >= 0 { fits = positive.append(point) && fits }
        if distance <= 0 { fits = negative.append(point) && fits }
        (previous, previousDistance) = (point, distance)
      }
      guard fits, max(positive.count, negative.count) <= Self.maxSplitCount else { return nil }
      if positive.count < 3 { positive = ConvexPolygon() }
      if negative.count < 3 { negative = ConvexPolygon() }
      return (positive, negative)
    }
  }

  /// Returns the part inside of another polygon; an empty polygon if the two don't overlap.
  ///
  /// Sides of the other polygon that would give the part more than `capacity` corners are ignored.
  public func intersection(_ other: ConvexPolygon) -> ConvexPolygon {
    var part = self
    let direction = other.signedArea < 0 ? -1.0 : 1
    for index in 0..<other.count where part.count > 0 {
      let (start, side) = (other[index], (other.following(index) - other[index]) * direction)
      part = part.split(-side.y, side.x, side.y * start.x - side.x * start.y)?.positive ?? part
    }
    return part
  }
}
