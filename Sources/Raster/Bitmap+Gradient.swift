import Geometry

extension Bitmap {
  /// Fills with colours in straight lines: `first` up to `start`, `last` from `end` on, in sRGB between them.
  ///
  /// `start` and `end` are in pixels. The result is opaque, dithered, and the same wherever `clip` lies; only what is
  /// inside of `clip` is written. Where both points are the same all of it is `last`.
  public func fillLinearGradient(
    from start: Point, to end: Point, colors first: Color, _ last: Color, clip: PixelRect? = nil
  ) {
    let way = end - start
    let square = way.x * way.x + way.y * way.y
    let k = square > 0 ? 1 / square : 0
    let (dx, dy) = (Float(way.x * k), Float(way.y * k))
    let origin = square > 0 ? Float(-(start.x * way.x + start.y * way.y) * k) : 1
    fill(Gradient(first, last), clip) { x, y in x * dx + (y * dy + origin) }
  }

  /// Fills with colours in rings: `first` in the centre, `last` from `radius` on, in sRGB between them.
  ///
  /// `center` and `radius` are in pixels. The result is opaque, dithered, and the same wherever `clip` lies; only what
  /// is inside of `clip` is written. With a radius of zero or less all of it is `last`.
  public func fillRadialGradient(
    center: Point, radius: Double, from first: Color, to last: Color, clip: PixelRect? = nil
  ) {
    let k = Float(radius > 0 ? 1 / radius : 0)
    let least: Float = radius > 0 ? 0 : 1
    let (centerX, centerY) = (Float(center.x), Float(center.y))
    fill(Gradient(first, last), clip) { x, y in
      let dx = x - centerX
      let dy = y - centerY
      return (dx * dx + dy * dy).squareRoot() * k + least
    }
  }

  /// `position` says for four pixels, by their centres, how far along the gradient they are.
  @inline(__always) private func fill(
    _ gradient: Gradient, _ clip: PixelRect?, _ position: (SIMD4<Float>, Float) -> SIMD4<Float>
  ) {
    let rect = bounds.intersection(clip ?? bounds)
    guard !rect.isEmpty else { return }
    let (columns, isInside) = (rect.minX..<rect.maxX, gradient.isInside(rect, position))
    let first = pixels + rect.minX
    for y in rect.minY..<rect.maxY { gradient.fill(first + y * stride, columns, y, isInside, position) }
  }
}

/// The way from a colour to another, four pixels at a time.
private struct Gradient {
  private let start: SIMD4<Float>
  private let way: SIMD4<Float>

  init(_ first: Color, _ last: Color) {
    func channels(_ color: Color) -> SIMD4<Float> {
      func channel(_ value: Double) -> Float { value > 0 ? Float(min(value, 1) * 255) : 0 }
      return SIMD4(channel(color.red), channel(color.green), channel(color.blue), 255)
    }
    start = channels(first)
    way = channels(last) - start
  }

  /// True when in all of a rectangle no number comes to where it would have to be kept back: half of them needn't be
  /// looked at then.
  ///
  /// - Parameter position: nowhere is larger than in a corner; and nowhere smaller, or below zero. Rounded, that is so still.
  @inline(__always) func isInside(_ rect: PixelRect, _ position: (SIMD4<Float>, Float) -> SIMD4<Float>) -> Bool {
    let end = start + way
    guard (0..<3).allSatisfy({ (1...254).contains(start[$0]) && (1...254).contains(end[$0]) }) else { return false }
    let columns = SIMD4(lowHalf: SIMD2(repeating: Float(rect.minX)), highHalf: SIMD2(repeating: Float(rect.maxX - 1)))
    return [rect.minY, rect.maxY - 1].allSatisfy { y in
      let corners = position(columns + 0.5, Float(y) + 0.5)
      return (0..<4).allSatisfy { (0...1).contains(corners[$0]) }
    }
  }

  /// Fills a part of a row.
  ///
  /// - Parameter row: the place of the first of the columns.
  @inline(__always) func fill(
    _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, _ y: Int, _ isInside: Bool,
    _ position: (SIMD4<Float>, Float) -> SIMD4<Float>
  ) {
    if isInside {
      fill(row, columns, y, position) {
        $0
      } rounded: {
        unsafeBitCast($0 + Self.magic, to: SIMD4<UInt32>.self)
      }
    } else {
      // The comparison in this order makes 0 of what isn't a number.
      fill(row, columns, y, position) {
        $0.replacing(with: 0, where: .!($0 .> 0)).replacing(with: 1, where: $0 .> 1)
      } rounded: {
        let inside = $0.replacing(with: 0, where: $0 .< 0).replacing(with: 255, where: $0 .> 255)
        return unsafeBitCast(inside + Self.magic, to: SIMD4<UInt32>.self)
      }
    }
  }

  @inline(__always) private func fill(
    _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, _ y: Int,
    _ position: (SIMD4<Float>, Float) -> SIMD4<Float>, _ kept: (SIMD4<Float>) -> SIMD4<Float>,
    rounded: (SIMD4<Float>) -> SIMD4<UInt32>
  ) {
    var x = 0
    while x < columns.count {
      let centers = SIMD4<Float>(0.5, 1.5, 2.5, 3.5) + Float(columns.lowerBound &+ x)
      let four = pixels(at: kept(position(centers, Float(y) + 0.5)), centers, Float(y) + 0.5, rounded)
      if x &+ 4 <= columns.count {
        UnsafeMutableRawPointer(row + x).storeBytes(of: four, as: SIMD4<UInt32>.self)
      } else {
        for index in 0..<columns.count - x { row[x + index] = four[index] }
      }
      x &+= 4
    }
  }

  /// The pixels at `t` of the way, 0…1. Each channel gets up to half a step more or less, in a pattern that the
  /// eye doesn't see, before it is rounded: without it a dark gradient falls into bands.
  ///
  /// - Parameter rounded: to a whole number, in the lowest byte.
  @inline(__always) private func pixels(
    at t: SIMD4<Float>, _ x: SIMD4<Float>, _ y: Float, _ rounded: (SIMD4<Float>) -> SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    // Interleaved gradient noise (Jimenez, "Next generation post processing in Call of Duty", SIGGRAPH 2014).
    let inner = (x * 0.06711056 + y * 0.00583715)
    let noise = Self.fraction(Self.fraction(inner) * 52.9829189) - 0.5
    let red = rounded(t * way.x + (start.x + noise)) & 0xFF
    let green = rounded(t * way.y + (start.y + noise)) & 0xFF
    let blue = rounded(t * way.z + (start.z + noise)) & 0xFF
    // In one expression it is more than Swift 6.0 can find the types of.
    let opaque = SIMD4<UInt32>(repeating: 0xFF00_0000) | (red &<< 16)
    return opaque | (green &<< 8) | blue
  }

  /// Of positive numbers below a few thousand, as an image's coordinates make them.
  @inline(__always) private static func fraction(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let down = (value - 0.5 + magic) - magic
    return value - down
  }

  /// Added to a number, it leaves no bits for a fraction: 2²³.
  private static let magic: Float = 8_388_608
}
