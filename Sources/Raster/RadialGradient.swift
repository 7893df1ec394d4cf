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

  init(_ rings: RadialGradient) {
    gradient = DitheredGradient(rings.first, rings.last)
    center = (Float(rings.center.x), Float(rings.center.y))
    perPixel = Float(rings.radius > 0 ? 1 / rings.radius : 0)
    least = rings.radius > 0 ? 0 : 1
  }

  /// Fills pixels of a row.
  ///
  /// - Parameter row: the place of the first of the columns.
  func fill(_ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, _ places: RowPlaces) {
    let (perPixel, least, x, y) = (perPixel, least, places.x, places.y)
    let (firstX, firstY) = (x.first - center.x, y.first - center.y)
    let columns = columns.lowerBound &+ places.column..<columns.upperBound &+ places.column
    gradient.fill(row, columns, y: places.row) { column in
      let (dx, dy) = (column * x.step + firstX, column * y.step + firstY)
      return (dx * dx + dy * dy).squareRoot() * perPixel + least
    }
  }

  /// A column's pixel.
  func pixel(_ column: Int, _ places: RowPlaces) -> UInt32 {
    var pixel: UInt32 = 0
    fill(&pixel, column..<column + 1, places)
    return pixel
  }
}

/// Where the pixels of a row lie in the plane of what they show: `first + step · c` for a column with its centre at c. Neither
/// depends on where one begins, so that each pixel has one place.
struct RowPlaces {
  /// The row's number, and what is added to a column's: the plane's own where it is only moved, by whole pixels. There a gradient
  /// is dithered as in a bitmap of its own, and else by the pixels of what is painted.
  let row, column: Int
  let x: (step: Float, first: Float)
  let y: (step: Float, first: Float)

  /// The row of a bitmap itself.
  init(y row: Int) { self.init(row, 0, x: (1, 0), y: (0, Float(row) + 0.5)) }

  /// The row of a target that a quad without perspective is painted on.
  init(_ quad: PreparedQuad, y row: Int) {
    let center = Double(row) + 0.5
    // Number by number: a map that is copied for each row, and then read by twos, waits for all that was stored before it.
    let x = (Float(quad.map.m11), Float(quad.map.m21 * center + quad.map.m31))
    let y = (Float(quad.map.m12), Float(quad.map.m22 * center + quad.map.m32))
    if let move = quad.move {
      self.init(row &+ move.y, move.x, x: (1, 0), y: y)
    } else {
      self.init(row, 0, x: x, y: y)
    }
  }

  private init(_ row: Int, _ column: Int, x: (Float, Float), y: (Float, Float)) {
    (self.row, self.column, self.x, self.y) = (row, column, x, y)
  }
}
