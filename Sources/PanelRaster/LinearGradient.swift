import CPixels
import PanelGeometry

/// A dithered gradient between two colors along a line, in a bitmap's pixels. Beyond its ends the colors stay the same.
struct LinearGradient: Equatable {
  private let colors: DitheredColors
  /// The position along the gradient, 0…1, at the bitmap's origin, and its change per pixel.
  private let origin, dx, dy: Float

  init(from start: Point, to end: Point, _ first: Color, _ last: Color) {
    let line = end - start
    let square = line.x * line.x + line.y * line.y
    let k = square > 0 ? 1 / square : 0
    (dx, dy) = (Float(line.x * k), Float(line.y * k))
    origin = square > 0 ? Float(-(start.x * line.x + start.y * line.y) * k) : 1
    colors = DitheredColors(first, last)
  }

  /// Fills columns of a row; `row` points to the first of them.
  func fill(_ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, y: Int) {
    let x = (Float(y) + 0.5) * dy + origin
    colors.fill(
      row, columns, y: y, cpixels_position(x: x, step_x: dx, y: 0, step_y: 0, scale: 1, offset: 0, is_radial: 0))
  }

  /// In code values per texel. Beyond the centers of its outermost texels, a bitmap keeps their colors, but a plane's
  /// colors continue to change.
  private static let maxSteepness: Float = 0.5

  /// Returns the colors in a rectangle as a plane; `nil` if the gradient begins or ends there, is steep, or if a
  /// channel comes so near to 0 or 255 that dithering it, and extending it a little, would overflow.
  func plane(in rect: PixelRect) -> ColorPlane? {
    let plane = ColorPlane(
      origin: colors.first / 256 + colors.delta * (((dx + dy) / 2 + origin) / 256), across: colors.delta * (dx / 256),
      down: colors.delta * (dy / 256))
    let isInside = [rect.minY, rect.maxY].allSatisfy { y in
      [rect.minX, rect.maxX].allSatisfy { x in
        let t = Float(x) * dx + Float(y) * dy + origin
        let color = plane.numerator(Float(x), Float(y), 1)
        return (-1e-3...1.001).contains(t) && (0..<3).allSatisfy { (1...254).contains(color[$0]) }
      }
    }
    return isInside && (dx * dx + dy * dy).squareRoot() * colors.range / 256 <= Self.maxSteepness ? plane : nil
  }
}

/// The colors of a linear gradient without its dither: each channel is a plane over the texels.
struct ColorPlane: Equatable {
  /// Blue, green and red of the first texel in code values, and their change per texel.
  let origin, across, down: SIMD4<Float>

  /// Returns q times the color at (u / q, v / q). It is linear in its arguments, so steps can be passed, too.
  @inline(__always) func numerator(_ u: Float, _ v: Float, _ q: Float) -> SIMD4<Float> {
    across * u + (down * v + origin * q)
  }
}

/// The two colors of a dithered gradient.
struct DitheredColors: Equatable {
  /// Blue, green and red of the first color, and the difference to the last one, in 256ths of a code value.
  let first, delta: SIMD4<Float>

  init(_ first: Color, _ last: Color) {
    func channel(_ value: Double) -> Float { value > 0 ? Float(min(value, 1) * 255 * 256) : 0 }
    func channels(_ color: Color) -> SIMD4<Float> {
      SIMD4(channel(color.blue), channel(color.green), channel(color.red), 0)
    }
    self.first = channels(first)
    delta = channels(last) - self.first
  }

  /// The largest change of a channel, in 256ths of a code value.
  var range: Float { max(abs(delta.x), abs(delta.y), abs(delta.z)) }

  /// Fills columns of a row; `row` points to the first of them.
  func fill(_ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, y: Int, _ position: cpixels_position) {
    // The kernel draws short pieces as if the color changed evenly. At this limit, a piece's middle is off by a 16th of
    // a code value.
    var (gradient, position) = (
      cpixels_gradient_colors(first: first, delta: delta, max_bend: 32 / max(range, 1)), position
    )
    cpixels_gradient(
      row, columns.lowerBound, columns.upperBound, UInt32(truncatingIfNeeded: y), &gradient, &position)
  }
}
