import Geometry

/// A dithered gradient between two colors along a line, in a bitmap's pixels. Beyond its ends it goes on as it ends.
struct LinearGradient: Equatable {
  private let colors: DitheredGradient
  /// The part of the way at the bitmap's origin, and what it changes by from pixel to pixel.
  private let origin, dx, dy: Float

  init(from start: Point, to end: Point, _ first: Color, _ last: Color) {
    let way = end - start
    let square = way.x * way.x + way.y * way.y
    let k = square > 0 ? 1 / square : 0
    (dx, dy) = (Float(way.x * k), Float(way.y * k))
    origin = square > 0 ? Float(-(start.x * way.x + start.y * way.y) * k) : 1
    colors = DitheredGradient(first, last)
  }

  /// Fills pixels of a row.
  ///
  /// - Parameter row: the place of the first of the columns.
  func fill(_ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, y: Int) {
    let first = (Float(y) + 0.5) * dy + origin
    colors.fill(row, columns, y: y) { $0 * dx + first }
  }

  /// In code values a texel: the outermost texels are shown up to half a texel of a mip level beyond their centers.
  private static let greatestSteepness: Float = 0.5

  /// Its colors in a rectangle; `nil` if it ends there, is steep, or if a channel comes near to the ends of a byte: dithered,
  /// and a little beyond the rectangle, it must not pass them.
  func plane(in rect: PixelRect) -> ColorPlane? {
    let plane = colors.plane(at: (dx + dy) / 2 + origin, across: dx, down: dy)
    let isInside = [rect.minY, rect.maxY].allSatisfy { y in
      [rect.minX, rect.maxX].allSatisfy { x in
        let t = Float(x) * dx + Float(y) * dy + origin
        let color = plane.numerator(Float(x), Float(y), 1)
        return (-1e-3...1.001).contains(t) && (0..<3).allSatisfy { (1...254).contains(color[$0]) }
      }
    }
    let steepness = (dx * dx + dy * dy).squareRoot() * colors.range / 256
    return isInside && steepness <= Self.greatestSteepness ? plane : nil
  }
}

/// The colors of a linear gradient without its dither: each channel is a plane over the texels.
struct ColorPlane: Equatable {
  /// Blue, green and red of the first texel, in code values; and what they change by from texel to texel.
  let origin, across, down: SIMD4<Float>

  /// The color at a place, times q, of the place times q. It is linear: of a place's change it makes the color's.
  @inline(__always) func numerator(_ u: Float, _ v: Float, _ q: Float) -> SIMD4<Float> {
    across * u + (down * v + origin * q)
  }
}
