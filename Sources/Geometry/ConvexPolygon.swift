/// A convex polygon of few corners, kept in place: cutting one costs no allocation.
public struct ConvexPolygon: Equatable, Sendable {
  /// The most corners. A rectangle has four, and each cut adds one at most.
  public static let capacity = 12

  private var corners: (Point, Point, Point, Point, Point, Point, Point, Point, Point, Point, Point, Point) = (
    .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero
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

  /// The corner after the one at `index`, around.
  public func following(_ index: Int) -> Point { self[index + 1 == count ? 0 : index + 1] }

  /// Adds a corner after the last one. False when there is no room for it.
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

  /// Positive when the corners go from the x axis toward the y axis: clockwise as one sees them.
  public var signedArea: Double {
    var doubled = 0.0
    for index in 0..<count {
      let (p, q) = (self[index], following(index))
      doubled += p.x * q.y - q.x * p.y
    }
    return doubled / 2
  }

  public static func == (a: ConvexPolygon, b: ConvexPolygon) -> Bool {
    a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] }
  }

  public var area: Double { abs(signedArea) }

  /// The two parts on either side of the line where `a·x + b·y + c` is zero: where it is positive, and where it is
  /// negative. Both parts have the same two points on the line. A part with nothing in it has no corners; `nil` when a
  /// part would have more corners than there is room for.
  public func split(_ a: Double, _ b: Double, _ c: Double) -> (positive: ConvexPolygon, negative: ConvexPolygon)? {
    var (positive, negative) = (ConvexPolygon(), ConvexPolygon())
    guard count > 0 else { return (positive, negative) }
    var fits = true
    var previous = self[count - 1]
    var before = a * previous.x + b * previous.y + c
    for index in 0..<count {
      let point = self[index]
      let here = a * point.x + b * point.y + c
      if (before > 0 && here < 0) || (before < 0 && here > 0) {
        let crossing = previous + (point - previous) * (before / (before - here))
        fits = positive.append(crossing) && fits
        fits = negative.append(crossing) && fits
      }
      if here >= 0 { fits = positive.append(point) && fits }
      if here <= 0 { fits = negative.append(point) && fits }
      (previous, before) = (point, here)
    }
    guard fits else { return nil }
    if positive.count < 3 { positive = ConvexPolygon() }
    if negative.count < 3 { negative = ConvexPolygon() }
    return (positive, negative)
  }
}
