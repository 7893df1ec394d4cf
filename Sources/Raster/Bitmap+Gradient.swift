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
    for y in rect.minY..<rect.maxY {
      let row = pixels + y * stride
      var x = rect.minX
      while x < rect.maxX {
        let centers = SIMD4<Float>(0.5, 1.5, 2.5, 3.5) + Float(x)
        let four = gradient.pixels(at: position(centers, Float(y) + 0.5), centers, Float(y) + 0.5)
        if x + 4 <= rect.maxX {
          UnsafeMutableRawPointer(row + x).storeBytes(of: four, as: SIMD4<UInt32>.self)
        } else {
          for index in 0..<rect.maxX - x { row[x + index] = four[index] }
        }
        x += 4
      }
    }
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

  /// The pixels at `position` of the way, 0…1. Each channel gets up to half a step more or less, in a pattern that the
  /// eye doesn't see, before it is rounded: without it a dark gradient falls into bands.
  @inline(__always) func pixels(
    at position: SIMD4<Float>, _ x: SIMD4<Float>, _ y: Float
  ) -> SIMD4<UInt32> {
    // The comparison in this order makes 0 of what isn't a number.
    let t = position.replacing(with: 0, where: .!(position .> 0)).replacing(with: 1, where: position .> 1)
    // Interleaved gradient noise (Jimenez, "Next generation post processing in Call of Duty", SIGGRAPH 2014).
    let inner = (x * 0.06711056 + y * 0.00583715)
    let noise = Self.fraction(Self.fraction(inner) * 52.9829189) - 0.5
    let red = Self.rounded(t * way.x + (start.x + noise))
    let green = Self.rounded(t * way.y + (start.y + noise))
    let blue = Self.rounded(t * way.z + (start.z + noise))
    return (red &<< 16) | (green &<< 8) | blue | 0xFF00_0000
  }

  /// Of positive numbers below a few thousand, as an image's coordinates make them.
  @inline(__always) private static func fraction(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let down = (value - 0.5 + magic) - magic
    return value - down
  }

  /// To the next whole number, 0…255.
  @inline(__always) private static func rounded(_ value: SIMD4<Float>) -> SIMD4<UInt32> {
    let inside = value.replacing(with: 0, where: value .< 0).replacing(with: 255, where: value .> 255)
    return unsafeBitCast(inside + magic, to: SIMD4<UInt32>.self) & 0xFF
  }

  /// Added to a number, it leaves no bits for a fraction: 2²³.
  private static let magic: Float = 8_388_608
}
