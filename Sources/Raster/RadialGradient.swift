import Geometry

/// Colours in rings: `first` in the centre, `last` from the radius on, in sRGB between them. Opaque, and dithered.
public struct RadialGradient: Equatable, Sendable {
  /// In the pixels of a bitmap, or the points of a layer.
  public var center: Point
  /// With zero or less all of it is `last`.
  public var radius: Double
  public var first: Color
  public var last: Color

  public init(center: Point, radius: Double, from first: Color, to last: Color) {
    (self.center, self.radius, self.first, self.last) = (center, radius, first, last)
  }

  /// The same elsewhere, in another measure.
  public func placed(at center: Point, scale: Double) -> RadialGradient {
    RadialGradient(center: center, radius: radius * scale, from: first, to: last)
  }
}

/// A radial gradient as numbers for four pixels at a time.
struct Rings {
  private let gradient: DitheredGradient
  private let center: (x: Float, y: Float)
  private let perPixel: Float
  private let least: Float
  private let isInside: Bool

  /// - Parameter rect: holds all places that will be asked for.
  init(_ rings: RadialGradient, in rect: PixelRect) {
    gradient = DitheredGradient(rings.first, rings.last)
    center = (Float(rings.center.x), Float(rings.center.y))
    perPixel = Float(rings.radius > 0 ? 1 / rings.radius : 0)
    least = rings.radius > 0 ? 0 : 1
    let (center, perPixel, least) = (center, perPixel, least)
    isInside = gradient.isInside(rect) { Self.position($0, $1, center, perPixel, least) }
  }

  /// Fills pixels of a row.
  ///
  /// - Parameters:
  ///   - row: the place of the first of the columns.
  ///   - places: of the row, in the gradient's pixels.
  func fill(_ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, _ places: RowPlaces) {
    let (center, perPixel, least) = (center, perPixel, least)
    @inline(__always) func position(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
      Self.position(x, y, center, perPixel, least)
    }
    if places.isUpright {
      let (x, y) = (places.x.first, SIMD4(repeating: places.y.first))
      gradient.fill(row, columns, isInside, position) { ($0 + x, y) }
    } else {
      let (x, y) = (places.x, places.y)
      gradient.fill(row, columns, isInside, position) { ($0 * x.step + x.first, $0 * y.step + y.first) }
    }
  }

  /// A column's pixel.
  func pixel(_ column: Int, _ places: RowPlaces) -> UInt32 {
    var pixel: UInt32 = 0
    fill(&pixel, column..<column + 1, places)
    return pixel
  }

  @inline(__always) private static func position(
    _ x: SIMD4<Float>, _ y: SIMD4<Float>, _ center: (x: Float, y: Float), _ perPixel: Float, _ least: Float
  ) -> SIMD4<Float> {
    let dx = x - center.x
    let dy = y - center.y
    return (dx * dx + dy * dy).squareRoot() * perPixel + least
  }
}

/// Where the pixels of a row lie in the plane of what they show: `first + step · c` for a column with its centre at c. Neither
/// depends on where one begins, so that each pixel has one place.
struct RowPlaces {
  var x: (step: Float, first: Float)
  var y: (step: Float, first: Float)

  var isUpright: Bool { x.step == 1 && y.step == 0 }

  /// The row of a bitmap itself.
  init(y: Double) { (x, self.y) = ((1, 0), (0, Float(y))) }

  /// The row of a target with its centre at `y`, under a map from target to bitmap that has no perspective.
  init(_ map: Homography, y: Double) {
    x = (Float(map.m11), Float(map.m21 * y + map.m31))
    self.y = (Float(map.m12), Float(map.m22 * y + map.m32))
  }
}
